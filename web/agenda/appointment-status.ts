import { APPOINTMENT_STATUSES, type AppointmentStatus } from '#contract/agenda';
import type { Tone } from '#web/ui/badge.tsx';

interface Look {
  tone: Tone;
  /** The text of the status on the block of its appointment. */
  text: string;
  /** The background and the left edge of the block. */
  tint: string;
  edge: string;
}

const LOOKS: Record<AppointmentStatus, Look> = {
  scheduled: { tone: 'neutral', text: 'text-muted', tint: 'bg-austral-50', edge: 'border-austral-600' },
  confirmed: { tone: 'blue', text: 'text-blue', tint: 'bg-blue-tint', edge: 'border-blue' },
  arrived: { tone: 'purple', text: 'text-purple', tint: 'bg-purple-tint', edge: 'border-purple' },
  attended: { tone: 'green', text: 'text-green', tint: 'bg-green-tint', edge: 'border-green' },
  'no-show': { tone: 'orange', text: 'text-orange', tint: 'bg-orange-tint', edge: 'border-orange' },
  cancelled: { tone: 'red', text: 'text-red', tint: 'bg-red-tint', edge: 'border-red' },
};

/** A page loaded before an update of the server may receive a status that it does not know. */
const lookFor = (status: AppointmentStatus): Look => LOOKS[status] ?? LOOKS.scheduled;

export const statusText = (status: AppointmentStatus): string =>
  APPOINTMENT_STATUSES[status] ?? APPOINTMENT_STATUSES.scheduled;
export const statusTone = (status: AppointmentStatus): Tone => lookFor(status).tone;
export const statusTextClass = (status: AppointmentStatus): string => lookFor(status).text;

/** The colours of the block of an appointment. The edge is copper while the appointment takes place. */
export function blockClass(status: AppointmentStatus, isNow: boolean): string {
  const { tint, edge } = lookFor(status);
  return `${tint} ${isNow ? 'border-copper' : edge}`;
}
