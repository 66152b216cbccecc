import type { PaymentStatus } from '#contract/billing';
import { AppError } from '#server/platform/app-error';
import type { SignedNotification } from './notification-signature.ts';

/** A purchase or a deposit as it is sent to the provider. */
export interface Order {
  /** Also the idempotency key: a retry with the same id creates no second preference. */
  id: string;
  /** Links payments to the order (external_reference). The provider accepts only letters, digits, `-` and `_`. */
  reference: string;
  /** What is paid, as the checkout page and the reports of the provider show it. */
  item: { id: string; description: string };
  /** In whole pesos. */
  amount: number;
  createdAt: Date;
  expiresAt: Date;
  payer: { email: string; rut: string | undefined };
  /** Where the payer returns to after the checkout. */
  returnUrls: { success: string; failure: string; pending: string };
  /** Where the provider posts notifications about the order. */
  notificationUrl: string;
  /** Whether the payment may take days, such as cash at a shop. Otherwise it is approved or rejected at once. */
  acceptsPending: boolean;
  /** The text on the payer's bank statement, at most 16 characters. Without it, the provider uses the account's name. */
  statementDescriptor: string | undefined;
  /** Stored by the provider with the payment. */
  metadata: Record<string, string> | undefined;
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

/** What is known of a payment that is to be refunded. */
interface RefundedPayment {
  id: string;
  reference: string;
  amount: number;
}

/** Every asynchronous method throws PAYMENT_PROVIDER_UNAVAILABLE if the provider sends no usable reply in time. */
export interface PaymentProvider {
  name: 'mercado-pago' | 'test';
  createPreference(order: Order): Promise<Preference>;
  /** Returns undefined if the payment does not exist. */
  findPayment(id: string): Promise<ProviderPayment | undefined>;
  paymentsOf(reference: string): Promise<ProviderPayment[]>;
  /**
   * Returns the whole amount to the payer. The returned payment tells whether the money has gone back (`isRefunded`): the
   * provider may need time, and then reports the payment as approved for a while. A payment that was refunded before is
   * no error.
   */
  refundPayment(payment: RefundedPayment, idempotencyKey: string): Promise<ProviderPayment>;
  /** Checks that the provider signed the notification recently. */
  isGenuine(notification: SignedNotification): boolean;
}

/** The account that an access token belongs to. */
export interface ProviderAccount {
  collectorId: string;
  /** An account of another country cannot charge Chilean pesos. */
  isChilean: boolean;
}

export const isProviderUnavailable = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'PAYMENT_PROVIDER_UNAVAILABLE';

export const isRefunded = ({ status, refunded, amount }: ProviderPayment): boolean =>
  status === 'refunded' || refunded >= amount;
