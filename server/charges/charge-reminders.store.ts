import type { ChargeReminder } from '#contract/charge-reminders';
import type { LastReminder, ReminderChannel, ReminderStatus } from '#contract/reminder-states';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

export async function insertReminder(
  tx: OwnerTx,
  {
    id,
    patientId,
    channel,
    status,
    amount,
  }: Pick<ChargeReminder, 'channel' | 'status' | 'amount'> & {
    id: string;
    patientId: string;
  },
  at: Date,
): Promise<void> {
  await tx`
    insert into charge_reminders (owner_id, id, patient_id, channel, status, amount, at)
    values (${tx.owner}, ${id}, ${patientId}, ${channel}, ${status}, ${amount}, ${at})`;
}

/** The patients of the mails queued or sent since then, one entry for each mail. */
export async function patientsMailedSince(db: OwnerSql, since: Date): Promise<string[]> {
  const rows = await db<{ patientId: string }[]>`
    select patient_id as "patientId" from charge_reminders
     where owner_id = ${db.owner} and channel = 'email' and status <> 'failed' and at > ${since}`;
  return rows.map(({ patientId }) => patientId);
}

/** The last reminder of each patient who got one. */
export async function lastReminders(db: OwnerSql, patientIds: readonly string[]): Promise<Map<string, LastReminder>> {
  const rows = await db<{ patientId: string; channel: ReminderChannel; status: ReminderStatus; at: Date }[]>`
    select distinct on (patient_id) patient_id as "patientId", channel, status, at from charge_reminders
     where owner_id = ${db.owner} and patient_id = any (${patientIds}::uuid[])
     order by patient_id, at desc, id desc`;
  return new Map(rows.map(({ patientId, at, ...reminder }) => [patientId, { ...reminder, at: at.toISOString() }]));
}

export async function isReminderPending(db: OwnerSql, id: string): Promise<boolean> {
  const found = await db`
    select from charge_reminders where owner_id = ${db.owner} and id = ${id} and status = 'pending'`;
  return found.count === 1;
}

/** Stores what became of a mail. Undefined when that was stored before, or the patient was deleted. */
export async function finishReminder(
  tx: OwnerTx,
  id: string,
  { status, at }: { status: ReminderStatus; at: Date },
): Promise<{ patientId: string; amount: number } | undefined> {
  const [row] = await tx<[{ patientId: string; amount: number }?]>`
    update charge_reminders set status = ${status}, at = ${at}
     where owner_id = ${tx.owner} and id = ${id} and status = 'pending'
    returning patient_id as "patientId", amount`;
  return row;
}

/** A reminder in an export. */
export interface ReminderRecord {
  id: string;
  patientName: string;
  channel: ReminderChannel;
  status: ReminderStatus;
  amount: number;
  at: Date;
}

/** The reminders that follow `after`, of a patient or of all patients, in the order of their ids. */
export async function remindersAfter(
  db: OwnerSql,
  { patientId, after, limit }: { patientId: string | undefined; after: string | undefined; limit: number },
): Promise<ReminderRecord[]> {
  return db<ReminderRecord[]>`
    select r.id, p.name as "patientName", r.channel, r.status, r.amount, r.at
      from charge_reminders r
      join patients p on p.owner_id = r.owner_id and p.id = r.patient_id
     where r.owner_id = ${db.owner} ${patientId === undefined ? fragment`` : fragment`and r.patient_id = ${patientId}`}
       ${after === undefined ? fragment`` : fragment`and r.id > ${after}`}
     order by r.id limit ${limit}`;
}
