import type { Payment, Permission, SubscriptionInfo } from '#contract/billing';
import { ERRORS } from '#contract/errors';
import { daysRemaining, mayAddPatient, mayWriteClinically, PERIODS, planOnAccount, planState } from '#contract/plans';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { BillingTx, OwnerSql, OwnerTx } from '#server/platform/database/database';
import { planAndPatientCount } from '#server/platform/plans.store';
import { lastPaidType, type PaymentRow, paymentsOf, planOf } from './billing.store.ts';

type PlanDeps = Pick<Deps, 'now' | 'countsTestPayments'>;
type SubscriptionDeps = PlanDeps & Pick<Deps, 'tenantRead'>;

const currentPlan = (deps: PlanDeps, db: OwnerSql | BillingTx) => planOf(db, deps.countsTestPayments);

/** Whether the plan allows one more patient, or so many more. */
export async function patientPermission(deps: PlanDeps, db: OwnerSql, count = 1): Promise<Permission> {
  const { plan, patientCount } = await planAndPatientCount(db, db.owner, deps.countsTestPayments);
  const canCreate = mayAddPatient(plan, patientCount + count - 1, deps.now());
  return { canCreate, message: canCreate ? '' : ERRORS.PATIENT_LIMIT.message };
}

/** Whether the plan allows writing notes and certificates with the current number of patients. */
export async function clinicalPermission(deps: PlanDeps, db: OwnerSql): Promise<Permission> {
  const { plan, patientCount } = await planAndPatientCount(db, db.owner, deps.countsTestPayments);
  const canCreate = mayWriteClinically(plan, patientCount, deps.now());
  return { canCreate, message: canCreate ? '' : ERRORS.CLINICAL_LIMIT.message };
}

/** The caller must hold the owner lock, so that the patient count does not change before the insert. */
export async function requireRoomForPatients(deps: PlanDeps, tx: OwnerTx, count = 1): Promise<void> {
  const { canCreate } = await patientPermission(deps, tx, count);
  if (!canCreate) throw new AppError('PATIENT_LIMIT');
}

export async function requireClinicalAccess(deps: PlanDeps, tx: OwnerTx): Promise<void> {
  const { canCreate } = await clinicalPermission(deps, tx);
  if (!canCreate) throw new AppError('CLINICAL_LIMIT');
}

export const subscriptionInfo = (deps: SubscriptionDeps, owner: Owner): Promise<SubscriptionInfo> =>
  deps.tenantRead(owner.id, (db) => subscriptionIn(deps, db));

export async function subscriptionIn(deps: PlanDeps, db: OwnerSql | BillingTx): Promise<SubscriptionInfo> {
  const [plan, lastType] = await Promise.all([currentPlan(deps, db), lastPaidType(db, deps.countsTestPayments)]);
  const now = deps.now();
  return {
    subscriptionType: lastType ?? null,
    subscriptionStatus: planOnAccount(plan, now).subscriptionStatus,
    subscriptionExpiresAt: plan.expiresAt?.toISOString() ?? null,
    daysRemaining: daysRemaining(plan, now),
    status: planState(plan, now),
  };
}

export const listPayments = (deps: SubscriptionDeps, owner: Owner): Promise<Payment[]> =>
  deps.tenantRead(owner.id, (db) => paymentsIn(deps, db));

export const paymentsIn = async (
  { countsTestPayments }: Pick<Deps, 'countsTestPayments'>,
  db: OwnerSql | BillingTx,
): Promise<Payment[]> => (await paymentsOf(db, countsTestPayments)).map(toPayment);

const toPayment = (row: PaymentRow): Payment => ({
  _id: row.id,
  description: PERIODS[row.subscriptionType].description,
  createdAt: row.createdAt.toISOString(),
  processedAt: row.processedAt?.toISOString() ?? null,
  amount: row.amount,
  currency: 'CLP',
  status: row.status,
  subscriptionType: row.subscriptionType,
  isVoid: row.isVoid,
});
