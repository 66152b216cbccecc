import { CHARGE_STATUSES, type ChargeStatus } from '#contract/charge-amounts';
import { type Label, StatusBadge } from '#web/ui/status-badge.tsx';

const LABELS: Record<ChargeStatus, Label> = {
  pending: { text: CHARGE_STATUSES.pending, tone: 'orange' },
  partial: { text: CHARGE_STATUSES.partial, tone: 'blue' },
  paid: { text: CHARGE_STATUSES.paid, tone: 'green' },
  void: { text: CHARGE_STATUSES.void, tone: 'neutral' },
};

export const ChargeStatusBadge = ({ status }: { status: ChargeStatus }) => (
  <StatusBadge labels={LABELS} status={status} />
);
