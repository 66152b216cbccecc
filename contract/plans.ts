/** Prices in whole Chilean pesos: the peso has no cents. */
export const MONTHLY_PRICE = 3990;
export const ANNUAL_PRICE = 37990;

export const ANNUAL_PRICE_PER_MONTH = Math.round(ANNUAL_PRICE / 12);
export const ANNUAL_SAVING = 12 * MONTHLY_PRICE - ANNUAL_PRICE;
export const ANNUAL_SAVING_PER_MONTH = Math.round(ANNUAL_SAVING / 12);

export const FREE_PATIENT_LIMIT = 1;
export const UNLIMITED = -1;
/** From here on a plan that ends soon is pointed out. */
const RENEWAL_WARNING_DAYS = 7;

export const SUBSCRIPTION_TYPES = ['monthly', 'annual'] as const;
export type SubscriptionType = (typeof SUBSCRIPTION_TYPES)[number];

/** What each type costs, how long it lasts, and its name on a receipt. */
export const PERIODS: Record<SubscriptionType, { price: number; months: number; description: string }> = {
  monthly: { price: MONTHLY_PRICE, months: 1, description: 'Plan Profesional mensual' },
  annual: { price: ANNUAL_PRICE, months: 12, description: 'Plan Profesional anual' },
};

export interface Plan {
  status: 'free' | 'paid';
  /** The instant at which a paid plan ends; null when it has no end. */
  expiresAt: Date | null;
}

/** A paid period that has ended counts as free, at the very moment. */
export const isPaid = (plan: Plan, now: Date): boolean =>
  plan.status === 'paid' && (plan.expiresAt === null || now < plan.expiresAt);

/** Given by an administrator: nothing that is paid, or given back, changes it. */
export const hasNoEnd = (plan: Plan): boolean => plan.status === 'paid' && plan.expiresAt === null;

export const patientLimit = (plan: Plan, now: Date): number => (isPaid(plan, now) ? UNLIMITED : FREE_PATIENT_LIMIT);

export const mayAddPatient = (plan: Plan, patientCount: number, now: Date): boolean =>
  isPaid(plan, now) || patientCount < FREE_PATIENT_LIMIT;

/** Notes and certificates: a free account works with as many patients as it may hold. */
export const mayWriteClinically = (plan: Plan, patientCount: number, now: Date): boolean =>
  isPaid(plan, now) || patientCount <= FREE_PATIENT_LIMIT;

/** A plan as an account shows it, to its owner and to administrators. */
export const planOnAccount = (plan: Plan, now: Date) => ({
  subscriptionStatus: isPaid(plan, now) ? ('paid' as const) : ('free' as const),
  patientLimit: patientLimit(plan, now),
  nextPaymentDate: isPaid(plan, now) ? (plan.expiresAt?.toISOString() ?? null) : null,
});

const DAY_MS = 24 * 3600 * 1000;

/** Days until a paid plan ends, the last one begun counted whole; null when there is no end, or no plan. */
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

/** The same day of a later month, or the month's last: 31 January → 28 February. */
export function addMonths(instant: Date, months: number): Date {
  const later = new Date(instant);
  later.setUTCMonth(instant.getUTCMonth() + months);
  if (later.getUTCDate() !== instant.getUTCDate()) later.setUTCDate(0);
  return later;
}

/** What was paid, less what was given back, buys its period only while it covers the price. */
export const coversPrice = ({ amount, refunded }: { amount: number; refunded: number }, price: number): boolean =>
  amount - refunded >= price;

/** A payment that counts: what it bought, and when it was credited. */
export interface Credit {
  subscriptionType: SubscriptionType;
  creditedAt: Date;
}

/** Until when these are paid: each adds to what is left at its moment. In whichever order they come, it is the same. */
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
