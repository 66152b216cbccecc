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
import type { BillingTx, OwnerSql, OwnerTx } from '#server/platform/database/database';
import { lastPaidType, type PaymentRow, paymentsOf, planOf } from './billing.store.ts';

type SubscriptionDeps = Pick<Deps, 'tenantRead' | 'now'>;

export const planInSettings = async (db: OwnerSql, now: Date) => planOnAccount(await planOf(db), now);

export async function patientPermission(db: OwnerSql, patientCount: number, now: Date): Promise<Permission> {
  const canCreate = mayAddPatient(await planOf(db), patientCount, now);
  return { canCreate, message: canCreate ? '' : PATIENT_LIMIT_MESSAGE };
}

export async function clinicalPermission(db: OwnerSql, patientCount: number, now: Date): Promise<Permission> {
  const canCreate = mayWriteClinically(await planOf(db), patientCount, now);
  return { canCreate, message: canCreate ? '' : CLINICAL_LIMIT_MESSAGE };
}

/** The owner's turn must be taken: the count may not change until the patient is in. */
export async function requireRoomForPatient(tx: OwnerTx, patientCount: number, now: Date): Promise<void> {
  const { canCreate } = await patientPermission(tx, patientCount, now);
  if (!canCreate) throw new AppError('PATIENT_LIMIT');
}

export const subscriptionInfo = (deps: SubscriptionDeps, owner: Owner): Promise<SubscriptionInfo> =>
  deps.tenantRead(owner.id, (db) => subscriptionIn(db, deps.now()));

export async function subscriptionIn(db: OwnerSql | BillingTx, now: Date): Promise<SubscriptionInfo> {
  const plan = await planOf(db);
  return {
    subscriptionType: (await lastPaidType(db)) ?? null,
    subscriptionStatus: planOnAccount(plan, now).subscriptionStatus,
    subscriptionExpiresAt: plan.expiresAt?.toISOString() ?? null,
    daysRemaining: daysRemaining(plan, now),
    status: planState(plan, now),
  };
}

export const listPayments = (deps: SubscriptionDeps, owner: Owner): Promise<Payment[]> =>
  deps.tenantRead(owner.id, paymentsIn);

export const paymentsIn = async (db: OwnerSql | BillingTx): Promise<Payment[]> => (await paymentsOf(db)).map(toPayment);

const toPayment = (row: PaymentRow): Payment => ({
  _id: row.id,
  description: PERIODS[row.subscriptionType].description,
  createdAt: row.createdAt.toISOString(),
  processedAt: row.processedAt?.toISOString() ?? null,
  amount: row.amount,
  currency: 'CLP',
  status: row.status,
  subscriptionType: row.subscriptionType,
});
