import { type Appointment, endTime, isOpen } from '#contract/agenda';

interface DayPlan {
  /** The appointments to attend, the next one first. */
  upcoming: Appointment[];
  /** The appointments that were attended or missed, or whose time is over. */
  others: Appointment[];
}

/** Divides the appointments of a day at that time. A patient who waits is to be attended, however late it is. */
export function dayPlan(appointments: readonly Appointment[], clock: string): DayPlan {
  const isUpcoming = (one: Appointment) => isOpen(one) && (one.status === 'arrived' || endTime(one) > clock);
  return {
    upcoming: appointments.filter(isUpcoming),
    others: appointments.filter((one) => !isUpcoming(one)),
  };
}
