import type { z } from 'zod';
import type { receiveDepositNotification as endpoint } from '#contract/deposits';
import type { Deps } from '#server/deps';
import { type SignedNotification, signatureIn } from '#server/payments/notification-signature';
import type { PaymentProvider } from '#server/payments/payment-provider';
import { AppError } from '#server/platform/app-error';
import type { Sender } from '#server/platform/http/bind';
import { isUuid } from '#server/platform/uuid';
import { type DepositProviderDeps, findProviderNamed } from './deposit-provider.service.ts';
import type { SettleDeposit } from './deposit-settlement.ts';

export type DepositNotificationDeps = Pick<Deps, 'tenantRead' | 'warn'> &
  DepositProviderDeps & { settleDeposit: SettleDeposit };

interface Notification {
  accountKey: string;
  query: z.output<NonNullable<typeof endpoint.query>>;
  body: z.output<NonNullable<typeof endpoint.body>>;
  sender: Sender;
}

/**
 * Asks the provider about the payment that the notification names, and settles what the provider answers. A success
 * status stops the provider's retries, so an error status is returned only if a retry can succeed or if the signature is
 * not of this account. Nothing is stored before the signature was verified.
 */
export async function receiveDepositNotification(
  deps: DepositNotificationDeps,
  { accountKey, query, body, sender }: Notification,
): Promise<{ received: true }> {
  const provider = await findSender(deps, accountKey, signatureIn(query, sender));
  if (!provider) {
    deps.warn({ account: isUuid(accountKey) ? accountKey : 'malformed' }, 'notification about deposits refused');
    throw new AppError('NOTIFICATION_UNSIGNED');
  }
  // Only the id in the query is signed.
  const id = query['data.id'];
  const type = query.type ?? body?.type ?? query.topic;
  const payment = type === 'payment' && id ? await provider.findPayment(id) : undefined;
  if (payment) await deps.settleDeposit(accountKey, payment);
  return { received: true };
}

/** The provider of the account that signed the notification. Undefined also for an account that does not exist. */
async function findSender(
  deps: DepositNotificationDeps,
  accountKey: string,
  signature: SignedNotification,
): Promise<PaymentProvider | undefined> {
  if (!isUuid(accountKey)) return undefined;
  const providers = await deps.tenantRead(accountKey, async (db) => [
    await findProviderNamed(db, deps, 'mercado-pago'),
    await findProviderNamed(db, deps, 'test'),
  ]);
  return providers.find((provider) => provider?.isGenuine(signature));
}
