import type { Appointment, AppointmentChange } from './agenda.ts';
import { addDays, daysBetween } from './days.ts';

/** The appointment after a change. */
export const afterChange = (
  appointment: Appointment,
  { date, time, duration, note, status, overbooked }: AppointmentChange,
): Appointment => ({
  ...appointment,
  date: date ?? appointment.date,
  time: time ?? appointment.time,
  duration: duration ?? appointment.duration,
  note: note === undefined ? appointment.note : note || undefined,
  status: status ?? appointment.status,
  overbooked: overbooked ?? appointment.overbooked,
});

/**
 * A later appointment of the series after the same change. It moves by as many days and gets the same hour, duration,
 * status and overbooking. It does not get the note.
 */
export function laterAfterChange(
  later: Appointment,
  { date, time, duration, status, overbooked }: AppointmentChange,
  changed: Appointment,
): Appointment {
  const days = date === undefined ? 0 : daysBetween(changed.date, date);
  // To schedule is to take a cancellation back: the others keep their status.
  const keepsStatus = status === 'scheduled' && later.status !== 'cancelled';
  return afterChange(later, {
    date: addDays(later.date, days),
    time,
    duration,
    status: keepsStatus ? undefined : status,
    overbooked,
  });
}
