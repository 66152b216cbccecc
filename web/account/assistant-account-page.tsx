import { PasswordForm } from '#web/account/password-form.tsx';
import { ScreenLockCard } from '#web/account/screen-lock-card.tsx';
import { SecondFactorCard } from '#web/account/second-factor-card.tsx';
import { SessionsCard } from '#web/account/sessions-card.tsx';
import { Card } from '#web/ui/card.tsx';
import { Page } from '#web/ui/page.tsx';

/** What an assistant has of the account page: the security of the account. */
export const AssistantAccountPage = () => (
  <Page title="Mi cuenta" subtitle="Tu contraseña, la verificación en dos pasos, tus sesiones y el bloqueo de pantalla">
    <div className="space-y-4">
      <Card title="Cambiar contraseña">
        <div className="max-w-md">
          <PasswordForm />
        </div>
      </Card>
      <SecondFactorCard />
      <ScreenLockCard />
      {/* Last: its height is only known when it is loaded. */}
      <SessionsCard />
    </div>
  </Page>
);
