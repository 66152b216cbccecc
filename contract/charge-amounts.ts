import { z } from 'zod';

/** Whole pesos. */
export const MAX_PESOS = 100_000_000;

/** How a patient pays, in the words of the page. */
export const PAYMENT_METHODS = {
  cash: 'Efectivo',
  transfer: 'Transferencia',
  debit: 'Débito',
  credit: 'Crédito',
  bono: 'Bono',
  other: 'Otro',
  online: 'En línea',
} as const;
export type PaymentMethod = keyof typeof PAYMENT_METHODS;
export const METHODS = Object.keys(PAYMENT_METHODS) as [PaymentMethod, ...PaymentMethod[]];

/** The methods that people register. Payments with the method 'online' come from the payment provider alone. */
export const REGISTERED_METHODS = METHODS.filter((method) => method !== 'online');

export const CHARGE_STATUSES = {
  pending: 'Pendiente',
  partial: 'Pago parcial',
  paid: 'Pagado',
  void: 'Anulado',
} as const;
export type ChargeStatus = keyof typeof CHARGE_STATUSES;
export const ChargeStatusName = z.enum(
  Object.keys(CHARGE_STATUSES) as [ChargeStatus, ...ChargeStatus[]],
  'Selecciona un estado',
);

/** An amount of money that somebody enters. */
export const Pesos = z
  .int('El monto debe ser un número entero de pesos')
  .min(1, 'El monto debe ser mayor que cero')
  .max(MAX_PESOS, 'El monto puede ser de hasta $100.000.000');

interface Payment {
  amount: number;
  voidedAt?: string | undefined;
}

/** What was paid of a charge, what is pending, and the status that follows. A void charge counts nothing. */
export function chargeBalance(
  amount: number,
  payments: readonly Payment[],
  isVoid: boolean,
): { paid: number; pending: number; status: ChargeStatus } {
  if (isVoid) return { paid: 0, pending: 0, status: 'void' };
  const paid = payments.reduce((sum, payment) => (payment.voidedAt === undefined ? sum + payment.amount : sum), 0);
  const pending = amount - paid;
  return { paid, pending, status: pending === 0 ? 'paid' : paid === 0 ? 'pending' : 'partial' };
}

interface CountedCharge {
  amount: number;
  paid: number;
  pending: number;
  status: ChargeStatus;
  payments: readonly (Payment & { method: PaymentMethod })[];
}

/** The sums over charges. Void charges and void payments count nothing. */
export function chargeTotals(charges: readonly CountedCharge[]): {
  charged: number;
  paid: number;
  pending: number;
  byMethod: Record<PaymentMethod, number>;
} {
  const byMethod = Object.fromEntries(METHODS.map((method) => [method, 0])) as Record<PaymentMethod, number>;
  const totals = { charged: 0, paid: 0, pending: 0, byMethod };
  for (const { amount, paid, pending, status, payments } of charges) {
    if (status === 'void') continue;
    totals.charged += amount;
    totals.paid += paid;
    totals.pending += pending;
    for (const payment of payments) if (payment.voidedAt === undefined) byMethod[payment.method] += payment.amount;
  }
  return totals;
}
