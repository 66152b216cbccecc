import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as api from '#contract/appointment-links';
import { refundLinkedDeposit } from '#contract/deposits';
import { letTimePass, openApp, serverFor } from '#web/testing/open-app.tsx';

type Visit = api.LinkedAppointment;
type Deposit = NonNullable<Visit['deposit']>;

const PAYMENT = 'https://www.mercadopago.cl/checkout/v1/redirect?pref_id=1';
const OPEN: Deposit = { amount: 10_000, status: 'open', paymentUrl: PAYMENT, isReturnedOnCancel: false };
const PAID: Deposit = {
  amount: 10_000,
  status: 'paid',
  isReturnedOnCancel: true,
  returnedUntil: '2026-11-24T06:30:00.000Z',
};

// The link of a booking whose service asks for a deposit.
const UNPAID: Visit = {
  professional: 'Dra. Ana Rojas',
  patient: 'Rosa D.',
  date: '2026-11-24',
  time: '15:30',
  duration: 30,
  timeZone: 'America/Santiago',
  modality: 'in-person',
  status: 'scheduled',
  canConfirm: false,
  canCancel: true,
  canMove: false,
  isBookingToConfirm: false,
  isOffer: false,
  waitsForApproval: false,
  tellsByMail: true,
  expiresAt: '2026-11-18T13:00:00.000Z',
  reminders: false,
  isOver: false,
  deposit: OPEN,
};
const RESERVED: Visit = { ...UNPAID, canMove: true, deposit: PAID };
const GONE: Visit = { ...UNPAID, status: 'cancelled', canCancel: false };
const UNPLACED: Visit = {
  ...GONE,
  canMove: true,
  expiresAt: '2026-11-25T12:00:00.000Z',
  deposit: { ...PAID, status: 'unplaced', isReturnedOnCancel: false },
};
const withDeposit = (visit: Visit, deposit: Partial<Deposit>): Visit => ({
  ...visit,
  deposit: { ...PAID, ...deposit },
});

beforeEach(() => {
  const reader = { ...Intl.DateTimeFormat().resolvedOptions(), timeZone: 'America/Santiago' };
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(reader);
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-18T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function open(visit: Visit) {
  const server = serverFor();
  server.reply(api.getLinkedAppointment, visit);
  const { user } = await openApp('/cita/secreto', server, { signedIn: null });
  const heading = await screen.findByRole('heading', { level: 1 });
  return { server, heading, press: (name: string) => user.click(screen.getByRole('button', { name })) };
}

const state = () => document.querySelector('[data-part="state"]');
const fact = () => document.querySelector('[data-part="deposit"]');
const names = () =>
  screen
    .getAllByRole('button')
    .slice(1)
    .map(({ textContent }) => textContent);
const pay = () => screen.queryByRole('link', { name: 'Pagar abono' });

test('an unpaid hour leads to the payment, and says until when it is held', async () => {
  const { heading } = await open(UNPAID);
  expect(heading).toHaveTextContent('Paga el abono de tu hora con Dra. Ana Rojas');
  expect(state()).toHaveTextContent(
    'Paga el abono de $10.000 antes del miércoles 18 de noviembre a las 10:00: hasta entonces guardamos la hora para ti.',
  );
  expect(fact()).toHaveTextContent('$10.000, por pagar');
  expect(pay()).toHaveAttribute('href', PAYMENT);
  expect(names()).toEqual(['Cancelar']);
  expect(screen.queryByRole('link', { name: 'Agregar a mi calendario' })).not.toBeInTheDocument();
});

test('the page waits for the payment, asks more seldom with time, and says that it arrived', async () => {
  const { server } = await open(UNPAID);
  const asked = () => server.requests(api.getLinkedAppointment).length - 1;
  await letTimePass(5_100);
  expect(asked()).toBe(1);
  await letTimePass(125_000);
  const first = asked();
  expect(first).toBeGreaterThanOrEqual(20);
  await letTimePass(60_000);
  expect(asked() - first).toBeLessThanOrEqual(3);

  server.reply(api.getLinkedAppointment, RESERVED);
  await letTimePass(31_000);
  await waitFor(() => expect(state()).toHaveTextContent('Listo, recibimos tu abono. Tu hora está reservada.'));
  expect(state()).toHaveFocus();
  expect(fact()).toHaveTextContent(
    '$10.000, pagado. Si cancelas antes del martes 24 de noviembre a las 03:30, te lo devolvemos.',
  );
  expect(pay()).not.toBeInTheDocument();
  const last = asked();
  await letTimePass(60_000);
  expect(asked()).toBe(last);
});

test('when the hour is held no longer, the page stops offering the payment', async () => {
  const { server } = await open(UNPAID);
  server.reply(api.getLinkedAppointment, { ...GONE, deposit: { ...OPEN, paymentUrl: undefined } });
  await letTimePass(5_100);
  await waitFor(() => expect(state()).toHaveTextContent('El plazo para pagar el abono terminó.'));
  expect(pay()).not.toBeInTheDocument();
  // The notification of a payment may still be on its way.
  server.reply(api.getLinkedAppointment, UNPLACED);
  await letTimePass(35_000);
  await waitFor(() => expect(state()).toHaveTextContent('Tu pago llegó cuando la hora ya no estaba libre.'));
});

test('nothing changes while somebody answers, and a return to the tab asks at once', async () => {
  const { server, press } = await open(UNPAID);
  server.reply(api.getLinkedAppointment, RESERVED);
  await press('Cancelar');
  await letTimePass(12_000);
  expect(server.requests(api.getLinkedAppointment)).toHaveLength(1);
  expect(screen.getByRole('heading', { name: '¿Cancelar la hora?' })).toBeVisible();
  await press('No, mantener la hora');
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(state()).toHaveTextContent('Listo, recibimos tu abono.'));
});

test('a cancellation says before and after that the deposit is returned', async () => {
  const { server, press } = await open(RESERVED);
  await press('Cancelar la hora');
  expect(
    screen.getByText(
      'La hora quedará disponible para otra persona. Te devolveremos el abono de $10.000 por Mercado Pago.',
    ),
  ).toBeVisible();
  server.reply(api.cancelLinkedAppointment, withDeposit(GONE, { status: 'refunding', isReturnedOnCancel: false }));
  await press('Sí, cancelar la hora');
  await waitFor(() =>
    expect(state()).toHaveTextContent(
      'Listo, cancelaste la hora. Pedimos a Mercado Pago que te devuelva el abono de $10.000. Para pedir otra',
    ),
  );
  expect(fact()).toHaveTextContent('$10.000, en devolución');
});

test('while a request waits, a cancellation returns the deposit without a deadline', async () => {
  await open({ ...UNPAID, waitsForApproval: true, deposit: { ...PAID, returnedUntil: undefined } });
  expect(fact()).toHaveTextContent('$10.000, pagado. Si cancelas la hora, te lo devolvemos.');
});

test('when it is too late to cancel, the page says that the deposit is not returned any more', async () => {
  await open({ ...withDeposit(RESERVED, { isReturnedOnCancel: false }), canCancel: false, canMove: false });
  expect(fact()).toHaveTextContent('$10.000, pagado. El plazo para cancelar con devolución ya terminó.');
});

test.each([
  [false, 'Listo, tu hora es el jueves 26 de noviembre a las 09:00. Tu hora está reservada.'],
  [true, 'Listo, pediste la hora del jueves 26 de noviembre a las 09:00. Tu solicitud espera la respuesta de Dra. Ana'],
])('whoever paid too late takes another hour, with approval: %s', async (waitsForApproval, text) => {
  const { server, heading, press } = await open(UNPLACED);
  expect(heading).toHaveTextContent('Elige otra hora con Dra. Ana Rojas');
  expect(state()).toHaveTextContent(
    'Tu pago llegó cuando la hora ya no estaba libre. Elige otra hora o pide la devolución de los $10.000. Si no haces nada antes del miércoles 25 de noviembre a las 09:00, te los devolvemos.',
  );
  expect(screen.getByText('martes 24 de noviembre a las 15:30 (ya no está libre)')).toBeVisible();
  expect(names()).toEqual(['Elegir otra hora', 'Pedir la devolución']);

  server.reply(api.listLinkedSlots, [{ date: '2026-11-26', times: ['09:00'] }]);
  await press('Elegir otra hora');
  await screen.findByRole('button', { name: /jueves 26 de noviembre/ });
  await press('jueves 26 de noviembre a las 09:00');
  expect(screen.getByRole('heading', { name: '¿Tomar la hora del jueves 26 de noviembre a las 09:00?' })).toHaveFocus();
  server.reply(api.moveLinkedAppointment, { ...RESERVED, waitsForApproval, date: '2026-11-26', time: '09:00' });
  await press('Tomar esta hora');
  await waitFor(() => expect(state()).toHaveTextContent(text));
});

test('whoever paid too late asks for the return, after a question', async () => {
  const { server, press } = await open(UNPLACED);
  await press('Pedir la devolución');
  expect(screen.getByRole('heading', { name: '¿Pedir la devolución del abono?' })).toHaveFocus();
  expect(server.requests(refundLinkedDeposit)).toEqual([]);
  await press('No, volver');
  expect(screen.getByRole('button', { name: 'Pedir la devolución' })).toHaveFocus();
  await press('Pedir la devolución');
  server.reply(refundLinkedDeposit, withDeposit(GONE, { status: 'refunding', isReturnedOnCancel: false }));
  await press('Sí, pedir la devolución');
  await waitFor(() =>
    expect(state()).toHaveTextContent('Listo. Pedimos a Mercado Pago que te devuelva el abono de $10.000.'),
  );
  expect(server.requests(refundLinkedDeposit)).toHaveLength(1);
});

test('a deposit that has ended meanwhile is shown as it is now', async () => {
  const { server, press } = await open(UNPLACED);
  await press('Pedir la devolución');
  server.refuse(refundLinkedDeposit, 'DEPOSIT_ENDED');
  server.reply(api.getLinkedAppointment, withDeposit(GONE, { status: 'refunded' }));
  await press('Sí, pedir la devolución');
  await waitFor(() => expect(state()).toHaveTextContent('Mercado Pago te devolvió el abono de $10.000.'));
});

test.each<[string, Visit]>([
  ['Pedimos a Mercado Pago que te devuelva el abono de $10.000.', withDeposit(GONE, { status: 'refunding' })],
  ['Esta hora está cancelada. Mercado Pago te devolvió el abono', withDeposit(GONE, { status: 'refunded' })],
  ['Esta reserva terminó sin que se pagara el abono.', withDeposit(GONE, { status: 'ended' })],
  ['El plazo para pagar el abono terminó.', GONE],
  ['Esta hora está cancelada.', withDeposit(GONE, {})],
  ['Tu hora está reservada.', withDeposit(RESERVED, { status: 'refunded' })],
  [
    'antes del miércoles 18 de noviembre a las 10:00, termina, te devolvemos el abono de $10.000 y te avisamos por correo.',
    { ...UNPAID, waitsForApproval: true, deposit: PAID },
  ],
  [
    'termina y te devolvemos el abono de $10.000. Guarda este enlace: aquí verás la respuesta.',
    { ...UNPAID, waitsForApproval: true, tellsByMail: false, deposit: PAID },
  ],
])('loaded again the page says: %s', async (text, visit) => {
  await open(visit);
  expect(state()).toHaveTextContent(text);
  expect(pay()).not.toBeInTheDocument();
});
