import type { z } from 'zod';
import type { receiveNotification as endpoint } from '#contract/billing';
import type { PaymentsDeps } from '#server/payments/choose-payments';
import { signatureIn } from '#server/payments/notification-signature';
import { isProviderUnavailable, type PaymentProvider } from '#server/payments/payment-provider';
import { AppError } from '#server/platform/app-error';
import type { Sender } from '#server/platform/http/bind';
import { limitConcurrency } from '#server/platform/limit-concurrency';
import { uuidv7 } from '#server/platform/uuid';
import { type Outcome, type SettlingDeps, settle } from './settle.service.ts';
import { closeWebhook, insertWebhook, type Notice, type ProcessingResult, wasProcessed } from './webhooks.store.ts';

type NotificationDeps = SettlingDeps & PaymentsDeps;

interface Notification {
  query: z.output<NonNullable<typeof endpoint.query>>;
  body: z.output<NonNullable<typeof endpoint.body>>;
  sender: Sender;
}

/**
 * Unsigned notifications are stored one at a time, with at most 50 waiting. Further ones are rejected and not stored.
 * Signed notifications do not wait in this queue.
 */
const limitUnsigned = limitConcurrency(1, 50);

/**
 * Stores the notification before processing it. A success status stops the provider's retries. An error status makes
 * the provider retry for days, so it is returned only if a retry can succeed or if the signature is invalid.
 */
export async function receiveNotification(
  deps: NotificationDeps,
  notification: Notification,
): Promise<{ received: true }> {
  const notice = noticeIn(notification);
  const receivedAt = deps.now();
  const id = uuidv7(receivedAt);
  const { provider } = deps.payments;
  const isGenuine = provider?.isGenuine(signatureIn(notification.query, notification.sender)) ?? false;
  const address = toPrintable(notification.sender.address).slice(0, MAX_ADDRESS_LENGTH);
  const store = () => insertWebhook(deps.billing, notice, { id, receivedAt, address, isGenuine });

  if (!provider || !isGenuine) {
    await limitUnsigned('all', async () => {
      await store();
      await closeWebhook(deps.billing, id, { status: 'failed', reason: 'Firma inválida', ownerId: undefined });
    });
    throw new AppError('NOTIFICATION_UNSIGNED');
  }
  await store();
  try {
    await processNotification(deps, provider, id, notice);
  } catch (error) {
    const reason = isProviderUnavailable(error) ? 'El proveedor de pagos no respondió' : 'No se pudo procesar';
    await closeWebhook(deps.billing, id, { status: 'failed', reason, ownerId: undefined }).catch(() => undefined);
    throw error;
  }
  return { received: true };
}

async function processNotification(
  deps: NotificationDeps,
  provider: PaymentProvider,
  id: string,
  notice: Notice,
): Promise<void> {
  const ignore = (reason: string) => closeWebhook(deps.billing, id, { status: 'ignored', reason, ownerId: undefined });
  if (notice.type !== 'payment') return ignore(`Tipo de notificación no atendido: ${notice.type}`);
  if (await wasProcessed(deps.billing, notice)) return ignore('Notificación repetida');
  const payment = notice.paymentId && (await provider.findPayment(notice.paymentId));
  if (!payment) return ignore('El pago no existe en el proveedor');
  await settle(deps, payment, (db, outcome) => closeWebhook(db, id, resultOf(outcome)));
}

function resultOf(outcome: Outcome): ProcessingResult {
  const { ownerId } = outcome;
  if (outcome.kind === 'refused') return { status: 'failed', reason: outcome.reason, ownerId };
  return outcome.kind === 'applied'
    ? { status: 'processed', ownerId }
    : { status: 'ignored', reason: 'Sin cambios', ownerId };
}

const noticeIn = ({ query, body }: Notification): Notice => ({
  type: optionalPrintable(query.type ?? body?.type ?? query.topic) ?? 'desconocido',
  action: optionalPrintable(body?.action),
  eventId: optionalPrintable(body?.id),
  paymentId: optionalPrintable(query['data.id'] ?? body?.data?.id ?? query.id),
});

/** The endpoint is public and administrators read these values, so only printable ASCII is stored. */
const toPrintable = (text: string) => text.replace(/[^\x20-\x7e]/g, '?');
const optionalPrintable = (text: string | undefined) => text && toPrintable(text);
/** The length of an IPv6 address with an embedded IPv4 address. */
const MAX_ADDRESS_LENGTH = 45;
