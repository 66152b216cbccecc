/** Prices in whole Chilean pesos: the peso has no cents. */
export const MONTHLY_PRICE = 3990;
export const ANNUAL_PRICE = 37990;

export const ANNUAL_PRICE_PER_MONTH = Math.round(ANNUAL_PRICE / 12);
export const ANNUAL_SAVING = 12 * MONTHLY_PRICE - ANNUAL_PRICE;
export const ANNUAL_SAVING_PER_MONTH = Math.round(ANNUAL_SAVING / 12);

export const FREE_PATIENT_LIMIT = 1;
const UNLIMITED = -1;

export interface Plan {
  status: 'free' | 'paid';
  /** The instant at which a paid plan ends; null when it has no end. */
  expiresAt: Date | null;
}

/** A paid period that has ended counts as free, at the very moment. */
export const isPaid = (plan: Plan, now: Date): boolean =>
  plan.status === 'paid' && (plan.expiresAt === null || now < plan.expiresAt);

export const patientLimit = (plan: Plan, now: Date): number => (isPaid(plan, now) ? UNLIMITED : FREE_PATIENT_LIMIT);

export const mayAddPatient = (plan: Plan, patientCount: number, now: Date): boolean =>
  isPaid(plan, now) || patientCount < FREE_PATIENT_LIMIT;

/** Notes and certificates: a free account works with as many patients as it may hold. */
export const mayWriteClinically = (plan: Plan, patientCount: number, now: Date): boolean =>
  isPaid(plan, now) || patientCount <= FREE_PATIENT_LIMIT;

/** 37990 → '37.990' */
export const formatPesos = (amount: number): string => String(amount).replace(/\B(?=(\d{3})+$)/g, '.');
