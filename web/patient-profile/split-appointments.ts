import { type Appointment, endTime, isOpen } from '#contract/agenda';

interface SplitAppointments {
  /** The soonest first. */
  coming: Appointment[];
  /** The last one first, and those that were closed before their time. */
  past: Appointment[];
  noShows: number;
}

/** From a list that begins with the last one. */
export function splitAppointments(
  appointments: readonly Appointment[],
  { today, clock }: { today: string; clock: string },
): SplitAppointments {
  const isComing = (one: Appointment) =>
    (isOpen(one) || one.status === 'cancelled') && (one.date > today || (one.date === today && endTime(one) > clock));
  return {
    coming: appointments.filter(isComing).reverse(),
    past: appointments.filter((one) => !isComing(one)),
    noShows: appointments.filter(({ status }) => status === 'no-show').length,
  };
}
