import type { Plan } from '#contract/plans';
import type { IdentitySql, IdentityTx, OwnerSql } from './database/database.ts';
import { fragment } from './database/sql.ts';

/**
 * The plan of each account, with or without the payments of the test checkout: SQL or a value says which. A subquery,
 * and not a function of the schema: Citus does not look into a function that has parameters.
 */
export const plans = (countsTestPayments: unknown) => fragment`
  (select owner_id,
          case when ${countsTestPayments} and test_expires_at is not null then 'paid' else status end as status,
          case when ${countsTestPayments} and test_expires_at is not null then test_expires_at else expires_at end
            as expires_at
     from subscriptions)`;

export interface PlanAndPatientCount {
  plan: Plan;
  patientCount: number;
}

/**
 * A missing row means a free account or an account without patients. When Citus distributes the database, plans are on
 * the coordinator and counts on a worker: it sends the plan to that worker.
 */
export async function planAndPatientCount(
  db: OwnerSql | IdentitySql,
  owner: string,
  countsTestPayments: boolean,
): Promise<PlanAndPatientCount> {
  const [row] = await db<[{ status: Plan['status'] | null; expires_at: Date | null; patients: number | null }?]>`
    select s.status, s.expires_at, c.patients
      from (select * from ${plans(countsTestPayments)} p where p.owner_id = ${owner}) s
      full join (select * from patient_counts p where p.owner_id = ${owner}) c using (owner_id)`;
  return {
    plan: { status: row?.status ?? 'free', expiresAt: row?.expires_at ?? null },
    patientCount: row?.patients ?? 0,
  };
}

/** Gives a new account a plan without an end date. The role of accounts can insert no other plan. */
export async function insertPlan(tx: IdentityTx, owner: string): Promise<void> {
  await tx`insert into subscriptions (owner_id, status) values (${owner}, 'paid')`;
}
