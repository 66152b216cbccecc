import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { chargeBalance, chargeTotals } from '#contract/charge-amounts';
import type { PendingPatient } from '#contract/charge-summaries';
import type { Charge, ChargePayment } from '#contract/charges';
import { PHONE } from './accessibility-violations.ts';
import { answer } from './answers.ts';
import { READER_DAY } from './fixtures.ts';
import { click, heading, ID, PERSON, type Screen } from './screens.ts';

const LONG_NAME = 'María Fernanda de los Ángeles Huenchumilla-Valenzuela Goycoolea';
const LONG_CONCEPT = 'Evaluación neuropsicológica completa con informe escrito para el colegio y otros';
const AT = `${READER_DAY}T12:00:00.000Z`;

const PAYMENT: ChargePayment = {
  _id: randomUUID(),
  amount: 25_000,
  method: 'transfer',
  reference: '8123',
  date: READER_DAY,
  createdAt: AT,
  createdBy: 'Ana Pérez Soto',
};

function charge(details: Partial<Charge>): Charge {
  const { amount = 25_000, payments = [], voidedAt } = details;
  return {
    _id: randomUUID(),
    patientId: ID,
    patientName: PERSON.name,
    concept: 'Consulta',
    amount,
    date: READER_DAY,
    payments,
    createdAt: AT,
    ...details,
    ...chargeBalance(amount, payments, voidedAt !== undefined),
  };
}

const PARTIAL = charge({
  patientName: LONG_NAME,
  concept: LONG_CONCEPT,
  amount: 12_500_000,
  payments: [{ ...PAYMENT, method: 'bono' }, PAYMENT],
  invoiceNumber: '12345678901234567890',
});
const CHARGES = [PARTIAL, charge({ payments: [PAYMENT] }), charge({})];

const MONTHS = Array.from({ length: 12 }, (_, index) => ({
  month: `2029-${String(index + 1).padStart(2, '0')}`,
  charged: index * 350_000,
  paid: index * 280_000,
}));

const PENDING: PendingPatient[] = [
  {
    patientId: ID,
    patientName: LONG_NAME,
    phone: '9 1234 5678',
    pending: 12_475_000,
    byAge: { recent: 0, month: 475_000, old: 12_000_000 },
    oldest: '2026-01-10',
    chargeIds: [PARTIAL._id, randomUUID()],
    lastReminder: { channel: 'whatsapp', status: 'sent', at: AT },
  },
  {
    patientId: null,
    patientName: 'Julia Vera',
    pending: 25_000,
    byAge: { recent: 25_000, month: 0, old: 0 },
    oldest: READER_DAY,
    chargeIds: [randomUUID()],
  },
];

const PAGE = `/dashboard/cobros?fecha=${READER_DAY}`;
const PENDING_PAGE = '/dashboard/cobros?parte=pendientes';

const answerCharges =
  (charges: Charge[]) =>
  async (page: Page): Promise<void> => {
    const totals = chargeTotals(charges);
    await answer(page, '/api/charges?*', { charges, totals, total: charges.length, due: totals.pending });
    await answer(page, '/api/charges/months?*', MONTHS);
  };
async function answerPending(page: Page): Promise<void> {
  await answer(page, '/api/charges/pending?*', PENDING);
  const byAge = { recent: 25_000, month: 475_000, old: 12_000_000 };
  await answer(page, '/api/charges/pending/totals', { patients: PENDING.length, pending: 12_500_000, byAge });
}

/** The page 'Cobros' and what it opens. */
export const CHARGE_SCREENS: Screen[] = [
  { path: PAGE, state: 'sin cobros', show: heading('Cobros') },
  {
    path: PAGE,
    state: 'con cobros en cada estado',
    atBothWidths: true,
    answers: answerCharges(CHARGES),
    show: (page) => expect(page.getByRole('table', { name: 'Cobros' }).getByText('Pago parcial')).toBeVisible(),
  },
  {
    path: `${PAGE}&vista=semana&boleta=sin&buscar=nadie`,
    state: 'con filtros y nada que mostrar',
    size: PHONE,
    answers: answerCharges([]),
    show: (page) => expect(page.getByText('Ningún cobro coincide')).toBeVisible(),
  },
  {
    path: PENDING_PAGE,
    state: 'lo pendiente',
    atBothWidths: true,
    answers: answerPending,
    show: (page) => expect(page.getByText('Julia Vera', { exact: true })).toBeVisible(),
  },
  {
    path: PENDING_PAGE,
    state: 'un recordatorio, con lo que lo impide',
    size: PHONE,
    answers: async (page) => {
      await answerPending(page);
      await answer(page, '/api/account/charges', { message: '' });
    },
    show: async (page) => {
      await click(page, `Recordar a ${LONG_NAME}`);
      await expect(page.getByRole('heading', { name: 'Mensaje' })).toBeVisible();
    },
  },
];
