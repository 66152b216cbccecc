import type { Appointment, NewAppointment } from '#contract/agenda';
import { toClock, toMinutes } from '#contract/days';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

interface AppointmentRow {
  id: string;
  patient_id: string;
  name: string;
  rut: string;
  date: string;
  start_minute: number;
  duration: number;
  note: Buffer | null;
}

const encryptionContext = (owner: string, row: string) => ({ table: 'appointments', column: 'note', owner, row });

function toAppointment(owner: string, row: AppointmentRow, cipher: FieldCipher): Appointment {
  const note = row.note ? cipher.tryDecrypt(row.note, encryptionContext(owner, row.id)) : undefined;
  const undecryptable = row.note && note === undefined ? true : undefined;
  return {
    _id: row.id,
    patientId: row.patient_id,
    patientName: row.name,
    patientRut: row.rut,
    date: row.date,
    time: toClock(row.start_minute),
    duration: row.duration,
    note: undecryptable ? UNDECRYPTABLE_TEXT : note,
    undecryptable,
  };
}

export async function appointmentsOn(db: OwnerSql, date: string, cipher: FieldCipher): Promise<Appointment[]> {
  const rows = await db<AppointmentRow[]>`
    select a.id, a.patient_id, p.name, p.rut, a.date, a.start_minute, a.duration, a.note
      from appointments a
      join patients p on p.owner_id = a.owner_id and p.id = a.patient_id
     where a.owner_id = ${db.owner} and a.date = ${date}
     order by a.start_minute`;
  return rows.map((row) => toAppointment(db.owner, row, cipher));
}

/** A page of the appointments of a patient, or of all patients, in the order of their ids. */
export async function appointmentsAfter(
  db: OwnerSql,
  { patientId, after, limit }: { patientId: string | undefined; after: string | undefined; limit: number },
  cipher: FieldCipher,
): Promise<Appointment[]> {
  const ofPatient = patientId ? fragment`and a.patient_id = ${patientId}` : fragment``;
  const isLater = after ? fragment`and a.id > ${after}` : fragment``;
  const rows = await db<AppointmentRow[]>`
    select a.id, a.patient_id, p.name, p.rut, a.date, a.start_minute, a.duration, a.note
      from appointments a
      join patients p on p.owner_id = a.owner_id and p.id = a.patient_id
     where a.owner_id = ${db.owner} ${ofPatient} ${isLater}
     order by a.id limit ${limit}`;
  return rows.map((row) => toAppointment(db.owner, row, cipher));
}

/** Returns false when the appointment overlaps another one. */
export async function insertAppointment(
  tx: OwnerTx,
  id: string,
  appointment: NewAppointment,
  cipher: FieldCipher,
  at: Date,
): Promise<boolean> {
  const { patientId, date, time, duration, note } = appointment;
  const encryptedNote = note === undefined ? null : cipher.encrypt(note, encryptionContext(tx.owner, id));
  const inserted = await tx`
    insert into appointments (owner_id, id, patient_id, date, start_minute, duration, note, created_at)
    values (${tx.owner}, ${id}, ${patientId}, ${date}, ${toMinutes(time)}, ${duration}, ${encryptedNote}, ${at})
    on conflict do nothing`;
  return inserted.count === 1;
}

/** Returns the patient of the appointment. Undefined for an unknown one. */
export async function removeAppointment(tx: OwnerTx, id: string): Promise<{ patientId: string } | undefined> {
  const [removed] = await tx<[{ patientId: string }?]>`
    delete from appointments where owner_id = ${tx.owner} and id = ${id} returning patient_id as "patientId"`;
  return removed;
}

/** When something is booked, from a day on. */
export async function spansFrom(
  db: OwnerSql,
  from: string,
): Promise<{ date: string; startMinute: number; duration: number }[]> {
  return db<{ date: string; startMinute: number; duration: number }[]>`
    select date, start_minute as "startMinute", duration from appointments
     where owner_id = ${db.owner} and date >= ${from}`;
}

/** Returns false when one of them overlaps another appointment. */
export async function insertAppointments(
  tx: OwnerTx,
  rows: readonly { id: string; appointment: NewAppointment }[],
  cipher: FieldCipher,
  at: Date,
): Promise<boolean> {
  const column = <T>(read: (appointment: NewAppointment) => T) => rows.map(({ appointment }) => read(appointment));
  const notes = rows.map(({ id, appointment: { note } }) =>
    note === undefined ? null : cipher.encrypt(note, encryptionContext(tx.owner, id)),
  );
  const inserted = await tx`
    insert into appointments (owner_id, id, patient_id, date, start_minute, duration, note, created_at)
    values (${tx.owner}, unnest(${rows.map(({ id }) => id)}::uuid[]),
            unnest(${column(({ patientId }) => patientId)}::uuid[]), unnest(${column(({ date }) => date)}::date[]),
            unnest(${column(({ time }) => toMinutes(time))}::int[]), unnest(${column(({ duration }) => duration)}::int[]),
            unnest(${notes}::encrypted[]), ${at})
    on conflict do nothing`;
  return inserted.count === rows.length;
}

export async function removeAppointments(
  tx: OwnerTx,
  ids: readonly string[],
): Promise<{ id: string; patientId: string }[]> {
  return tx<{ id: string; patientId: string }[]>`
    delete from appointments where owner_id = ${tx.owner} and id = any (${ids}::uuid[])
    returning id, patient_id as "patientId"`;
}
