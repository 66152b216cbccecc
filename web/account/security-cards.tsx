import type { ReactNode } from 'react';
import { PasswordForm } from '#web/account/password-form.tsx';
import { ScreenLockCard } from '#web/account/screen-lock-card.tsx';
import { SecondFactorCard } from '#web/account/second-factor-card.tsx';
import { SessionsCard } from '#web/account/sessions-card.tsx';
import { KeptPasskeysText } from '#web/passkeys/kept-passkeys-text.tsx';
import { Card } from '#web/ui/card.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const PasskeysCard = onDemand(
  async () => (await import('#web/passkeys/passkeys-card.tsx')).PasskeysCard,
  () => <Skeleton className="h-48" />,
);

/** The security of an account: what every account has, and `children` for what only some have. */
export const SecurityCards = ({ children }: { children?: ReactNode }) => (
  <div className="space-y-4">
    <Card title="Cambiar contraseña">
      <div className="max-w-md">
        <PasswordForm notice={<KeptPasskeysText />} />
      </div>
    </Card>
    <SecondFactorCard />
    <PasskeysCard />
    <ScreenLockCard />
    {children}
    {/* Last: its height is only known when it is loaded. */}
    <SessionsCard />
  </div>
);
