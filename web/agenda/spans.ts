import { type Appointment, endTime, type SlotOfDay } from '#contract/agenda';

const SLOT = 30;

type Span = Pick<Appointment, 'time' | 'duration'>;

/** The height of a row in slots: one if it is free, otherwise the duration of its appointment. */
export const slotsTaken = ({ appointment }: SlotOfDay): number => (appointment ? appointment.duration / SLOT : 1);

export function containsTime({ time, appointment }: SlotOfDay, clock: string): boolean {
  return time <= clock && clock < endTime(appointment ?? { time, duration: SLOT });
}

export const overlappingAppointment = (appointments: readonly Appointment[], span: Span): Appointment | undefined =>
  appointments.find((one) => one.time < endTime(span) && span.time < endTime(one));
