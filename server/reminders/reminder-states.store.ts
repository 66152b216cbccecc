import { toClock, toMinutes } from '#contract/days';
import type { LastReminder, PatientAnswer } from '#contract/reminder-states';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';

const encryptionContext = (owner: string, row: string) => ({ table: 'patient_answers', column: 'reason', owner, row });

interface StateRow {
  appointmentId: string;
  channel: LastReminder['channel'] | null;
  status: LastReminder['status'];
  remindedAt: Date;
  answer: PatientAnswer['answer'] | null;
  reason: Buffer | null;
  answeredAt: Date;
  fromDate: string | null;
  fromMinute: number | null;
}

export interface ReminderStates {
  lastReminder: LastReminder | undefined;
  patientAnswer: PatientAnswer | undefined;
}

/** The newest reminder of each appointment, and what its patient answered. Appointments without either are missing. */
export async function reminderStates(
  db: OwnerSql,
  ids: readonly string[],
  cipher: FieldCipher,
): Promise<Map<string, ReminderStates>> {
  const rows = await db<StateRow[]>`
    select coalesce(r.appointment_id, a.appointment_id) as "appointmentId", r.channel, r.status, r.at as "remindedAt",
           a.answer, a.reason, a.at as "answeredAt", a.from_date as "fromDate", a.from_minute as "fromMinute"
      from (select distinct on (appointment_id) appointment_id, channel, status, at from reminders
             where owner_id = ${db.owner} and appointment_id = any (${ids}::uuid[])
             order by appointment_id, at desc, id desc) r
      full join (select appointment_id, answer, reason, at, from_date, from_minute from patient_answers
                  where owner_id = ${db.owner} and appointment_id = any (${ids}::uuid[])) a using (appointment_id)`;
  return new Map(rows.map((row) => [row.appointmentId, toStates(db.owner, row, cipher)]));
}

function toStates(owner: string, row: StateRow, cipher: FieldCipher): ReminderStates {
  const { appointmentId, channel, status, remindedAt, answer, reason, answeredAt, fromDate, fromMinute } = row;
  const decrypt = (text: Buffer) =>
    cipher.tryDecrypt(text, encryptionContext(owner, appointmentId)) ?? UNDECRYPTABLE_TEXT;
  return {
    lastReminder: channel ? { channel, status, at: remindedAt.toISOString() } : undefined,
    patientAnswer: answer
      ? {
          answer,
          at: answeredAt.toISOString(),
          reason: reason ? decrypt(reason) : undefined,
          from: fromDate === null || fromMinute === null ? undefined : { date: fromDate, time: toClock(fromMinute) },
        }
      : undefined,
  };
}

/** What a patient answers. `from` is the hour before a move. */
export interface NewAnswer extends Pick<PatientAnswer, 'answer'> {
  reason: string | undefined;
  from: PatientAnswer['from'];
  at: Date;
}

export async function storeAnswer(
  tx: OwnerTx,
  appointmentId: string,
  { answer, reason, from, at }: NewAnswer,
  cipher: FieldCipher,
): Promise<void> {
  const encrypted = reason === undefined ? null : cipher.encrypt(reason, encryptionContext(tx.owner, appointmentId));
  await tx`
    insert into patient_answers (owner_id, appointment_id, answer, reason, at, from_date, from_minute)
    values (${tx.owner}, ${appointmentId}, ${answer}, ${encrypted}, ${at}, ${from?.date ?? null},
            ${from ? toMinutes(from.time) : null})
    on conflict (owner_id, appointment_id) do update
      set answer = excluded.answer, reason = excluded.reason, at = excluded.at, from_date = excluded.from_date,
          from_minute = excluded.from_minute`;
}

export async function deleteAnswers(tx: OwnerTx, ids: readonly string[]): Promise<void> {
  await tx`delete from patient_answers where owner_id = ${tx.owner} and appointment_id = any (${ids}::uuid[])`;
}

/** The appointments that patients answered about in a period, the last answer first. */
export async function answeredBetween(db: OwnerSql, from: Date, to: Date): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select appointment_id as id from patient_answers
     where owner_id = ${db.owner} and at >= ${from} and at < ${to}
     order by at desc, appointment_id`;
  return rows.map(({ id }) => id);
}

/** When a patient last answered, or a message was last queued, sent or refused. */
export async function lastChangeAt(db: OwnerSql): Promise<Date | null> {
  const [row] = await db<[{ at: Date | null }]>`
    select greatest((select max(at) from patient_answers where owner_id = ${db.owner}),
                    (select max(at) from reminders where owner_id = ${db.owner})) as at`;
  return row.at;
}
