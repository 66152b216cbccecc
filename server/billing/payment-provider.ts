import type { PaymentStatus } from '#contract/billing';
import type { SubscriptionType } from '#contract/plans';
import { AppError } from '#server/platform/app-error';
import { isUuid } from '#server/platform/uuid';
import type { SignedNotification } from './notification-signature.ts';

/** A purchase as the provider is told of it. */
export interface Order {
  /** Told twice, it is the same order: a retry prepares no second one. */
  id: string;
  subscriptionType: SubscriptionType;
  /** In whole pesos. */
  amount: number;
  createdAt: Date;
  expiresAt: Date;
  payer: { email: string; rut: string | undefined };
}

/** Where an order is paid, and to whom. */
export interface Preference {
  id: string;
  initPoint: string;
  sandboxInitPoint: string | undefined;
  collectorId: string;
}

/** A payment as the provider knows it. */
export interface ProviderPayment {
  id: string;
  reference: string | undefined;
  status: PaymentStatus;
  /** Somebody wants the money back, and it is not decided. */
  isDisputed: boolean;
  /** In the provider's own words, of which there are more than ours. */
  providerStatus: string;
  statusDetail: string | undefined;
  amount: number;
  /** How much of it was given back. */
  refunded: number;
  currency: string;
  collectorId: string;
  createdAt: Date;
  updatedAt: Date;
}

/** Who takes the money. Each call throws PAYMENT_PROVIDER_AWAY when no usable answer comes in time. */
export interface PaymentProvider {
  name: 'mercado-pago' | 'test';
  createPreference(order: Order): Promise<Preference>;
  /** Undefined when there is no such payment. */
  findPayment(id: string): Promise<ProviderPayment | undefined>;
  paymentsOf(reference: string): Promise<ProviderPayment[]>;
  /** Whether a notification was sent by the provider, and lately. */
  isGenuine(notification: SignedNotification): boolean;
}

export const isProviderAway = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'PAYMENT_PROVIDER_AWAY';

/** What a payment carries to tell which purchase it is of. Letters, digits and dashes: the provider takes no others. */
export const referenceOf = (purchaseId: string): string => `fa-${purchaseId}`;

export function purchaseIdIn(reference: string | undefined): string | undefined {
  const id = reference?.startsWith('fa-') ? reference.slice(3) : '';
  return isUuid(id) ? id : undefined;
}

/** The page of the application to which the checkout sends the payer back. */
export const returnPath = (result: 'success' | 'failure' | 'pending'): string =>
  `/dashboard/configuracion?tab=suscripcion&payment=${result}`;
