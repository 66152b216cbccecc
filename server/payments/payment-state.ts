import type { PaymentStatus } from '#contract/billing';
import { coversPrice } from '#contract/plans';

export interface PaymentState {
  status: PaymentStatus;
  /** The time of the provider's last change. */
  updatedAt: Date;
}

interface Paid {
  status: PaymentStatus;
  amount: number;
  refunded: number;
}

/**
 * The provider reports a partially refunded payment as approved. The product treats it as refunded if the remaining
 * amount does not cover the price.
 */
export const statusByPrice = (paid: Paid, price: number): PaymentStatus =>
  paid.status === 'approved' && !coversPrice(paid, price) ? 'refunded' : paid.status;

/** If two states have the same time, the state with the higher rank wins. */
const RANK: Record<PaymentStatus, number> = { pending: 0, rejected: 1, cancelled: 2, approved: 3, refunded: 4 };

/** An approved or refunded payment never returns to pending, rejected or cancelled. */
const isSettled = ({ status }: PaymentState) => status === 'approved' || status === 'refunded';

/**
 * Decides whether an incoming state replaces the known state. The provider delivers states in any order and repeatedly.
 * The comparison is a strict order, so every delivery order leads to the same final state.
 */
export function supersedes(incoming: PaymentState, known: PaymentState): boolean {
  if (isSettled(incoming) !== isSettled(known)) return isSettled(incoming);
  const later = incoming.updatedAt.getTime() - known.updatedAt.getTime();
  return later === 0 ? RANK[incoming.status] > RANK[known.status] : later > 0;
}
