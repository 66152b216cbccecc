import type { ProviderPayment } from '#server/payments/payment-provider';
import { isUuid } from '#server/platform/uuid';

/**
 * Stores what the provider reports about a payment of a deposit, and acts on it. It finds the deposit by the reference of
 * the payment, and compares amount, currency and collector. A repeated or older state changes nothing. It throws only
 * where another attempt can succeed: the provider then sends the notification again.
 */
export type SettleDeposit = (ownerId: string, payment: ProviderPayment) => Promise<void>;

/** Links a payment to its deposit (external_reference). */
export const depositReference = (depositId: string): string => `abono-${depositId}`;

export function depositIdIn(reference: string | undefined): string | undefined {
  const id = reference?.startsWith('abono-') ? reference.slice('abono-'.length) : '';
  return isUuid(id) ? id : undefined;
}
