import { toClock } from '#contract/days';
import type { DocumentType } from '#contract/patient-identity';
import type { Patient } from '#contract/patients';
import type { ReminderChannel, ReminderStatus } from '#contract/reminder-states';
import type { Reminder, ReminderKind } from '#contract/reminders';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';
import { failureText } from './failure-text.ts';

export interface NewReminder {
  id: string;
  patientId: string;
  appointmentId: string;
  kind: ReminderKind;
  channel: ReminderChannel;
  status: ReminderStatus;
  /** Undefined while a mail waits: the address is read when the mail is sent. */
  recipient: string | undefined;
}

const encryptionContext = (owner: string, row: string) => ({ table: 'reminders', column: 'recipient', owner, row });

export async function insertReminders(
  tx: OwnerTx,
  reminders: readonly NewReminder[],
  cipher: FieldCipher,
  at: Date,
): Promise<void> {
  const column = <T>(read: (reminder: NewReminder) => T) => reminders.map(read);
  const recipients = column(({ id, recipient }) =>
    recipient === undefined ? null : cipher.encrypt(recipient, encryptionContext(tx.owner, id)),
  );
  await tx`
    insert into reminders (owner_id, id, patient_id, appointment_id, kind, channel, status, recipient, at)
    values (${tx.owner}, unnest(${column(({ id }) => id)}::uuid[]), unnest(${column(({ patientId }) => patientId)}::uuid[]),
            unnest(${column(({ appointmentId }) => appointmentId)}::uuid[]), unnest(${column(({ kind }) => kind)}::text[]),
            unnest(${column(({ channel }) => channel)}::text[]), unnest(${column(({ status }) => status)}::text[]),
            unnest(${recipients}::encrypted[]), ${at})`;
}

interface ReminderRow {
  id: string;
  kind: ReminderKind;
  channel: ReminderChannel;
  status: ReminderStatus;
  at: Date;
  failure: string | null;
}

const toReminder = ({ id, at, failure, ...row }: ReminderRow): Reminder => ({
  _id: id,
  ...row,
  at: at.toISOString(),
  failure: failure === null ? undefined : failureText(failure),
});

export async function remindersOfAppointment(db: OwnerSql, appointmentId: string): Promise<Reminder[]> {
  const rows = await db<ReminderRow[]>`
    select id, kind, channel, status, at, failure from reminders
     where owner_id = ${db.owner} and appointment_id = ${appointmentId}
     order by at desc, id desc`;
  return rows.map(toReminder);
}

/** A message with the patient and the appointment that it is about. The appointment may be deleted since. */
export interface ReminderRecord extends Reminder {
  recipient: string | undefined;
  visit: { date: string; time: string } | undefined;
  patient: Pick<Patient, 'name' | 'socialName' | 'rut' | 'documentType'>;
}

interface RecordRow extends ReminderRow {
  recipient: Buffer | null;
  date: string | null;
  startMinute: number | null;
  name: string;
  socialName: string | null;
  rut: string;
  documentType: DocumentType;
}

/**
 * A page of the messages to a patient, or to all patients, in the order of their ids. Each row looks its patient up by id:
 * a plain join could read all patients for each page.
 */
export async function remindersAfter(
  db: OwnerSql,
  { patientId, after, limit }: { patientId: string | undefined; after: string | undefined; limit: number },
  cipher: FieldCipher,
): Promise<ReminderRecord[]> {
  const ofPatient = patientId ? fragment`and r.patient_id = ${patientId}` : fragment``;
  const isLater = after ? fragment`and r.id > ${after}` : fragment``;
  const rows = await db<RecordRow[]>`
    select r.id, r.kind, r.channel, r.status, r.at, r.failure, r.recipient, a.date, a.start_minute as "startMinute",
           p.name, p.social_name as "socialName", p.rut, p.document_type as "documentType"
      from reminders r
      join lateral (
        select name, social_name, rut, document_type from patients
         where owner_id = ${db.owner} and id = r.patient_id limit 1
      ) p on true
      left join lateral (
        select date, start_minute from appointments where owner_id = ${db.owner} and id = r.appointment_id limit 1
      ) a on true
     where r.owner_id = ${db.owner} ${ofPatient} ${isLater}
     order by r.id limit ${limit}`;
  return rows.map(({ recipient, date, startMinute, name, socialName, rut, documentType, ...row }) => ({
    ...toReminder(row),
    recipient: recipient
      ? (cipher.tryDecrypt(recipient, encryptionContext(db.owner, row.id)) ?? UNDECRYPTABLE_TEXT)
      : undefined,
    visit: date === null || startMinute === null ? undefined : { date, time: toClock(startMinute) },
    patient: { name, socialName: socialName ?? undefined, rut, documentType },
  }));
}

/** How many mails a patient was sent since then, or will be. */
export async function countMailsSince(db: OwnerSql, patientId: string, since: Date): Promise<number> {
  const [row] = await db<[{ mails: number }]>`
    select count(*)::int as mails from reminders
     where owner_id = ${db.owner} and patient_id = ${patientId} and channel = 'email' and at > ${since}`;
  return row.mails;
}

export async function isPending(db: OwnerSql, id: string): Promise<boolean> {
  const found = await db`select from reminders where owner_id = ${db.owner} and id = ${id} and status = 'pending'`;
  return found.count > 0;
}

/** Whether a later reminder before the same visit was queued. */
export async function hasLaterReminder(db: OwnerSql, id: string): Promise<boolean> {
  const found = await db`
    select later.id from reminders later
      join reminders this on this.owner_id = later.owner_id and this.appointment_id = later.appointment_id
     where later.owner_id = ${db.owner} and this.owner_id = ${db.owner} and this.id = ${id}
       and later.kind = 'before' and later.id > this.id limit 1`;
  return found.count > 0;
}

/** Undefined when the reminder is finished already, or was deleted. */
export async function finishReminder(
  tx: OwnerTx,
  id: string,
  {
    status,
    failure,
    to,
    at,
  }: { status: 'sent' | 'failed'; failure: string | undefined; to: string | undefined; at: Date },
  cipher: FieldCipher,
): Promise<{ appointmentId: string; patientId: string; kind: ReminderKind } | undefined> {
  const recipient = to === undefined ? null : cipher.encrypt(to, encryptionContext(tx.owner, id));
  const [row] = await tx<[{ appointmentId: string; patientId: string; kind: ReminderKind }?]>`
    update reminders
       set status = ${status}, failure = ${failure}, at = ${at},
           recipient = ${recipient}
     where owner_id = ${tx.owner} and id = ${id} and status = 'pending'
    returning appointment_id as "appointmentId", patient_id as "patientId", kind`;
  return row;
}

/** A message that is not sent after all is not listed. */
export async function dropReminder(tx: OwnerTx, id: string): Promise<void> {
  await tx`delete from reminders where owner_id = ${tx.owner} and id = ${id} and status = 'pending'`;
}
