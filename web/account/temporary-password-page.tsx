import { useEffect } from 'react';
import { PasswordForm } from '#web/account/password-form.tsx';
import { LogoutButton } from '#web/auth/logout-button.tsx';
import { ThemeSwitch } from '#web/platform/theme-switch.tsx';
import { Card } from '#web/ui/card.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { CONTENT_ID } from '#web/ui/skip-link.tsx';

const focusContent = () => document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });

/** Replaces every page until the user changes a password that an administrator has set. */
export function TemporaryPasswordPage() {
  // The page appears and disappears without a navigation, and removes the focused element.
  useEffect(() => {
    focusContent();
    return () => void focusContent();
  }, []);
  return (
    <div className="flex min-h-dvh flex-col px-4 sm:px-7">
      <header className="flex min-h-19 items-center justify-between gap-4">
        <Logo />
        <div className="flex items-center gap-1 sm:gap-3">
          <ThemeSwitch />
          <LogoutButton />
        </div>
      </header>
      <main
        id={CONTENT_ID}
        tabIndex={-1}
        className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center pt-6 pb-16 outline-none"
      >
        <h1 className="text-heading sm:text-title">Elige una nueva contraseña</h1>
        <p className="mt-2 mb-6 text-muted">
          La contraseña con la que entraste es temporal. Para proteger tu cuenta y los datos de tus pacientes, elige una
          que solo tú conozcas; después seguirás adonde ibas.
        </p>
        <Card>
          <PasswordForm />
        </Card>
      </main>
    </div>
  );
}
