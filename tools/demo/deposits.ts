import type { AppDeps } from '#server/app';
import type { Owner } from '#server/auth/owner';
import { settleDepositPayment } from '#server/deposit-payments/deposit-settlement.service';
import { paymentReference, readDeposit } from '#server/deposits/deposits.service';

/** Settles a payment of a deposit as a notification of the test checkout would, at the time of the demonstration. */
export async function payDeposit(deps: AppDeps, owner: Owner, id: string): Promise<void> {
  const deposit = await deps.tenantRead(owner.id, (db) => readDeposit(db, id));
  if (!deposit?.preference) throw new Error('nobody was asked for this deposit');
  const at = deps.now();
  await settleDepositPayment(deps, owner.id, {
    id: String(at.getTime()),
    reference: paymentReference(deposit),
    status: 'approved',
    providerStatus: 'approved',
    isDisputed: false,
    statusDetail: undefined,
    amount: deposit.amount,
    refunded: 0,
    currency: 'CLP',
    collectorId: deposit.preference.collectorId,
    createdAt: at,
    updatedAt: at,
  });
}
