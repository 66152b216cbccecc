import type { PendingAge, PendingTotals } from '#contract/charge-summaries';
import type { OwnerSql } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';
import { isListed, paidOf } from './charge-list.store.ts';

/** A page of the patients who owe something on a day. The patient with the oldest charge comes first. */
export async function pendingPatients(
  db: OwnerSql,
  { patientId, today }: { patientId: string | undefined; today: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const rows = await db<{ patientId: string }[]>`
    select c.patient_id as "patientId" from charges c where ${isListed(db.owner, { patientId, owedOn: today })}
     group by c.patient_id
     order by min(c.date), sum(c.amount - ${paidOf(db.owner)}) desc, c.patient_id
     limit ${limit} offset ${offset}`;
  return rows.map((row) => row.patientId);
}

/** What all patients owe on a day. The last day of each age is given. */
export async function sumPending(
  db: OwnerSql,
  today: string,
  since: Record<Exclude<PendingAge, 'old'>, string>,
): Promise<PendingTotals> {
  const sumOf = (condition: ReturnType<typeof fragment>) => fragment`
    coalesce(sum(o.pending) filter (where ${condition}), 0)::float8`;
  const [sums] = await db<[{ patients: number } & PendingTotals['byAge']]>`
    select count(distinct o.patient_id)::int as patients, ${sumOf(fragment`o.date >= ${since.recent}`)} as recent,
           ${sumOf(fragment`o.date < ${since.recent} and o.date >= ${since.month}`)} as month,
           ${sumOf(fragment`o.date < ${since.month}`)} as old
      from (select c.patient_id, c.date, c.amount - ${paidOf(db.owner)} as pending
              from charges c where ${isListed(db.owner, { owedOn: today })}) o`;
  const { patients, ...byAge } = sums;
  return { patients, pending: byAge.recent + byAge.month + byAge.old, byAge };
}
