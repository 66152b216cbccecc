import type { AppointmentStatus } from '#contract/agenda';
import { toClock } from '#contract/days';
import type { Modality } from '#contract/services';
import { modalityOfAppointment } from '#server/platform/database/appointment-modality';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

/** An appointment, as far as a message needs it. */
export interface StoredVisit {
  id: string;
  patientId: string;
  date: string;
  time: string;
  duration: number;
  status: AppointmentStatus;
  revision: number;
  modality: Modality;
}

/** What is stored with a queued mail. */
export const toMessageVisit = ({ id, date, time, duration }: StoredVisit) => ({ id, date, time, duration });

interface VisitRow extends Omit<StoredVisit, 'time'> {
  startMinute: number;
}

const columns = (owner: string) => fragment`
  a.id, a.patient_id as "patientId", a.date, a.start_minute as "startMinute", a.duration, a.status, a.revision,
  ${modalityOfAppointment(owner)} as modality`;

const toVisit = ({ startMinute, ...row }: VisitRow): StoredVisit => ({ ...row, time: toClock(startMinute) });

export async function findVisits(db: OwnerSql, ids: readonly string[]): Promise<StoredVisit[]> {
  const rows = await db<VisitRow[]>`
    select ${columns(db.owner)} from appointments a where owner_id = ${db.owner} and id = any (${ids}::uuid[])
       and held_until is null`;
  return rows.map(toVisit);
}

export async function openVisitsOn(db: OwnerSql, date: string): Promise<StoredVisit[]> {
  const rows = await db<VisitRow[]>`
    select ${columns(db.owner)} from appointments a
     where owner_id = ${db.owner} and date = ${date} and status in ('scheduled', 'confirmed', 'arrived')
       and held_until is null
     order by start_minute, overbooked, id`;
  return rows.map(toVisit);
}

/** Locks the appointments whose reminder is still due. Another process skips them. */
export async function lockDueVisits(tx: OwnerTx, ids: readonly string[], now: Date): Promise<StoredVisit[]> {
  const rows = await tx<VisitRow[]>`
    select ${columns(tx.owner)} from appointments a
     where owner_id = ${tx.owner} and id = any (${ids}::uuid[]) and reminder_at <= ${now}
     order by id for update of a skip locked`;
  return rows.map(toVisit);
}
