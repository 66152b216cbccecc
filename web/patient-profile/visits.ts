import { type Appointment, endTime, isOpen } from '#contract/agenda';

interface Visits {
  /** The soonest first. */
  coming: Appointment[];
  /** The last one first, and those that were closed before their time. */
  past: Appointment[];
  absences: number;
}

/** From a list that begins with the last one. */
export function visitsAt(
  appointments: readonly Appointment[],
  { today, clock }: { today: string; clock: string },
): Visits {
  const isComing = (one: Appointment) =>
    (isOpen(one) || one.status === 'cancelled') && (one.date > today || (one.date === today && endTime(one) > clock));
  return {
    coming: appointments.filter(isComing).reverse(),
    past: appointments.filter((one) => !isComing(one)),
    absences: appointments.filter(({ status }) => status === 'no-show').length,
  };
}
