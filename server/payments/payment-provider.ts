import type { PaymentStatus } from '#contract/billing';
import type { SubscriptionType } from '#contract/plans';
import { AppError } from '#server/platform/app-error';
import { isUuid } from '#server/platform/uuid';
import type { SignedNotification } from './notification-signature.ts';

/** A purchase as it is sent to the provider. */
export interface Order {
  /** Also the idempotency key: a retry with the same id creates no second preference. */
  id: string;
  subscriptionType: SubscriptionType;
  /** In whole pesos. */
  amount: number;
  createdAt: Date;
  expiresAt: Date;
  payer: { email: string; rut: string | undefined };
}

/** The provider's checkout page for an order, and the account that receives the money. */
export interface Preference {
  id: string;
  initPoint: string;
  sandboxInitPoint: string | undefined;
  collectorId: string;
}

/** A payment as the provider reports it. */
export interface ProviderPayment {
  id: string;
  reference: string | undefined;
  status: PaymentStatus;
  /** The payer has opened a dispute that is not resolved yet. */
  isDisputed: boolean;
  /** The provider's own status. It has more values than `status`. */
  providerStatus: string;
  statusDetail: string | undefined;
  amount: number;
  /** The refunded amount. */
  refunded: number;
  currency: string;
  collectorId: string;
  createdAt: Date;
  updatedAt: Date;
}

/** Every asynchronous method throws PAYMENT_PROVIDER_UNAVAILABLE if the provider sends no usable reply in time. */
export interface PaymentProvider {
  name: 'mercado-pago' | 'test';
  createPreference(order: Order): Promise<Preference>;
  /** Returns undefined if the payment does not exist. */
  findPayment(id: string): Promise<ProviderPayment | undefined>;
  paymentsOf(reference: string): Promise<ProviderPayment[]>;
  /** Checks that the provider signed the notification recently. */
  isGenuine(notification: SignedNotification): boolean;
}

export const isProviderUnavailable = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'PAYMENT_PROVIDER_UNAVAILABLE';

/** Links a payment to its purchase (external_reference). The provider accepts only letters, digits, `-` and `_`. */
export const referenceOf = (purchaseId: string): string => `fa-${purchaseId}`;

export function purchaseIdIn(reference: string | undefined): string | undefined {
  const id = reference?.startsWith('fa-') ? reference.slice(3) : '';
  return isUuid(id) ? id : undefined;
}

/** The page of the application that the payer returns to after the checkout. */
export const returnPath = (result: 'success' | 'failure' | 'pending'): string =>
  `/dashboard/configuracion?tab=suscripcion&payment=${result}`;
