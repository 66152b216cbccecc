import { NewCharge, type NewChargePayment } from '#contract/charges';
import { addDays } from '#contract/days';
import { addChargePayment } from '#server/charges/charge-payments.service';
import { createCharge, putInvoiceNumber, voidCharge } from '#server/charges/charges.service';
import { printReceipt } from '#server/receipts/receipts.service';
import { type DemoStep, idOf, later } from './demo-step.ts';
import { type CreatedService, serviceIdFor } from './services.ts';
import type { Visit } from './visits.ts';
import { whenPrinterIsFree } from './when-printer-is-free.ts';

const DAY_MINUTES = 24 * 60;
/** Charges begin a month ago. Before, only two visits were left to be paid. */
const CHARGED_DAYS = 31;
const FIRST_INVOICE = 1204;

type Payment = Pick<NewChargePayment, 'method' | 'reference'> & {
  /** A part of what is charged. */
  share?: number;
  /** So many days after the visit. */
  daysLater?: number;
};

/** How one visit after the other is paid. Undefined: it is not. */
const PAYMENTS: readonly (Payment | undefined)[] = [
  { method: 'transfer', reference: '40318827' },
  { method: 'debit', reference: undefined },
  { method: 'cash', reference: undefined },
  { method: 'bono', reference: '71502934' },
  { method: 'credit', reference: undefined },
  { method: 'transfer', reference: '40561190', share: 0.5 },
  { method: 'transfer', reference: '40977402', daysLater: 2 },
  undefined,
];

interface Practice {
  services: readonly CreatedService[];
  zone: string;
  now: Date;
}

interface Charged {
  visit: Visit;
  appointmentId: () => string;
}

/** What the patients of a practice were charged in the last month, and what is pending since longer. */
export function chargeSteps(charged: readonly Charged[], practice: Practice): DemoStep[] {
  const { now } = practice;
  const begin = later(now, -CHARGED_DAYS * DAY_MINUTES);
  const attended = charged
    .filter(({ visit }) => wasAttended(visit, now))
    .sort((one, other) => one.visit.startsAt.getTime() - other.visit.startsAt.getTime());
  const old = attended.filter(({ visit }) => visit.startsAt < begin).slice(-2);
  const recent = attended.filter(({ visit }) => visit.startsAt >= begin);
  return [
    ...old.flatMap((one) => visitSteps(one, { service: serviceFor(one.visit, practice), now })),
    ...recent.flatMap((one, index) => {
      const payment = PAYMENTS[index % PAYMENTS.length];
      const invoice = payment && index % 4 !== 3 ? String(FIRST_INVOICE + index) : undefined;
      const printed = index === 1;
      return visitSteps(one, { service: serviceFor(one.visit, practice), now, payment, invoice, printed });
    }),
    ...(recent[2] ? voidSteps(recent[2].visit, now) : []),
  ];
}

const wasAttended = ({ status, consultation, isFinalized, startsAt, duration }: Visit, now: Date): boolean =>
  (status === 'attended' || (consultation !== undefined && isFinalized)) && later(startsAt, duration + 30) < now;

/** Visits before today have no service. The one of that length is charged. */
function serviceFor(visit: Visit, { services, ...when }: Practice): CreatedService | undefined {
  const id = serviceIdFor(visit, services, when);
  const priced = services.filter(({ price }) => price !== null);
  return (
    priced.find(({ _id }) => _id === id) ?? priced.find(({ duration }) => duration === visit.duration) ?? priced[0]
  );
}

interface Details {
  service: CreatedService | undefined;
  now: Date;
  payment?: Payment | undefined;
  invoice?: string | undefined;
  printed?: boolean;
}

function visitSteps(
  { visit, appointmentId }: Charged,
  { service, now, payment, invoice, printed = false }: Details,
): DemoStep[] {
  const { person, day: date, startsAt, duration } = visit;
  const amount = service?.price;
  if (!service || !amount) return [];
  const at = later(startsAt, duration + 5);
  const { method, reference, share = 1, daysLater = 0 } = payment ?? {};
  const paid = method && { method, reference, amount: Math.round(amount * share), date: addDays(date, daysLater) };
  let id = '';
  const creation: DemoStep = {
    at,
    run: async (deps, owner) => {
      const patientId = idOf(person);
      const charge = { patientId, appointmentId: appointmentId(), concept: service.name, amount, date };
      const atOnce = daysLater === 0 ? paid : undefined;
      id = (await createCharge(deps, owner, NewCharge.parse({ ...charge, payment: atOnce })))._id;
    },
  };
  const laterAt = later(at, daysLater * DAY_MINUTES);
  const laterPayment: DemoStep[] =
    paid && daysLater > 0 && laterAt < now
      ? [
          {
            at: laterAt,
            run: (deps, owner) => addChargePayment(deps, owner, id, { ...paid, pending: amount }),
          },
        ]
      : [];
  const boleta: DemoStep[] = invoice
    ? [{ at: later(at, 3), run: (deps, owner) => putInvoiceNumber(deps, owner, id, invoice) }]
    : [];
  const receipt: DemoStep[] = printed
    ? [
        {
          at: now,
          isOnItsOwn: true,
          isReading: true,
          run: (deps, owner) => whenPrinterIsFree(() => printReceipt(deps, owner, id)),
        },
      ]
    : [];
  return [creation, ...laterPayment, ...boleta, ...receipt];
}

/** Somebody was charged by mistake. */
function voidSteps({ person, day: date, startsAt }: Visit, now: Date): DemoStep[] {
  const at = later(startsAt, 200);
  if (later(at, 15) >= now) return [];
  let id = '';
  return [
    {
      at,
      run: async (deps, owner) => {
        const charge = { patientId: idOf(person), concept: 'Informe', amount: 15_000, date };
        id = (await createCharge(deps, owner, NewCharge.parse(charge)))._id;
      },
    },
    {
      at: later(at, 15),
      run: (deps, owner) => voidCharge(deps, owner, id, 'Se cobró a otra persona por error'),
    },
  ];
}
