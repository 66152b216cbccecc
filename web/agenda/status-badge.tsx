import type { AppointmentStatus } from '#contract/agenda';
import { statusText, statusTone } from '#web/agenda/appointment-status.tsx';
import { Badge } from '#web/ui/badge.tsx';

/** The status where it cannot be changed. */
export const StatusBadge = ({ status }: { status: AppointmentStatus }) => (
  <Badge tone={statusTone(status)}>{statusText(status)}</Badge>
);
