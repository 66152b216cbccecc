import type { Appointment } from '#contract/agenda';
import { statusText, statusTone } from '#web/agenda/appointment-status.ts';
import { Badge } from '#web/ui/badge.tsx';

/** The status, where it cannot be changed, and that it is overbooked. */
export const AppointmentBadges = ({ appointment: { status, overbooked } }: { appointment: Appointment }) => (
  <span className="flex flex-wrap gap-1">
    {overbooked && <Badge tone="orange">Sobrecupo</Badge>}
    <Badge tone={statusTone(status)}>{statusText(status)}</Badge>
  </span>
);
