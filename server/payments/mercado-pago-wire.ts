import { isIP } from 'node:net';
import { z } from 'zod';
import type { PaymentStatus } from '#contract/billing';
import { canonicalRut, compactRut, isRutShaped } from '#contract/rut';
import type { Order, ProviderAccount, ProviderPayment } from './payment-provider.ts';

/** Payment at a shop or at a cash machine. */
const OFFLINE_PAYMENT_TYPES = [{ id: 'ticket' }, { id: 'atm' }];

/** The request body of POST /checkout/preferences. An amount in Chilean pesos must be an integer. */
export function preferenceBody(order: Order) {
  const { id, description } = order.item;
  return {
    items: [
      {
        id,
        title: description,
        description,
        category_id: 'services',
        quantity: 1,
        currency_id: 'CLP',
        unit_price: order.amount,
      },
    ],
    payer: { email: order.payer.email, identification: identificationOf(order.payer.rut) },
    back_urls: order.returnUrls,
    ...(canBeReached(order.notificationUrl) && { auto_return: 'approved', notification_url: order.notificationUrl }),
    external_reference: order.reference,
    statement_descriptor: order.statementDescriptor,
    expires: true,
    expiration_date_from: instant(order.createdAt),
    expiration_date_to: instant(order.expiresAt),
    // In binary mode a payment is approved or rejected at once, and never pending.
    binary_mode: !order.acceptsPending,
    payment_methods: {
      excluded_payment_types: order.acceptsPending ? undefined : OFFLINE_PAYMENT_TYPES,
      installments: 1,
    },
    metadata: order.metadata,
  };
}

/** The provider rejects an order whose `auto_return` or `notification_url` uses localhost or an IP address. */
function canBeReached(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' && hostname !== 'localhost' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
}

const identificationOf = (rut: string | undefined) =>
  rut && isRutShaped(rut) ? { type: 'RUT', number: compactRut(canonicalRut(rut)).toUpperCase() } : undefined;

/** Some services of the provider accept a numeric offset but not the suffix `Z`. */
const instant = (date: Date) => date.toISOString().replace('Z', '+00:00');

const JsonId = z.union([z.string().min(1).max(100), z.int()]).transform(String);
const JsonInstant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const WebAddress = z.url({ protocol: /^https?$/ });

export const PreferenceReply = z
  .object({
    id: JsonId,
    init_point: WebAddress,
    sandbox_init_point: WebAddress.optional().catch(undefined),
    collector_id: JsonId,
  })
  .transform(({ id, init_point, sandbox_init_point, collector_id }) => ({
    id,
    initPoint: init_point,
    sandboxInitPoint: sandbox_init_point,
    collectorId: collector_id,
  }));

/** Maps the provider's statuses to the five payment statuses of the product. An unknown status is pending. */
const STATUSES: Record<string, PaymentStatus> = {
  pending: 'pending',
  authorized: 'pending',
  in_process: 'pending',
  approved: 'approved',
  rejected: 'rejected',
  cancelled: 'cancelled',
  refunded: 'refunded',
  charged_back: 'refunded',
};

export const PaymentReply = z
  .object({
    id: JsonId,
    status: z.string().max(100),
    status_detail: z.string().max(100).nullish().catch(undefined),
    external_reference: z.string().nullish(),
    transaction_amount: z.number(),
    transaction_amount_refunded: z.number().nullish(),
    currency_id: z.string().max(10),
    collector_id: JsonId,
    date_created: JsonInstant,
    // A payment without a last-change date is treated as changed now.
    date_last_updated: JsonInstant.nullish().transform((date) => date ?? new Date()),
  })
  .transform(
    (payment): ProviderPayment => ({
      id: payment.id,
      reference: payment.external_reference ?? undefined,
      status: STATUSES[payment.status] ?? 'pending',
      isDisputed: payment.status === 'in_mediation',
      providerStatus: payment.status,
      statusDetail: payment.status_detail ?? undefined,
      amount: payment.transaction_amount,
      refunded: payment.transaction_amount_refunded ?? 0,
      currency: payment.currency_id,
      collectorId: payment.collector_id,
      createdAt: payment.date_created,
      updatedAt: payment.date_last_updated,
    }),
  );

export const RefundReply = z.object({ id: JsonId });

/** Chile, among the countries of the provider. */
const CHILE = 'MLC';

export const AccountReply = z
  .object({ id: JsonId, site_id: z.string() })
  .transform(({ id, site_id }): ProviderAccount => ({ collectorId: id, isChilean: site_id === CHILE }));

/** Search results can be out of date, so only the payment ids are used. */
export const SearchReply = z
  .object({ results: z.array(z.object({ id: JsonId })) })
  .transform(({ results }) => results.map(({ id }) => id));
