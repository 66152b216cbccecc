import {
  CLINICAL_LIMIT_MESSAGE,
  PATIENT_LIMIT_MESSAGE,
  type Payment,
  type Permission,
  type SubscriptionInfo,
} from '#contract/billing';
import { daysRemaining, mayAddPatient, mayWriteClinically, PERIODS, planOnAccount, planState } from '#contract/plans';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';
import { lastPaidType, type PaymentRow, paymentsOf, planOf } from './billing.store.ts';

type PlanDeps = Pick<Deps, 'now' | 'payments'>;

/** What was bought in the test checkout was never paid: it counts only where that checkout is in use. */
export const countsTestPayments = ({ payments }: Pick<Deps, 'payments'>): boolean =>
  payments.testCheckout !== undefined;

const currentPlan = (deps: PlanDeps, db: OwnerSql) => planOf(db, countsTestPayments(deps));

export async function patientPermission(deps: PlanDeps, db: OwnerSql, patientCount: number): Promise<Permission> {
  const canCreate = mayAddPatient(await currentPlan(deps, db), patientCount, deps.now());
  return { canCreate, message: canCreate ? '' : PATIENT_LIMIT_MESSAGE };
}

export async function clinicalPermission(deps: PlanDeps, db: OwnerSql, patientCount: number): Promise<Permission> {
  const canCreate = mayWriteClinically(await currentPlan(deps, db), patientCount, deps.now());
  return { canCreate, message: canCreate ? '' : CLINICAL_LIMIT_MESSAGE };
}

/** The owner's turn must be taken: the count may not change until the patient is in. */
export async function requireRoomForPatient(deps: PlanDeps, tx: OwnerTx, patientCount: number): Promise<void> {
  const { canCreate } = await patientPermission(deps, tx, patientCount);
  if (!canCreate) throw new AppError('PATIENT_LIMIT');
}

export const subscriptionInfo = (deps: Deps, owner: Owner): Promise<SubscriptionInfo> =>
  deps.tenantRead(owner.id, (db) => subscriptionIn(deps, db));

export async function subscriptionIn(deps: PlanDeps, db: OwnerSql): Promise<SubscriptionInfo> {
  const plan = await currentPlan(deps, db);
  const now = deps.now();
  return {
    subscriptionType: (await lastPaidType(db, countsTestPayments(deps))) ?? null,
    subscriptionStatus: planOnAccount(plan, now).subscriptionStatus,
    subscriptionExpiresAt: plan.expiresAt?.toISOString() ?? null,
    daysRemaining: daysRemaining(plan, now),
    status: planState(plan, now),
  };
}

export const listPayments = (deps: Deps, owner: Owner): Promise<Payment[]> =>
  deps.tenantRead(owner.id, (db) => paymentsIn(deps, db));

export const paymentsIn = async (deps: PlanDeps, db: OwnerSql): Promise<Payment[]> =>
  (await paymentsOf(db, countsTestPayments(deps))).map(toPayment);

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
