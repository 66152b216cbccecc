import type { Plan } from '#contract/plans';
import type { OwnerSql } from '#server/platform/database/database';
import { plans } from '#server/platform/plans.store';

interface PlanAndPatientCount {
  plan: Plan;
  patientCount: number;
}

/**
 * A missing row means a free account or an account without patients. When Citus distributes the database, plans are on
 * the coordinator and counts on a worker: it sends the plan to that worker.
 */
export async function planAndPatientCount(db: OwnerSql, countsTestPayments: boolean): Promise<PlanAndPatientCount> {
  const [row] = await db<[{ status: Plan['status'] | null; expires_at: Date | null; patients: number | null }?]>`
    select s.status, s.expires_at, c.patients
      from (select * from ${plans(countsTestPayments)} p where p.owner_id = ${db.owner}) s
      full join (select * from patient_counts p where p.owner_id = ${db.owner}) c using (owner_id)`;
  return {
    plan: { status: row?.status ?? 'free', expiresAt: row?.expires_at ?? null },
    patientCount: row?.patients ?? 0,
  };
}
