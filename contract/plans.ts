/** Prices in whole Chilean pesos. */
export const MONTHLY_PRICE = 3990;
export const ANNUAL_PRICE = 37990;

export const ANNUAL_PRICE_PER_MONTH = Math.round(ANNUAL_PRICE / 12);
export const ANNUAL_SAVING = 12 * MONTHLY_PRICE - ANNUAL_PRICE;
export const ANNUAL_SAVING_PER_MONTH = Math.round(ANNUAL_SAVING / 12);

export const FREE_PATIENT_LIMIT = 1;
export const UNLIMITED = -1;

const MB = 1024 * 1024;
/**
 * A note with its snapshot and its printed document takes about 0.1 MB. The one patient of the free plan does not fill
 * this in years.
 */
export const FREE_STORAGE_BYTES = 100 * MB;
/** Twenty consultations a day fill half a gigabyte a year, so there is room for thirty years, or for attachments. */
export const PAID_STORAGE_BYTES = 20 * 1024 * MB;
/** A plan with at most this many days left is `expiring_soon`. */
const RENEWAL_WARNING_DAYS = 7;

export const SUBSCRIPTION_TYPES = ['monthly', 'annual'] as const;
export type SubscriptionType = (typeof SUBSCRIPTION_TYPES)[number];

/** Price, duration and receipt description of each subscription type. */
export const PERIODS: Record<SubscriptionType, { price: number; months: number; description: string }> = {
  monthly: { price: MONTHLY_PRICE, months: 1, description: 'Plan Profesional mensual' },
  annual: { price: ANNUAL_PRICE, months: 12, description: 'Plan Profesional anual' },
};

export interface Plan {
  status: 'free' | 'paid';
  /** The instant when a paid plan ends; null for no end date. */
  expiresAt: Date | null;
}

/** A paid plan counts as free from the instant it ends. */
export const isPaid = (plan: Plan, now: Date): boolean =>
  plan.status === 'paid' && (plan.expiresAt === null || now < plan.expiresAt);

/** A plan granted by an administrator. Payments and refunds do not change it. */
export const hasNoEnd = (plan: Plan): boolean => plan.status === 'paid' && plan.expiresAt === null;

export const patientLimit = (plan: Plan, now: Date): number => (isPaid(plan, now) ? UNLIMITED : FREE_PATIENT_LIMIT);

export const mayAddPatient = (plan: Plan, patientCount: number, now: Date): boolean =>
  isPaid(plan, now) || patientCount < FREE_PATIENT_LIMIT;

/** Whether the plan allows writing notes and certificates. A free account may not exceed its patient limit. */
export const mayWriteClinically = (plan: Plan, patientCount: number, now: Date): boolean =>
  isPaid(plan, now) || patientCount <= FREE_PATIENT_LIMIT;

/** A paid plan that has ended keeps its storage: what was written under it is kept for fifteen years by law. */
export const storageLimit = (plan: Plan): number => (plan.status === 'paid' ? PAID_STORAGE_BYTES : FREE_STORAGE_BYTES);

/** The plan fields of an account, for its owner and for administrators. */
export const planOnAccount = (plan: Plan, now: Date) => ({
  subscriptionStatus: isPaid(plan, now) ? ('paid' as const) : ('free' as const),
  patientLimit: patientLimit(plan, now),
  nextPaymentDate: isPaid(plan, now) ? (plan.expiresAt?.toISOString() ?? null) : null,
});

const DAY_MS = 24 * 3600 * 1000;

/** Days until a paid plan ends, rounded up; null for a free plan or one without an end date. */
export const daysRemaining = (plan: Plan, now: Date): number | null =>
  plan.status === 'paid' && plan.expiresAt
    ? Math.max(0, Math.ceil((plan.expiresAt.getTime() - now.getTime()) / DAY_MS))
    : null;

export function planState(plan: Plan, now: Date): 'active' | 'expiring_soon' | 'expired' | 'free' {
  if (plan.status === 'free') return 'free';
  if (!isPaid(plan, now)) return 'expired';
  const days = daysRemaining(plan, now);
  return days !== null && days <= RENEWAL_WARNING_DAYS ? 'expiring_soon' : 'active';
}

/** The same day of a later month, or the last day of that month: 31 January → 28 February. */
export function addMonths(instant: Date, months: number): Date {
  const later = new Date(instant);
  later.setUTCMonth(instant.getUTCMonth() + months);
  if (later.getUTCDate() !== instant.getUTCDate()) later.setUTCDate(0);
  return later;
}

/** Whether a payment, minus its refunds, still covers the price of its period. */
export const coversPrice = ({ amount, refunded }: { amount: number; refunded: number }, price: number): boolean =>
  amount - refunded >= price;

/** An effective payment: the period it pays for, and when it was credited. */
export interface Credit {
  subscriptionType: SubscriptionType;
  creditedAt: Date;
}

/** The end of the paid period. Each payment extends the remaining period. The order of `credits` does not matter. */
export function paidUntil(credits: readonly Credit[]): Date | null {
  const inOrder = credits.toSorted(
    (a, b) =>
      a.creditedAt.getTime() - b.creditedAt.getTime() ||
      PERIODS[a.subscriptionType].months - PERIODS[b.subscriptionType].months,
  );
  return inOrder.reduce<Date | null>((end, { subscriptionType, creditedAt }) => {
    const from = end && end > creditedAt ? end : creditedAt;
    return addMonths(from, PERIODS[subscriptionType].months);
  }, null);
}

/** 37990 → '37.990' */
export const formatPesos = (amount: number): string => String(amount).replace(/\B(?=(\d{3})+$)/g, '.');

/** 25000 → '$25.000' */
export const formatMoney = (pesos: number): string => `$${formatPesos(pesos)}`;
