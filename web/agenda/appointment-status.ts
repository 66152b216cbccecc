import { APPOINTMENT_STATUSES, type AppointmentStatus } from '#contract/agenda';
import type { Tone } from '#web/ui/badge.tsx';

const STATUS_TONES: Record<AppointmentStatus, Tone> = {
  scheduled: 'neutral',
  confirmed: 'blue',
  arrived: 'purple',
  attended: 'green',
  'no-show': 'orange',
  cancelled: 'red',
};

/** A page loaded before an update of the server may receive a status that it does not know. */
export const statusText = (status: AppointmentStatus): string =>
  APPOINTMENT_STATUSES[status] ?? APPOINTMENT_STATUSES.scheduled;
export const statusTone = (status: AppointmentStatus): Tone => STATUS_TONES[status] ?? STATUS_TONES.scheduled;
