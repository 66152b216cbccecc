import type { Plan } from '#contract/plans';
import type { OwnerSql } from '#server/platform/database/database';
import { plans } from '#server/platform/plans.store';

interface PlanAndPatientCount {
  plan: Plan;
  patientCount: number;
}

/**
 * Two queries: when Citus distributes the database, plans are on the coordinator and counts on a worker. A missing row
 * means a free account or an account without patients.
 */
export async function planAndPatientCount(db: OwnerSql, countsTestPayments: boolean): Promise<PlanAndPatientCount> {
  const [[plan], [count]] = await Promise.all([
    db<[Plan?]>`
      select status, expires_at as "expiresAt" from ${plans(countsTestPayments)} s where owner_id = ${db.owner}`,
    db<[{ patients: number }?]>`select patients from patient_counts where owner_id = ${db.owner}`,
  ]);
  return { plan: plan ?? { status: 'free', expiresAt: null }, patientCount: count?.patients ?? 0 };
}
