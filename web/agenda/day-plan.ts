import { type Appointment, endTime, isOpen } from '#contract/agenda';

interface DayPlan {
  next: Appointment | undefined;
  /** The appointments after `next`. */
  rest: Appointment[];
}

/** What is left of a day at that time. A patient who waits is not past, however late it is. */
export function dayPlan(appointments: readonly Appointment[], clock: string): DayPlan {
  const [next, ...rest] = appointments.filter(
    (one) => isOpen(one) && (one.status === 'arrived' || endTime(one) > clock),
  );
  return { next, rest };
}
