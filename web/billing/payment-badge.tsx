import type { Payment } from '#contract/billing';
import { PAYMENT_LABELS } from '#web/billing/subscription-texts.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';

export const PaymentBadge = ({ payment }: { payment: Payment }) => (
  <StatusBadge labels={PAYMENT_LABELS} status={payment.isVoid ? 'void' : payment.status} />
);
