import type { Charge } from '#contract/charges';
import type { Owner } from '#server/auth/owner';
import { lockAndReadCharge } from '#server/charges/charge-records.service';
import { getCharge } from '#server/charges/charges.service';
import { askForRefund, depositOfChargePayment } from '#server/deposits/deposits.service';
import { AppError } from '#server/platform/app-error';
import { lockOwner } from '#server/platform/database/lock-owner';
import { describeError } from '#server/platform/describe-error';
import { type CheckDeps, checkDeposit } from './deposit-check.service.ts';

interface PaymentPath {
  id: string;
  paymentId: string;
}

/**
 * Returns a payment that came from the provider. It is void when the provider has returned it: at once, or when the job
 * has reached the provider. Repeated, it answers the same.
 */
export async function refundChargePayment(deps: CheckDeps, owner: Owner, path: PaymentPath): Promise<Charge> {
  const depositId = await askToRefund(deps, owner, path);
  await checkDeposit(deps, owner.id, depositId).catch((error: Error) => {
    deps.warn({ ownerId: owner.id, deposit: depositId, ...describeError(error) }, 'a deposit is not returned yet');
  });
  return getCharge(deps, owner, path.id);
}

function askToRefund(deps: CheckDeps, owner: Owner, { id, paymentId }: PaymentPath): Promise<string> {
  return deps.tenantTransaction(owner.id, async (tx) => {
    await lockOwner(tx);
    const { payments } = await lockAndReadCharge(tx, deps, id);
    const payment = payments.find((one) => one.id === paymentId);
    if (!payment) throw new AppError('NOT_FOUND');
    const deposit = await depositOfChargePayment(tx, paymentId);
    if (deposit && (await askForRefund(tx, owner, deposit, deps.now()))) return deposit.id;
    throw new AppError(payment.voided ? 'PAYMENT_VOID' : 'PAYMENT_NOT_ONLINE');
  });
}
