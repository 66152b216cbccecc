import type { Appointment } from '#contract/agenda';
import { chargeBalance, chargeTotals } from '#contract/charge-amounts';
import { CHARGES_PER_PAGE, listAppointmentCharges, listCharges } from '#contract/charge-summaries';
import {
  addChargePayment,
  type Charge,
  type ChargePayment,
  createCharge,
  getCharge,
  getChargeDiagnosis,
  type NewCharge,
  type NewChargePayment,
  type PaymentOfCharge,
  putInvoiceNumber,
  refundChargePayment,
  updateCharge,
  voidCharge,
  voidChargePayment,
} from '#contract/charges';
import { dayIn } from '#contract/days';
import type { ReplyOf } from '#web/platform/api.ts';
import { APPOINTMENT, agendaServer, ROSA } from './agenda-server.ts';
import { type MockServer, refusal } from './mock-server.ts';

const AT = '2026-11-16T12:00:00.000Z';
let ids = 0;
const nextId = (group: string) => {
  ids += 1;
  return `0197${group}00-0000-7000-8000-${String(ids).padStart(12, '0')}`;
};

export const paymentWith = (details: Partial<ChargePayment> = {}): ChargePayment => ({
  _id: nextId('b'),
  amount: 25_000,
  method: 'cash',
  date: '2026-11-16',
  createdAt: AT,
  createdBy: 'Ana Pérez Soto',
  ...details,
});

/** A charge with the balance that follows from its payments. */
export function chargeWith(details: Partial<Charge> = {}): Charge {
  const { amount = 25_000, payments = [], voidedAt } = details;
  return {
    _id: nextId('d'),
    patientId: ROSA._id,
    patientName: ROSA.name,
    concept: 'Consulta',
    amount,
    date: '2026-11-16',
    payments,
    createdAt: AT,
    createdBy: 'Ana Pérez Soto',
    ...details,
    ...chargeBalance(amount, payments, voidedAt !== undefined),
  };
}

/** The charge after a change, with the balance that follows. */
const changed = (charge: Charge, change: Partial<Charge>): Charge =>
  Object.assign(charge, chargeWith({ ...charge, ...change }));

/** A page of these charges, with the sums over all of them. */
export function chargeList(charges: readonly Charge[], asked = new URLSearchParams()): ReplyOf<typeof listCharges> {
  const limit = Number(asked.get('limit') ?? CHARGES_PER_PAGE);
  const skipped = (Number(asked.get('page') ?? 1) - 1) * limit;
  const past = charges.filter(({ date }) => date <= dayIn('America/Santiago', new Date()));
  return {
    charges: charges.slice(skipped, skipped + limit),
    totals: chargeTotals(charges),
    total: charges.length,
    due: chargeTotals(past).pending,
  };
}

/** Keeps the charges as the server does, and refuses what the server refuses. */
export function withCharges<Server extends MockServer>(server: Server, charges: Charge[] = []): Server {
  const find = (url: URL): Charge => {
    const found = charges.find(({ _id }) => url.pathname.includes(_id));
    if (!found) throw refusal('NOT_FOUND');
    return found;
  };
  const toPayment = ({ _id = nextId('b'), ...payment }: NewChargePayment & { _id?: string | undefined }) =>
    paymentWith({ _id, ...payment });
  server.reply(listAppointmentCharges, () =>
    charges.flatMap(({ _id, appointmentId, status, pending }) =>
      appointmentId && status !== 'void' ? [{ appointmentId, chargeId: _id, status, pending }] : [],
    ),
  );
  server.reply(listCharges, ({ url }) => chargeList(charges, url.searchParams));
  server.reply(getCharge, ({ url }) => find(url));
  server.reply(getChargeDiagnosis, { diagnosis: null });
  server.reply(createCharge, ({ body }) => {
    const { _id = nextId('d'), payment, onlyOnce, ...content } = body as NewCharge;
    const earlier = charges.find((one) => one._id === _id);
    if (earlier && earlier.amount !== content.amount) throw refusal('CHARGE_CHANGED');
    if (earlier) return earlier;
    const isCharged = charges.some(
      ({ appointmentId, status }) => appointmentId && appointmentId === content.appointmentId && status !== 'void',
    );
    if (isCharged) throw refusal('APPOINTMENT_CHARGED');
    const { concept, amount, date } = content;
    const isEqual = (one: Charge) => one.concept === concept && one.amount === amount && one.date === date;
    if (onlyOnce && charges.some(isEqual)) throw refusal('CHARGE_REPEATED');
    const charge = chargeWith({ ...content, _id, payments: payment ? [toPayment(payment)] : [] });
    charges.push(charge);
    return charge;
  });
  server.reply(updateCharge, ({ url, body }) => changed(find(url), body as Partial<Charge>));
  server.reply(addChargePayment, ({ url, body }) => {
    const { pending, ...payment } = body as PaymentOfCharge;
    const charge = find(url);
    if (charge.payments.some((one) => one._id === payment._id)) return charge;
    if (pending !== charge.pending) throw refusal('CHARGE_CHANGED');
    return changed(charge, { payments: [...charge.payments, toPayment(payment)] });
  });
  server.reply(voidCharge, ({ url, body }) => {
    const { reason } = body as { reason: string };
    return changed(find(url), { voidedAt: AT, voidedBy: 'Ana Pérez Soto', voidReason: reason });
  });
  server.reply(voidChargePayment, ({ url, body }) => {
    const { reason } = body as { reason: string };
    const voided = { voidedAt: AT, voidedBy: 'Marta Soto', voidReason: reason };
    const charge = find(url);
    const payments = charge.payments.map((one) => (url.pathname.includes(one._id) ? { ...one, ...voided } : one));
    return changed(charge, { payments });
  });
  server.reply(refundChargePayment, ({ url }) => {
    const charge = find(url);
    const payments = charge.payments.map((one) =>
      url.pathname.includes(one._id) ? { ...one, refund: 'pending' as const } : one,
    );
    return changed(charge, { payments });
  });
  server.reply(putInvoiceNumber, ({ url, body }) => Object.assign(find(url), body as Partial<Charge>));
  return server;
}

export const ATTENDED: Appointment = { ...APPOINTMENT, status: 'attended', serviceName: 'Control' };

/** The agenda with one attended appointment, and these charges. */
export const chargesServer = (charges: Charge[] = [], appointments: Appointment[] = [{ ...ATTENDED }]) =>
  withCharges(agendaServer(appointments), charges);
