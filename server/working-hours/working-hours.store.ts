import { toClock, toMinutes } from '#contract/days';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import type { Absence, NewAbsence, WorkingHours, WorkingInterval } from '#contract/working-hours';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';

export async function workingHours(db: OwnerSql): Promise<WorkingHours> {
  const [hours, [settings]] = await Promise.all([
    allHours(db),
    db<[{ defaultDuration: WorkingHours['defaultDuration'] | null }?]>`
      select default_duration as "defaultDuration" from agenda_settings where owner_id = ${db.owner}`,
  ]);
  return { hours, defaultDuration: settings?.defaultDuration ?? undefined };
}

async function allHours(db: OwnerSql): Promise<WorkingInterval[]> {
  const rows = await db<{ weekday: number; fromMinute: number; toMinute: number }[]>`
    select weekday, from_minute as "fromMinute", to_minute as "toMinute" from working_hours
     where owner_id = ${db.owner} order by weekday, from_minute`;
  return rows.map(({ weekday, fromMinute, toMinute }) => ({
    weekday,
    from: toClock(fromMinute),
    to: toClock(toMinute),
  }));
}

export async function deleteHours(tx: OwnerTx): Promise<void> {
  await tx`delete from working_hours where owner_id = ${tx.owner}`;
}

export async function insertHours(tx: OwnerTx, hours: readonly WorkingInterval[]): Promise<void> {
  await tx`
    insert into working_hours (owner_id, weekday, from_minute, to_minute)
    values (${tx.owner}, unnest(${hours.map(({ weekday }) => weekday)}::int[]),
            unnest(${hours.map(({ from }) => toMinutes(from))}::int[]),
            unnest(${hours.map(({ to }) => toMinutes(to))}::int[]))`;
}

export async function replaceDefaultDuration(tx: OwnerTx, duration: WorkingHours['defaultDuration']): Promise<void> {
  await tx`
    insert into agenda_settings (owner_id, default_duration) values (${tx.owner}, ${duration})
    on conflict (owner_id) do update set default_duration = excluded.default_duration`;
}

interface AbsenceRow {
  id: string;
  first_day: string;
  last_day: string;
  from_minute: number | null;
  to_minute: number | null;
  reason: Buffer | null;
}

const encryptionContext = (owner: string, row: string) => ({ table: 'absences', column: 'reason', owner, row });

export async function allAbsences(db: OwnerSql, cipher: FieldCipher): Promise<Absence[]> {
  const rows = await db<AbsenceRow[]>`
    select id, first_day, last_day, from_minute, to_minute, reason from absences
     where owner_id = ${db.owner} order by first_day, from_minute nulls first, id`;
  return rows.map((row) => toAbsence(db.owner, row, cipher));
}

function toAbsence(owner: string, row: AbsenceRow, cipher: FieldCipher): Absence {
  const reason = row.reason ? cipher.tryDecrypt(row.reason, encryptionContext(owner, row.id)) : undefined;
  const undecryptable = row.reason && reason === undefined ? true : undefined;
  return {
    _id: row.id,
    from: row.first_day,
    to: row.last_day,
    startTime: row.from_minute === null ? undefined : toClock(row.from_minute),
    endTime: row.to_minute === null ? undefined : toClock(row.to_minute),
    reason: undecryptable ? UNDECRYPTABLE_TEXT : reason,
    undecryptable,
  };
}

export async function countAbsences(tx: OwnerTx): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    select count(*)::int as count from absences where owner_id = ${tx.owner}`;
  return row.count;
}

export async function insertAbsence(
  tx: OwnerTx,
  id: string,
  { from, to, startTime, endTime, reason }: NewAbsence,
  cipher: FieldCipher,
  at: Date,
): Promise<void> {
  const minute = (clock: string | undefined) => (clock === undefined ? null : toMinutes(clock));
  const encryptedReason = reason === undefined ? null : cipher.encrypt(reason, encryptionContext(tx.owner, id));
  await tx`
    insert into absences (owner_id, id, first_day, last_day, from_minute, to_minute, reason, created_at)
    values (${tx.owner}, ${id}, ${from}, ${to}, ${minute(startTime)}, ${minute(endTime)}, ${encryptedReason}, ${at})`;
}

/** False for an unknown one. */
export async function removeAbsence(tx: OwnerTx, id: string): Promise<boolean> {
  const removed = await tx`delete from absences where owner_id = ${tx.owner} and id = ${id}`;
  return removed.count === 1;
}
