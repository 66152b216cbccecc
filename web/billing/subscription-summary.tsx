import { Hourglass } from 'lucide-react';
import type { Account } from '#contract/account';
import type { SubscriptionInfo } from '#contract/billing';
import type { Confirmation } from '#web/billing/payment-confirmation.ts';
import { CONFIRMATION_TEXTS, PLAN_LABELS, patientCountText } from '#web/billing/subscription-texts.ts';
import { PAYMENTS_MAILBOX } from '#web/platform/mailboxes.ts';
import { useTimeZone } from '#web/platform/today.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { formatInstant } from '#web/ui/format-instant.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { showToast } from '#web/ui/toast.ts';

export const SUMMARY_TITLE = 'Tu suscripción';

const showContact = () =>
  showToast({
    title: 'Más información',
    description: `Escríbenos a ${PAYMENTS_MAILBOX}. Respondemos dentro de 24 a 48 horas.`,
    neutral: true,
  });

interface Props {
  info: SubscriptionInfo;
  account: Account;
  confirmation: Confirmation | undefined;
}

/** The plan, its use and the next payment. Shown for every plan. */
export function SubscriptionSummary({ info, account, confirmation }: Props) {
  const timeZone = useTimeZone();
  const patients = patientCountText(account.patientCount, account.patientLimit);
  const { nextPaymentDate } = account;
  const facts = [
    {
      name: 'Pacientes',
      value: (
        <>
          <span aria-hidden="true">{patients.shown}</span>
          <span className="sr-only">{patients.spoken}</span>
        </>
      ),
    },
    {
      name: 'Próximo pago',
      value: nextPaymentDate ? formatInstant(nextPaymentDate, timeZone).day : 'Sin próximo pago',
    },
  ];
  return (
    <Card title={SUMMARY_TITLE} action={<StatusBadge labels={PLAN_LABELS} status={info.subscriptionStatus} />}>
      <div role="status">
        {confirmation && (
          <p className="mb-4 flex items-start gap-2.5 rounded-control bg-blue-tint p-4">
            <Hourglass size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-blue" />
            {CONFIRMATION_TEXTS[confirmation]}
          </p>
        )}
      </div>
      <Facts layout="row" facts={facts} />
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t pt-4">
        <p className="text-muted text-sm">¿Tienes dudas sobre tu plan, un pago o una cancelación?</p>
        <Button look="secondary" onClick={showContact}>
          Más Info
        </Button>
      </div>
    </Card>
  );
}
