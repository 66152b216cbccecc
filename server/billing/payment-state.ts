import type { PaymentStatus } from '#contract/billing';
import { coversPrice } from '#contract/plans';

export interface PaymentState {
  status: PaymentStatus;
  /** When the provider last changed it. */
  updatedAt: Date;
}

interface Paid {
  status: PaymentStatus;
  amount: number;
  refunded: number;
}

/** The provider calls a payment approved until the last peso of it is given back. */
export const statusByPrice = (paid: Paid, price: number): PaymentStatus =>
  paid.status === 'approved' && !coversPrice(paid, price) ? 'refunded' : paid.status;

/** At one and the same moment, the later step of a payment's life is the truer one. */
const RANK: Record<PaymentStatus, number> = { pending: 0, rejected: 1, cancelled: 2, approved: 3, refunded: 4 };

/** Money that came stays come until it is given back: nothing that says otherwise is newer. */
const isSettled = ({ status }: PaymentState) => status === 'approved' || status === 'refunded';

/**
 * Whether what the provider tells takes the place of what is known. It delivers in any order and as often as it likes:
 * of two states one always wins, so that all of them lead to the same end.
 */
export function supersedes(told: PaymentState, known: PaymentState): boolean {
  if (isSettled(told) !== isSettled(known)) return isSettled(told);
  const later = told.updatedAt.getTime() - known.updatedAt.getTime();
  return later === 0 ? RANK[told.status] > RANK[known.status] : later > 0;
}
