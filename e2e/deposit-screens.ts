import { expect, type Page } from '@playwright/test';
import type { LinkedAppointment } from '#contract/appointment-links';
import type { PaymentAccount, TestDeposit } from '#contract/deposits';
import { PHONE } from './accessibility-violations.ts';
import { answer } from './answers.ts';
import { READER_DAY } from './fixtures.ts';
import { click, ID, type Screen, SETTINGS } from './screens.ts';

const LONG_NAME = 'Dra. María Fernanda de los Ángeles Huenchumilla-Valenzuela Goycoolea';
const LONG_SERVICE = 'Evaluación neuropsicológica completa con informe escrito para el colegio y otros';
const DEADLINE = '2030-01-05T18:00:00.000Z';

const TEST_DEPOSIT: TestDeposit = {
  professional: LONG_NAME,
  description: `Abono: ${LONG_SERVICE}`,
  amount: 100_000_000,
  expiresAt: DEADLINE,
};

const VISIT: LinkedAppointment = {
  professional: LONG_NAME,
  patient: 'Rosa E.',
  date: READER_DAY,
  time: '15:30',
  duration: 60,
  timeZone: 'America/Santiago',
  modality: 'in-person',
  place: 'Centro Médico Austral, Av. Colón 1234, oficina 502, Punta Arenas',
  phone: '+56 61 2 234567',
  status: 'scheduled',
  canConfirm: false,
  canCancel: true,
  canMove: false,
  isBookingToConfirm: false,
  isOffer: false,
  waitsForApproval: false,
  tellsByMail: true,
  reminders: false,
  isOver: false,
};

const linkScreen = (
  state: string,
  deposit: Pick<NonNullable<LinkedAppointment['deposit']>, 'status'> & { paymentUrl?: string },
  visit: Partial<LinkedAppointment>,
  show: (page: Page) => Promise<void>,
): Screen => ({
  path: `/cita/${ID}`,
  state,
  atBothWidths: true,
  answers: (page) =>
    answer(page, `/api/appointment-links/${ID}`, {
      ...VISIT,
      ...visit,
      deposit: { amount: 12_500, isReturnedOnCancel: deposit.status === 'paid', ...deposit },
    }),
  show,
});
const shows = (text: string | RegExp) => (page: Page) => expect(page.getByText(text).first()).toBeVisible();

/** What whoever books with a deposit sees after the booking page. */
export const DEPOSIT_SCREENS: Screen[] = [
  {
    path: `/abono-de-prueba/${ID}`,
    state: 'de un abono que no existe',
    size: PHONE,
    show: shows('Este abono de prueba no existe, o el servidor se reinició.'),
  },
  {
    path: `/abono-de-prueba/${ID}`,
    state: 'por decidir',
    atBothWidths: true,
    answers: (page) => answer(page, `/api/test-deposits/${ID}`, TEST_DEPOSIT),
    show: shows('$100.000.000 CLP'),
  },
  linkScreen(
    'con un abono por pagar',
    { status: 'open', paymentUrl: `/abono-de-prueba/${ID}` },
    { expiresAt: DEADLINE },
    (page) => expect(page.getByRole('link', { name: 'Pagar abono' })).toBeVisible(),
  ),
  linkScreen(
    'con la pregunta antes de cancelar una hora pagada',
    { status: 'paid' },
    { canMove: true },
    async (page) => {
      await click(page, 'Cancelar la hora');
      await expect(page.getByText(/Te devolveremos el abono de \$12\.500/)).toBeVisible();
    },
  ),
  linkScreen(
    'con un abono pagado tarde',
    { status: 'unplaced' },
    { status: 'cancelled', canCancel: false, canMove: true, expiresAt: DEADLINE },
    (page) => expect(page.getByRole('button', { name: 'Pedir la devolución' })).toBeVisible(),
  ),
  linkScreen(
    'con un abono en devolución',
    { status: 'refunding' },
    { status: 'cancelled', canCancel: false },
    shows(/en devolución/),
  ),
];

const CONNECTED: PaymentAccount = {
  configured: true,
  checkedAt: '2026-11-16T12:05:00.000Z',
  notificationUrl: `https://ejemplo.cl/api/payments/webhook/${ID}`,
  takesDeposits: true,
  isTest: false,
};

/** The professional's own account of Mercado Pago, in the settings of the agenda. */
export const PAYMENT_ACCOUNT_SCREENS: Screen[] = [
  {
    path: `${SETTINGS}/agenda`,
    state: 'conectar Mercado Pago, con errores',
    atBothWidths: true,
    show: async (page) => {
      await click(page, 'Conectar mi cuenta');
      await click(page, 'Probar y guardar');
      await expect(page.getByText('Escribe el Access Token')).toBeVisible();
    },
  },
  {
    path: `${SETTINGS}/agenda`,
    state: 'con Mercado Pago conectado y la pregunta antes de borrar las credenciales',
    atBothWidths: true,
    answers: (page) => answer(page, '/api/account/payments', CONNECTED),
    show: async (page) => {
      await click(page, 'Borrar credenciales');
      await expect(page.getByRole('alertdialog', { name: '¿Borrar tus credenciales?' })).toBeVisible();
    },
  },
];
