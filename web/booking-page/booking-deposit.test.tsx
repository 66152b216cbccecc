import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as api from '#contract/booking';
import { DEPOSIT_MINUTES } from '#contract/deposits';
import {
  bookingServer,
  CONSULTA,
  CONTROL,
  DATA,
  fillIn,
  openBooking,
  prepareBrowser,
  restoreBrowser,
  step,
} from '#web/testing/booking-server.ts';

beforeEach(prepareBrowser);
afterEach(() => {
  vi.unstubAllGlobals();
  restoreBrowser();
});

const PAYMENT = 'https://www.mercadopago.cl/checkout/v1/redirect?pref_id=1';

function serverWithDeposit(page: Partial<api.BookingPage> = {}) {
  const server = bookingServer({
    services: [{ ...CONSULTA, deposit: 10_000 }, CONTROL],
    ...page,
  });
  server.reply(api.createBooking, { status: 'unpaid', paymentUrl: PAYMENT, expiresAt: '2026-11-18T13:00:00.000Z' });
  return server;
}

const note = () => document.querySelector('[data-part="deposit-note"]');

test('a service says what is paid to book it, and another one says nothing', async () => {
  await openBooking(serverWithDeposit());
  expect(screen.getByText('30 min · $25.000 · Presencial · Abono de $10.000 al reservar')).toBeVisible();
  expect(screen.getByText('30 min · $25.000 · Presencial')).toBeVisible();
});

test('before the data are sent the form says how much, for how long, and when it is returned', async () => {
  await openBooking(serverWithDeposit(), DATA);
  expect(await step('Tus datos')).toBeVisible();
  expect(note()).toHaveTextContent(
    `Esta hora se reserva con un abono de $10.000, que pagas con Mercado Pago en el paso siguiente. Te guardamos la hora hasta ${DEPOSIT_MINUTES} minutos mientras pagas. Se te devuelve si cancelas la hora con al menos 12 horas de anticipación.`,
  );
  expect(screen.getByRole('button', { name: 'Continuar al pago' })).toBeVisible();
  expect(screen.queryByText('Te enviaremos un correo para que confirmes la hora.')).not.toBeInTheDocument();
});

test.each([
  [{ cancelNoticeHours: 0 }, 'si cancelas la hora antes de que comience.'],
  [{ cancelNoticeHours: 1 }, 'con al menos 1 hora de anticipación.'],
  [{ approval: 'manual' as const }, 'de anticipación, o si Dra. Ana Rojas no acepta tu solicitud.'],
])('with %j the deposit is returned %s', async (page, text) => {
  await openBooking(serverWithDeposit(page), DATA);
  await step('Tus datos');
  expect(note()).toHaveTextContent(text);
});

test('a service without a deposit and the waiting list mention none', async () => {
  const { follow } = await openBooking(serverWithDeposit(), DATA.replace(CONSULTA._id, CONTROL._id));
  await step('Tus datos');
  expect(note()).not.toBeVisible();
  expect(screen.getByRole('button', { name: 'Reservar la hora' })).toBeVisible();
  await follow('Volver a las horas');
  await step('Elige el día y la hora');
  await follow('Avísame si se libera una hora');
  await step('Avísame si se libera una hora');
  expect(note()).not.toBeVisible();
});

test('an unpaid booking leads to the payment, until when the hour is held', async () => {
  const server = serverWithDeposit();
  const opened = await openBooking(server, DATA);
  await fillIn(opened);
  await opened.press('Continuar al pago');
  expect(await step('Paga el abono')).toHaveFocus();
  expect(
    screen.getByText(
      'Falta un paso: paga el abono de $10.000 antes del miércoles 18 de noviembre a las 10:00. Hasta entonces guardamos la hora para ti.',
    ),
  ).toBeVisible();
  expect(
    screen.getByText('Cuando se confirme el pago, la hora es tuya. Te escribiremos a rosa@ejemplo.cl.'),
  ).toBeVisible();
  const pay = screen.getByRole('link', { name: 'Pagar abono' });
  expect(pay).toHaveAttribute('href', PAYMENT);
  expect(pay).not.toHaveAttribute('target');
  expect(screen.queryByRole('button', { name: 'Enviar de nuevo' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Reservar otra hora' })).toBeVisible();
});

test('in the frame of another site the payment opens a window of its own', async () => {
  const opened = await openBooking(serverWithDeposit({ approval: 'manual', confirmsByMail: false }), DATA);
  await fillIn(opened);
  vi.stubGlobal('parent', {});
  await opened.press('Continuar al pago');
  await step('Paga el abono');
  expect(screen.getByRole('link', { name: 'Pagar abono' })).toHaveAttribute('target', '_blank');
  expect(screen.getByText('Se abre otra ventana con la página de Mercado Pago.')).toBeVisible();
  expect(
    screen.getByText(
      'Cuando se confirme el pago, Dra. Ana Rojas revisará tu solicitud. Si no la acepta, te devolvemos el abono.',
    ),
  ).toBeVisible();
});
