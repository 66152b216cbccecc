import type { Deps } from '#server/deps';
import type { DepositProvidersDeps } from '#server/payments/deposit-providers';
import type { PaymentProvider } from '#server/payments/payment-provider';
import type { OwnerSql } from '#server/platform/database/database';
import { findCredentials, findPaymentAccount } from './payment-account.store.ts';

export type DepositProviderDeps = Pick<Deps, 'cipher'> & DepositProvidersDeps;

/**
 * The provider that takes the deposits of the owner of `db`: Mercado Pago with their credentials, or the test checkout
 * outside production. Undefined where there is neither. The provider is called after the transaction, because a call
 * may take many seconds.
 */
export async function findDepositProvider(
  db: OwnerSql,
  deps: DepositProviderDeps,
): Promise<PaymentProvider | undefined> {
  const credentials = await findCredentials(db, deps.cipher);
  if (credentials) return deps.depositProviders.connect(credentials);
  return deps.depositProviders.testCheckout?.forDeposits(db.owner);
}

/** The provider of a deposit that was asked for earlier. Undefined where it is no longer set up. */
export async function findProviderNamed(
  db: OwnerSql,
  deps: DepositProviderDeps,
  name: PaymentProvider['name'],
): Promise<PaymentProvider | undefined> {
  if (name === 'test') return deps.depositProviders.testCheckout?.forDeposits(db.owner);
  const credentials = await findCredentials(db, deps.cipher);
  return credentials && deps.depositProviders.connect(credentials);
}

/** Whether services of the owner of `db` can ask for a deposit. */
export async function takesDeposits(db: OwnerSql, { depositProviders }: DepositProvidersDeps): Promise<boolean> {
  return depositProviders.testCheckout !== undefined || (await findPaymentAccount(db)) !== undefined;
}

/** The path to which the provider posts notifications about deposits. */
export const depositWebhook = (ownerId: string): string => `/api/payments/webhook/${ownerId}`;

/** `source_news=webhooks` turns off the older, unsigned IPN notifications. */
export const depositNotificationUrl = ({ publicUrl }: Pick<Deps, 'publicUrl'>, ownerId: string): string =>
  `${publicUrl}${depositWebhook(ownerId)}?source_news=webhooks`;
