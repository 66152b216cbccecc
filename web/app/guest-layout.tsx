import { ArrowLeft } from 'lucide-react';
import { Outlet } from 'react-router';
import { PATHS } from '#web/platform/paths.ts';
import { ThemeSwitch } from '#web/platform/theme-switch.tsx';
import { LegalLinks } from '#web/site/public-layout.tsx';
import { SouthernCross } from '#web/site/southern-cross.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { Link } from '#web/ui/navigation.tsx';
import { CONTENT_ID, SkipLink } from '#web/ui/skip-link.tsx';

/** The layout of login and registration: the form and, on a wide screen, the night sky beside it. */
export function GuestLayout() {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(22rem,2fr)_3fr]">
      <SkipLink />
      <Sky />
      <div className="flex min-h-dvh min-w-0 flex-col px-4 sm:px-8">
        <header className="flex items-center justify-between pt-4 sm:pt-6">
          <Link to={PATHS.landing} className={`${buttonClass({ look: 'ghost' })} -ml-4`}>
            <ArrowLeft size={18} aria-hidden="true" />
            Volver al inicio
          </Link>
          <ThemeSwitch />
        </header>
        <main id={CONTENT_ID} tabIndex={-1} className="flex flex-1 flex-col justify-center py-8 outline-none">
          <div className="mx-auto mb-8 w-full max-w-2xl text-center lg:hidden">
            <Logo />
          </div>
          <Outlet />
        </main>
        <footer className="pb-4">
          <LegalLinks />
        </footer>
      </div>
    </div>
  );
}

/** Dark in both themes. */
function Sky() {
  return (
    <div
      aria-hidden="true"
      className="dark relative flex flex-col justify-between overflow-hidden bg-[linear-gradient(170deg,oklch(0.24_0.045_235),oklch(0.38_0.075_216))] p-10 text-ink max-lg:hidden xl:p-14"
    >
      <Logo />
      <SouthernCross className="absolute top-1/2 left-1/2 w-[26rem] max-w-[80%] -translate-x-1/2 -translate-y-[58%] text-austral-700" />
      <p className="relative max-w-sm font-bold text-heading tracking-tight">
        Tu consulta al día.
        <br />
        Cada atención, verificable.
      </p>
    </div>
  );
}
