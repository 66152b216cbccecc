import type { PaymentAccount, PaymentCredentials } from '#contract/deposits';
import { actBy, record } from '#server/audit/audit.store';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { enqueueMailToOwner } from '#server/mail/outbox';
import type { DepositProvidersDeps } from '#server/payments/deposit-providers';
import { AppError } from '#server/platform/app-error';
import type { OwnerSql } from '#server/platform/database/database';
import { lockOwner } from '#server/platform/database/lock-owner';
import { depositNotificationUrl, takesDeposits } from './deposit-provider.service.ts';
import {
  awaitsDeposits,
  findPaymentAccount,
  removePaymentAccount,
  savePaymentAccount,
} from './payment-account.store.ts';

export type PaymentAccountDeps = Pick<
  Deps,
  'tenantRead' | 'tenantTransaction' | 'cipher' | 'now' | 'publicUrl' | 'sendsMail'
> &
  DepositProvidersDeps;

export const getPaymentAccount = (deps: PaymentAccountDeps, owner: Owner): Promise<PaymentAccount> =>
  deps.tenantRead(owner.id, (db) => readPaymentAccount(db, deps));

async function readPaymentAccount(
  db: OwnerSql,
  deps: Pick<Deps, 'publicUrl'> & DepositProvidersDeps,
): Promise<PaymentAccount> {
  const account = await findPaymentAccount(db);
  return {
    configured: account !== undefined,
    checkedAt: account?.checkedAt.toISOString(),
    notificationUrl: depositNotificationUrl(deps, db.owner),
    takesDeposits: await takesDeposits(db, deps),
    isTest: !account && deps.depositProviders.testCheckout !== undefined,
  };
}

/** Stores credentials that Mercado Pago accepts. What it refuses, or does not answer, changes nothing. */
export async function putPaymentAccount(
  deps: PaymentAccountDeps,
  owner: Owner,
  credentials: PaymentCredentials,
): Promise<PaymentAccount> {
  const account = await deps.depositProviders.connect(credentials).findAccount();
  if (!account) throw refusedToken('Mercado Pago no aceptó este Access Token');
  if (!account.isChilean) throw refusedToken('Este Access Token es de una cuenta de otro país');
  const { collectorId } = account;
  const at = deps.now();
  return deps.tenantTransaction(owner.id, async (tx) => {
    await lockOwner(tx);
    const stored = await findPaymentAccount(tx);
    // The payments and refunds of another account are out of reach of these credentials.
    const isAnother = stored !== undefined && stored.collectorId !== collectorId;
    if (isAnother && (await awaitsDeposits(tx, stored))) throw new AppError('PAYMENT_ACCOUNT_IN_USE');
    await savePaymentAccount(tx, deps.cipher, { ...credentials, collectorId, checkedAt: at });
    await enqueueMailToOwner(deps, tx, 'payment-account-set', at);
    await record(tx, { ...actBy(owner, owner.id), act: 'payment-account.set', at });
    return readPaymentAccount(tx, deps);
  });
}

const refusedToken = (accessToken: string) => new AppError('INVALID_INPUT', { fields: { accessToken } });

/** Repeated, it changes nothing. */
export function deletePaymentAccount(deps: PaymentAccountDeps, owner: Owner): Promise<undefined> {
  const at = deps.now();
  return deps.tenantTransaction(owner.id, async (tx) => {
    await lockOwner(tx);
    const stored = await findPaymentAccount(tx);
    if (!stored) return undefined;
    if (await awaitsDeposits(tx, stored)) throw new AppError('PAYMENT_ACCOUNT_IN_USE');
    await removePaymentAccount(tx);
    await enqueueMailToOwner(deps, tx, 'payment-account-deleted', at);
    await record(tx, { ...actBy(owner, owner.id), act: 'payment-account.deleted', at });
    return undefined;
  });
}
