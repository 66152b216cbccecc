import { AccessLogCard } from '#web/access-log/access-log-card.tsx';
import { PasswordForm } from '#web/account/password-form.tsx';
import { ScreenLockCard } from '#web/account/screen-lock-card.tsx';
import { SecondFactorCard } from '#web/account/second-factor-card.tsx';
import { SessionsCard } from '#web/account/sessions-card.tsx';
import { ACCESS_LOG_ID } from '#web/platform/paths.ts';
import { Card } from '#web/ui/card.tsx';
import { LinkedPart } from '#web/ui/linked-part.tsx';

export const SecurityTab = () => (
  <div className="space-y-4">
    <Card title="Cambiar contraseña">
      <div className="max-w-md">
        <PasswordForm />
      </div>
    </Card>
    <SecondFactorCard />
    <ScreenLockCard />
    <LinkedPart id={ACCESS_LOG_ID}>
      <AccessLogCard />
    </LinkedPart>
    {/* Last: its height is only known when it is loaded. */}
    <SessionsCard />
  </div>
);
