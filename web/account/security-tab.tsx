import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { AccessLogCard } from '#web/access-log/access-log-card.tsx';
import { PasswordForm } from '#web/account/password-form.tsx';
import { ScreenLockCard } from '#web/account/screen-lock-card.tsx';
import { SecondFactorCard } from '#web/account/second-factor-card.tsx';
import { SessionsCard } from '#web/account/sessions-card.tsx';
import { ACCESS_LOG_ID } from '#web/platform/paths.ts';
import { Card } from '#web/ui/card.tsx';

export const SecurityTab = () => (
  <div className="space-y-4">
    <Card title="Cambiar contraseña">
      <div className="max-w-md">
        <PasswordForm />
      </div>
    </Card>
    <SecondFactorCard />
    <ScreenLockCard />
    <AccessLog />
    {/* Last: its height is only known when it is loaded. */}
    <SessionsCard />
  </div>
);

/** The browser looks for the part of an address before the tab is loaded. */
function AccessLog() {
  const card = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to where one is already leads there again.
  useEffect(() => {
    if (hash !== `#${ACCESS_LOG_ID}`) return;
    card.current?.scrollIntoView();
    card.current?.focus({ preventScroll: true });
  }, [hash, key]);
  return (
    <div ref={card} id={ACCESS_LOG_ID} tabIndex={-1} className="scroll-mt-24 rounded-card outline-none">
      <AccessLogCard />
    </div>
  );
}
