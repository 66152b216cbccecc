import type { Plan } from '#contract/plans';
import type { OwnerSql } from '#server/platform/database/database';

interface PlanAndPatientCount {
  plan: Plan;
  patientCount: number;
}

/**
 * One query, because every start of the web application runs it. A missing row means a free account or an account
 * without patients.
 */
export async function planAndPatientCount(db: OwnerSql, countsTestPayments: boolean): Promise<PlanAndPatientCount> {
  const [row] = await db<[{ status: Plan['status']; expiresAt: Date | null; patientCount: number }]>`
    select coalesce(s.status, 'free') as status, s.expires_at as "expiresAt", coalesce(c.patients, 0) as "patientCount"
      from (select ${db.owner}::uuid as id) o
      left join plans(${countsTestPayments}) s on s.owner_id = o.id
      left join patient_counts c on c.owner_id = o.id`;
  const { status, expiresAt, patientCount } = row;
  return { plan: { status, expiresAt }, patientCount };
}
