import { type Appointment, endTime, type SlotOfDay, slotsOfDay } from '#contract/agenda';
import type { BookingRequest } from '#contract/booking-requests';
import { toMinutes } from '#contract/days';
import { SLOT_MINUTES } from '#contract/slots';
import { inOrder } from '#web/agenda/week.ts';

export type Span = Pick<Appointment, 'time' | 'duration'>;

export function containsTime({ time, appointment }: SlotOfDay<Span>, clock: string): boolean {
  return time <= clock && clock < endTime(appointment ?? { time, duration: SLOT_MINUTES });
}

export const overlaps = (one: Span, other: Span): boolean => one.time < endTime(other) && other.time < endTime(one);

/** The appointment whose slot another one would need. An overbooked one takes no slot. */
export const overlappingAppointment = (appointments: readonly Appointment[], span: Span): Appointment | undefined =>
  appointments.find((one) => !one.overbooked && overlaps(one, span));

export interface RowOfDay extends SlotOfDay<Span> {
  /** All appointments that begin here, the overbooked ones last. */
  appointments: Appointment[];
  /** The booking that holds the hour that begins here. */
  held: BookingRequest | undefined;
  /** The appointments that began earlier and are not over, when an overbooked one begins here. */
  running: Appointment[];
  /** The height of the row. */
  slots: number;
}

/** The rows of a day: its slots, with overbooked appointments beside those whose time they share. */
export function rowsOfDay(appointments: readonly Appointment[], bookings: readonly BookingRequest[] = []): RowOfDay[] {
  const ordered = inOrder(appointments);
  const slots = slotsOfDay<Span>([...bookings, ...ordered]);
  return slots.map((slot, index) => {
    const starting = ordered.filter(({ time }) => time === slot.time);
    const running = ordered.filter((one) => one.time < slot.time && slot.time < endTime(one));
    const held = bookings.find(({ time }) => time === slot.time);
    const durations = [...starting, ...(held ? [held] : [])].map(({ duration }) => duration / SLOT_MINUTES);
    const tallest = Math.max(...durations, 1);
    const next = slots[index + 1];
    // A row that begins within this appointment takes over the rest of its height.
    const untilNext = next ? (toMinutes(next.time) - toMinutes(slot.time)) / SLOT_MINUTES : tallest;
    return {
      ...slot,
      appointments: starting,
      held,
      running: slot.appointment ? running : [],
      slots: Math.min(tallest, untilNext),
    };
  });
}
