import type { z } from 'zod';
import type { receiveNotification as endpoint } from '#contract/billing';
import { AppError } from '#server/platform/app-error';
import type { Sender } from '#server/platform/http/bind';
import { limitConcurrency } from '#server/platform/limit-concurrency';
import { uuidv7 } from '#server/platform/uuid';
import type { PaymentsDeps } from './choose-payments.ts';
import { isProviderAway, type PaymentProvider } from './payment-provider.ts';
import { type Outcome, type SettlingDeps, settle } from './settle.service.ts';
import {
  closeWebhook,
  insertWebhook,
  type Notice,
  removeUnsigned,
  type Verdict,
  wasProcessed,
} from './webhooks.store.ts';

type NotificationDeps = SettlingDeps & PaymentsDeps;

interface Notification {
  query: z.output<NonNullable<typeof endpoint.query>>;
  body: z.output<NonNullable<typeof endpoint.body>>;
  sender: Sender;
}

const UNSIGNED_KEPT_MS = 30 * 24 * 3600 * 1000;
const UNSIGNED_KEPT = 10_000;

/** What anybody may send passes one at a time, and never before what the provider sent: the rest is not even kept. */
const unsigned = limitConcurrency(1, 50);

/**
 * Kept first, believed later. A success tells the provider not to send it again; a refusal makes it try for days, and
 * is the answer only where another try may end better, or where it was not the provider who sent it.
 */
export async function receiveNotification(
  deps: NotificationDeps,
  notification: Notification,
): Promise<{ received: true }> {
  const notice = noticeIn(notification);
  const receivedAt = deps.now();
  const id = uuidv7(receivedAt);
  const { provider } = deps.payments;
  const isGenuine = provider?.isGenuine(proofIn(notification)) ?? false;
  const address = plain(notification.sender.address).slice(0, LONGEST_ADDRESS);
  const keep = () => insertWebhook(deps.billing, notice, { id, receivedAt, address, isGenuine });

  if (!provider || !isGenuine) {
    await unsigned('all', async () => {
      await keep();
      await closeWebhook(deps.billing, id, { status: 'failed', reason: 'Firma inválida' });
    });
    throw new AppError('NOTIFICATION_UNSIGNED');
  }
  await keep();
  try {
    await attend(deps, provider, id, notice);
  } catch (error) {
    const reason = isProviderAway(error) ? 'El proveedor de pagos no respondió' : 'No se pudo procesar';
    await closeWebhook(deps.billing, id, { status: 'failed', reason }).catch(() => undefined);
    throw error;
  }
  return { received: true };
}

async function attend(deps: NotificationDeps, provider: PaymentProvider, id: string, notice: Notice): Promise<void> {
  const ignore = (reason: string) => closeWebhook(deps.billing, id, { status: 'ignored', reason });
  if (notice.type !== 'payment') return ignore(`Tipo de notificación no atendido: ${notice.type}`);
  if (await wasProcessed(deps.billing, notice)) return ignore('Notificación repetida');
  const told = notice.paymentId && (await provider.findPayment(notice.paymentId));
  if (!told) return ignore('El pago no existe en el proveedor');
  await settle(deps, told, (db, outcome) => closeWebhook(db, id, verdictOn(outcome)));
}

function verdictOn(outcome: Outcome): Verdict {
  const { ownerId } = outcome;
  if (outcome.kind === 'refused') return { status: 'failed', reason: outcome.reason, ownerId };
  return outcome.kind === 'applied'
    ? { status: 'processed', ownerId }
    : { status: 'ignored', reason: 'Sin cambios', ownerId };
}

const noticeIn = ({ query, body }: Notification): Notice => ({
  type: plainIfAny(query.type ?? body?.type ?? query.topic) ?? 'desconocido',
  action: plainIfAny(body?.action),
  eventId: plainIfAny(body?.id),
  paymentId: plainIfAny(query['data.id'] ?? body?.data?.id ?? query.id),
});

/** Anybody may post here: what is no plain letter has no business in a list that administrators read. */
const plain = (text: string) => text.replace(/[^\x20-\x7e]/g, '?');
const plainIfAny = (text: string | undefined) => text && plain(text);
/** That of IPv6 with an IPv4 in it has 45. */
const LONGEST_ADDRESS = 45;

const proofIn = ({ query, sender: { headers } }: Notification) => ({
  dataId: query['data.id'],
  requestId: single(headers['x-request-id']),
  signature: single(headers['x-signature']),
});

const single = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined);

export const forgetUnsigned = (deps: NotificationDeps): Promise<void> =>
  removeUnsigned(deps.billing, new Date(deps.now().getTime() - UNSIGNED_KEPT_MS), UNSIGNED_KEPT);
