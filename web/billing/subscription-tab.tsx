import type { ReactNode } from 'react';
import type { SubscriptionType } from '#contract/plans';
import {
  SUBSCRIPTION_NOT_LOADED,
  useFreshAccount,
  usePay,
  useStorageUse,
  useSubscription,
} from '#web/billing/billing.queries.ts';
import { PaidPanel } from '#web/billing/paid-panel.tsx';
import { usePaymentConfirmation } from '#web/billing/payment-confirmation.ts';
import { PaymentHistory } from '#web/billing/payment-history.tsx';
import { PlanPicker } from '#web/billing/plan-picker.tsx';
import { ExpiredBanner, ExpiringBanner } from '#web/billing/renewal.tsx';
import { StorageCard } from '#web/billing/storage-card.tsx';
import { SUMMARY_TITLE, SubscriptionSummary } from '#web/billing/subscription-summary.tsx';
import { Card } from '#web/ui/card.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { ShownWhen } from '#web/ui/shown-when.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** `hasPaid`: the user has just returned from a successful checkout. */
export function SubscriptionTab({ hasPaid }: { hasPaid: boolean }) {
  const queries = [useSubscription(), useFreshAccount(), useStorageUse()];
  return (
    <div className="space-y-6">
      <Plan hasPaid={hasPaid} />
      {/* The payments stand below the storage. */}
      <ShownWhen ready={queries.every(({ isFetched }) => isFetched)}>
        <div className="space-y-6">
          <StorageCard />
          <PaymentHistory />
        </div>
      </ShownWhen>
    </div>
  );
}

function Plan({ hasPaid }: { hasPaid: boolean }): ReactNode {
  const subscription = useSubscription();
  const account = useFreshAccount();
  const info = subscription.data;
  // A payment is possible when the plan is not active or ends soon, and makes it active.
  const confirmation = usePaymentConfirmation(hasPaid && info !== undefined && info.status !== 'active');
  if (info && account.data) {
    const until = info.subscriptionExpiresAt;
    return (
      <>
        {info.status === 'expiring_soon' && until && <ExpiringBanner info={info} until={until} />}
        {info.status === 'expired' && until && <ExpiredBanner until={until} />}
        <SubscriptionSummary info={info} account={account.data} confirmation={confirmation} />
        {info.subscriptionStatus === 'paid' ? (
          <PaidPanel info={info} />
        ) : (
          <PlanChoice suggested={info.subscriptionType} />
        )}
      </>
    );
  }
  const failed = [subscription, account].filter(({ isError }) => isError);
  if (failed.length === 0) return <PlanSkeleton />;
  const retry = () => {
    for (const { refetch } of failed) void refetch();
  };
  return <LoadFailure title={SUBSCRIPTION_NOT_LOADED} onRetry={retry} />;
}

function PlanChoice({ suggested }: { suggested: SubscriptionType | null }) {
  return (
    <Card title="Elige tu plan">
      <PlanPicker suggested={suggested} payment={usePay()} />
    </Card>
  );
}

const PlanSkeleton = () => (
  <div role="status" aria-label="Cargando la suscripción" className="space-y-6">
    <Card title={SUMMARY_TITLE} action={<Skeleton className="h-6 w-32 rounded-full" />}>
      <Facts
        layout="row"
        facts={['Pacientes', 'Próximo pago'].map((name) => ({ name, value: <Skeleton className="my-1 h-4 w-24" /> }))}
      />
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t pt-4">
        <Skeleton className="h-4 w-96 max-w-full" />
        <Skeleton className="h-11 w-28" />
      </div>
    </Card>
    <Card>
      <Skeleton className="mb-5 h-6 w-40" />
      <div className="grid gap-4 sm:grid-cols-2">
        <Skeleton className="h-40" />
        <Skeleton className="h-40" />
      </div>
      <Skeleton className="mt-6 h-12 w-60 max-w-full" />
    </Card>
  </div>
);
