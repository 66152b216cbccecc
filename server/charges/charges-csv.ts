import { CHARGE_STATUSES, PAYMENT_METHODS } from '#contract/charge-amounts';
import { formatMoney } from '#contract/plans';
import { formatRut } from '#contract/rut';
import { UNDECRYPTABLE_TEXT } from '#contract/undecryptable';
import { BYTE_ORDER_MARK, csvLine } from '#server/platform/csv-line';
import type { StoredPayment } from './charge-payments.store.ts';
import type { ChargeRecord } from './charge-records.service.ts';

const HEADINGS = [
  'Fecha del cobro',
  'Paciente',
  'RUT',
  'Concepto',
  'Monto',
  'Fecha del pago',
  'Medio',
  'Referencia',
  'Pagado',
  'Pendiente',
  'Boleta N°',
  'Estado',
];

export const CHARGES_HEADING = `${BYTE_ORDER_MARK}${csvLine(HEADINGS)}`;

interface Period {
  from: string;
  to: string;
}

/**
 * Each payment of the period has a row, whenever its charge was made. Each charge of the period without such a payment
 * has a row too. The amount of a charge and what is pending of it are in its first row in the period of its own date.
 * So the sum of 'Pagado' is the money received in the period, and over all periods 'Monto' is 'Pagado' and 'Pendiente'.
 * Void amounts are named in the status and count nothing.
 */
export const chargesCsv = (charges: readonly ChargeRecord[], period: Period): string =>
  charges
    .flatMap((charge) => chargeRows(charge, period))
    .map(csvLine)
    .join('');

const isIn = ({ from, to }: Period, { date }: { date: string }): boolean => from <= date && date <= to;

function chargeRows(charge: ChargeRecord, period: Period): string[][] {
  const payments = charge.payments.filter((payment) => isIn(period, payment));
  const isOfPeriod = isIn(period, charge);
  if (payments.length === 0) return isOfPeriod ? [toRow(charge, undefined, true)] : [];
  return payments.map((payment, position) => toRow(charge, payment, isOfPeriod && position === 0));
}

function toRow(charge: ChargeRecord, payment: StoredPayment | undefined, hasAmounts: boolean): string[] {
  const { date, patient, concept, amount, pending, invoiceNumber = '', voided } = charge;
  const isCounted = hasAmounts && !voided;
  return [
    toDay(date),
    patient.name,
    patient.documentType === 'rut' ? formatRut(patient.rut) : patient.rut,
    concept ?? UNDECRYPTABLE_TEXT,
    String(isCounted ? amount : 0),
    payment ? toDay(payment.date) : '',
    payment ? PAYMENT_METHODS[payment.method] : '',
    payment?.reference === null ? UNDECRYPTABLE_TEXT : (payment?.reference ?? ''),
    String(payment && !payment.voided ? payment.amount : 0),
    String(isCounted ? pending : 0),
    invoiceNumber,
    statusText(charge, payment),
  ];
}

function statusText({ status, amount }: ChargeRecord, payment: StoredPayment | undefined): string {
  const charge = status === 'void' ? `Anulado (${formatMoney(amount)})` : CHARGE_STATUSES[status];
  return payment?.voided ? `${charge}. Pago anulado (${formatMoney(payment.amount)})` : charge;
}

/** '2026-11-15' → '15-11-2026', which Excel in Spanish reads as a day. */
const toDay = (date: string): string => date.split('-').reverse().join('-');
