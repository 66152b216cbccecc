import { type Appointment, endTime, type SlotOfDay } from '#contract/agenda';

const SLOT = 30;

type Span = Pick<Appointment, 'time' | 'duration'>;

/** How many slots a row stands for: one that is free, or as many as its appointment takes. */
export const slotsTaken = ({ appointment }: SlotOfDay): number => (appointment ? appointment.duration / SLOT : 1);

/** Whether the clock stands within the row. */
export function containsTime({ time, appointment }: SlotOfDay, clock: string): boolean {
  return time <= clock && clock < endTime(appointment ?? { time, duration: SLOT });
}

/** The appointment that already takes a part of that time. */
export const overlappingAppointment = (appointments: readonly Appointment[], span: Span): Appointment | undefined =>
  appointments.find((one) => one.time < endTime(span) && span.time < endTime(one));
