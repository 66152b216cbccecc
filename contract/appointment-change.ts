import type { Appointment, AppointmentChange } from './agenda.ts';
import { addDays, daysBetween } from './days.ts';

/** What a change makes of an appointment. */
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
 * What the same change makes of a later appointment of the series. It moves by as many days and gets the same hour,
 * duration, status and overbooking. The note belongs to the one that is changed.
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
