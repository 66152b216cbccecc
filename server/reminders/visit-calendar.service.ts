import type { AppointmentStatus } from '#contract/agenda';
import type { Deps } from '#server/deps';
import { linkAddress } from '#server/links/link-address';
import type { OwnerSql } from '#server/platform/database/database';
import { appointmentCalendar } from './appointment-calendar.ts';
import { findVisits, type StoredVisit } from './visits.store.ts';

interface Visit {
  id: string;
  date: string;
  time: string;
  duration: number;
  status: AppointmentStatus;
  revision: number;
  changedAt: Date;
}

interface Circumstances {
  timeZone: string;
  professional: { name: string; email: string };
  place: string;
  token: string;
}

/** A visit for the patient's calendar. A calendar that has it already takes a later one for a change of it. */
export function visitCalendar(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  { revision, ...visit }: Visit,
  { token, ...circumstances }: Circumstances,
): Promise<string> {
  const isCancelled = visit.status === 'cancelled';
  return appointmentCalendar({
    ...circumstances,
    method: isCancelled ? 'CANCEL' : 'PUBLISH',
    events: [{ ...visit, sequence: revision, status: isCancelled ? 'CANCELLED' : 'CONFIRMED' }],
    url: linkAddress(publicUrl, token),
  });
}

/** An appointment as it is now. Undefined for a deleted one. */
export const readVisit = async (db: OwnerSql, id: string): Promise<StoredVisit | undefined> =>
  (await findVisits(db, [id]))[0];
