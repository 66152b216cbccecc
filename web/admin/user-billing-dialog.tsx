import { useState } from 'react';
import type { AdminUser } from '#contract/admin';
import { expiryText, FAILED, NO_VALUE, subscriptionTypeText } from '#web/admin/admin-texts.ts';
import { useSubscriptionOf } from '#web/admin/billing-records.queries.ts';
import { PaymentsOfUser } from '#web/admin/payments-of-user.tsx';
import { WebhooksOfUser } from '#web/admin/webhooks-of-user.tsx';
import { daysText, PLAN_STATES } from '#web/billing/subscription-texts.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Facts, FactsSkeleton } from '#web/ui/facts.tsx';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

interface Props {
  user: AdminUser;
  onClose: () => void;
}

type TabName = 'Pagos' | 'Webhooks';

export function UserBillingDialog({ user, onClose }: Props) {
  const [shown, setShown] = useState<TabName>('Pagos');
  return (
    <Dialog title="Pagos y webhooks" wide="very" onClose={onClose}>
      <div className="mb-6 space-y-4 rounded-card bg-paper p-5 ring-1 ring-line ring-inset">
        <Facts
          facts={[
            { name: 'Nombre', value: user.name },
            { name: 'Email', value: user.email },
          ]}
        />
        <Subscription userId={user._id} />
      </div>
      <Tabs
        label="Registros de pago"
        shown={shown}
        onShow={setShown}
        tabs={[
          { name: 'Pagos', content: <PaymentsOfUser user={user} /> },
          { name: 'Webhooks', content: <WebhooksOfUser user={user} /> },
        ]}
      />
    </Dialog>
  );
}

function Subscription({ userId }: { userId: string }) {
  const { data, isError, refetch } = useSubscriptionOf(userId);
  const timeZone = useTimeZone();
  if (!data && isError) return <InlineFailure text={FAILED.subscription} onRetry={() => void refetch()} />;
  if (!data) return <FactsSkeleton label="Cargando la suscripción" count={4} />;
  return (
    <Facts
      facts={[
        { name: 'Tipo de suscripción', value: subscriptionTypeText(data) },
        { name: 'Estado', value: <StatusBadge labels={PLAN_STATES} status={data.status} /> },
        { name: 'Vencimiento', value: expiryText(data, timeZone) },
        { name: 'Días restantes', value: data.daysRemaining === null ? NO_VALUE : daysText(data.daysRemaining) },
      ]}
    />
  );
}
