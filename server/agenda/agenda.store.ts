import type { NewAppointment } from '#contract/agenda';
import type { Span } from '#contract/appointment-spans';
import { toMinutes } from '#contract/days';
import type { Service } from '#contract/services';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';
import { type AppointmentRow, encryptionContext, type StoredAppointment, toAppointment } from './appointment-row.ts';
import type { TakenSpan } from './conflicts.ts';
import { actColumns } from './last-acts.store.ts';

const appointmentColumns = fragment`
  a.id, a.patient_id, p.name, p.social_name, p.rut, p.document_type, a.date, a.start_minute, a.duration, a.note, a.status,
  a.overbooked, a.series_id, a.service_id, a.service_name, a.booked_online, ${actColumns}`;
export const appointmentColumnsWithContact = fragment`${appointmentColumns}, p.contact`;

/**
 * Each patient is looked up by id. A plain join of some days would read all patients of a large practice. Citus sends the
 * query to one worker when each table names the owner.
 */
const fromAppointments = (owner: string) => fragment`
  from appointments a
  join lateral (
    select name, social_name, rut, document_type, contact from patients
     where owner_id = ${owner} and id = a.patient_id limit 1
  ) p on true`;

/** The appointments of a period, its first and last day included: the cancelled ones, or the others. */
export async function appointmentsBetween(
  db: OwnerSql,
  { from, to, isCancelled }: { from: string; to: string; isCancelled: boolean },
  cipher: FieldCipher,
): Promise<StoredAppointment[]> {
  const rows = await db<AppointmentRow[]>`
    select ${appointmentColumnsWithContact} ${fromAppointments(db.owner)}
     where a.owner_id = ${db.owner} and a.date >= ${from} and a.date <= ${to}
       and (a.status = 'cancelled') = ${isCancelled}
     order by a.date, a.start_minute, a.overbooked, a.id`;
  return rows.map((row) => toAppointment(db.owner, row, cipher));
}

export async function appointmentsWithIds(
  db: OwnerSql,
  ids: readonly string[],
  cipher: FieldCipher,
): Promise<StoredAppointment[]> {
  const rows = await db<AppointmentRow[]>`
    select ${appointmentColumnsWithContact} ${fromAppointments(db.owner)}
     where a.owner_id = ${db.owner} and a.id = any (${ids}::uuid[])`;
  return rows.map((row) => toAppointment(db.owner, row, cipher));
}

/** A page of the appointments of a patient, the last one first, also the cancelled ones. It begins after `after`. */
export async function appointmentsOfPatient(
  db: OwnerSql,
  { patientId, after, limit }: { patientId: string; after: string | undefined; limit: number },
  cipher: FieldCipher,
): Promise<StoredAppointment[]> {
  const isEarlier = after
    ? fragment`and (a.date, a.start_minute, a.id) < (
        select c.date, c.start_minute, c.id from appointments c where c.owner_id = ${db.owner} and c.id = ${after})`
    : fragment``;
  const rows = await db<AppointmentRow[]>`
    select ${appointmentColumns} ${fromAppointments(db.owner)}
     where a.owner_id = ${db.owner} and a.patient_id = ${patientId} ${isEarlier}
     order by a.date desc, a.start_minute desc, a.id desc limit ${limit}`;
  return rows.map((row) => toAppointment(db.owner, row, cipher));
}

export async function isPlannedAppointment(db: OwnerSql, id: string): Promise<boolean> {
  const found = await db`
    select from appointments where owner_id = ${db.owner} and id = ${id} and status <> 'cancelled'`;
  return found.count === 1;
}

/** The patient of an appointment. Undefined for an unknown one. */
export async function patientOfAppointment(db: OwnerSql, id: string): Promise<string | undefined> {
  const [row] = await db<[{ patient_id: string }?]>`
    select patient_id from appointments where owner_id = ${db.owner} and id = ${id}`;
  return row?.patient_id;
}

/** A page of the appointments of a patient, or of all patients, in the order of their ids. */
export async function appointmentsAfter(
  db: OwnerSql,
  { patientId, after, limit }: { patientId: string | undefined; after: string | undefined; limit: number },
  cipher: FieldCipher,
): Promise<StoredAppointment[]> {
  const ofPatient = patientId ? fragment`and a.patient_id = ${patientId}` : fragment``;
  const isLater = after ? fragment`and a.id > ${after}` : fragment``;
  const rows = await db<AppointmentRow[]>`
    select ${appointmentColumns} ${fromAppointments(db.owner)}
     where a.owner_id = ${db.owner} ${ofPatient} ${isLater}
     order by a.id limit ${limit}`;
  return rows.map((row) => toAppointment(db.owner, row, cipher));
}

/** As in the constraint `appointments_no_overlap`. */
const takesSlot = fragment`status <> 'cancelled' and not overbooked`;

/** The booked times from a day on, and those that are held for a booking. */
export async function spansFrom(db: OwnerSql, from: string, now: Date): Promise<Span[]> {
  return db<Span[]>`
    select date, start_minute as "startMinute", duration from appointments
     where owner_id = ${db.owner} and date >= ${from} and ${takesSlot} and (held_until is null or held_until > ${now})`;
}

/** The taken times of the given days, without the appointments `except`. */
export async function spansOn(
  db: OwnerSql,
  dates: readonly string[],
  except: readonly string[] = [],
): Promise<TakenSpan[]> {
  return db<TakenSpan[]>`
    select date, start_minute as "startMinute", duration, held_until is not null as "isHeld" from appointments
     where owner_id = ${db.owner} and date = any (${dates}::date[]) and id <> all (${except}::uuid[]) and ${takesSlot}`;
}

/** The day of each overbooked appointment on the given days, without the cancelled ones and those of `except`. */
export async function overbookedOn(
  db: OwnerSql,
  dates: readonly string[],
  except: readonly string[] = [],
): Promise<{ date: string }[]> {
  return db<{ date: string }[]>`
    select date from appointments
     where owner_id = ${db.owner} and date = any (${dates}::date[]) and id <> all (${except}::uuid[])
       and overbooked and status <> 'cancelled'`;
}

export interface AppointmentToInsert {
  id: string;
  seriesId: string | undefined;
  service?: Pick<Service, '_id' | 'name' | 'modality'> | undefined;
  appointment: NewAppointment;
}

/** Returns false when one of them overlaps another appointment. */
export async function insertAppointments(
  tx: OwnerTx,
  rows: readonly AppointmentToInsert[],
  cipher: FieldCipher,
  at: Date,
): Promise<boolean> {
  const column = <T>(read: (appointment: NewAppointment) => T) => rows.map(({ appointment }) => read(appointment));
  const notes = rows.map(({ id, appointment: { note } }) =>
    note === undefined ? null : cipher.encrypt(note, encryptionContext(tx.owner, id)),
  );
  const inserted = await tx`
    insert into appointments (owner_id, id, patient_id, date, start_minute, duration, note, overbooked, series_id,
                              service_id, service_name, modality, created_at)
    values (${tx.owner}, unnest(${rows.map(({ id }) => id)}::uuid[]),
            unnest(${column(({ patientId }) => patientId)}::uuid[]), unnest(${column(({ date }) => date)}::date[]),
            unnest(${column(({ time }) => toMinutes(time))}::int[]), unnest(${column(({ duration }) => duration)}::int[]),
            unnest(${notes}::encrypted[]), unnest(${column(({ overbooked }) => overbooked ?? false)}::boolean[]),
            unnest(${rows.map(({ seriesId }) => seriesId ?? null)}::uuid[]),
            unnest(${rows.map(({ service }) => service?._id ?? null)}::uuid[]),
            unnest(${rows.map(({ service }) => service?.name ?? null)}::text[]),
            unnest(${rows.map(({ service }) => service?.modality ?? null)}::text[]), ${at})
    on conflict do nothing`;
  return inserted.count === rows.length;
}
