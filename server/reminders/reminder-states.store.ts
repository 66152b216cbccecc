import { toClock, toMinutes } from '#contract/days';
import type { LastReminder, PatientAnswer } from '#contract/reminder-states';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';

interface LastReminderRow extends Pick<LastReminder, 'channel' | 'status'> {
  appointmentId: string;
  at: Date;
}

/** The newest reminder of each appointment that has one. */
export async function lastReminders(db: OwnerSql, ids: readonly string[]): Promise<Map<string, LastReminder>> {
  const rows = await db<LastReminderRow[]>`
    select distinct on (appointment_id) appointment_id as "appointmentId", channel, status, at from reminders
     where owner_id = ${db.owner} and appointment_id = any (${ids}::uuid[])
     order by appointment_id, at desc, id desc`;
  return new Map(rows.map(({ appointmentId, at, ...state }) => [appointmentId, { ...state, at: at.toISOString() }]));
}

const encryptionContext = (owner: string, row: string) => ({ table: 'patient_answers', column: 'reason', owner, row });

interface AnswerRow {
  appointmentId: string;
  answer: PatientAnswer['answer'];
  reason: Buffer | null;
  at: Date;
  fromDate: string | null;
  fromMinute: number | null;
}

/** What the patient answered about each appointment, where the patient did. */
export async function patientAnswers(
  db: OwnerSql,
  ids: readonly string[],
  cipher: FieldCipher,
): Promise<Map<string, PatientAnswer>> {
  const rows = await db<AnswerRow[]>`
    select appointment_id as "appointmentId", answer, reason, at, from_date as "fromDate", from_minute as "fromMinute"
      from patient_answers
     where owner_id = ${db.owner} and appointment_id = any (${ids}::uuid[])`;
  const decrypt = (reason: Buffer, id: string) =>
    cipher.tryDecrypt(reason, encryptionContext(db.owner, id)) ?? UNDECRYPTABLE_TEXT;
  return new Map(
    rows.map(({ appointmentId, answer, reason, at, fromDate, fromMinute }) => [
      appointmentId,
      {
        answer,
        at: at.toISOString(),
        reason: reason ? decrypt(reason, appointmentId) : undefined,
        from: fromDate === null || fromMinute === null ? undefined : { date: fromDate, time: toClock(fromMinute) },
      },
    ]),
  );
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
