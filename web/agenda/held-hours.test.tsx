import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acceptBookingRequest, listBookingRequests } from '#contract/booking-requests';
import { AGENDA, APPOINTMENT, agendaServer, DAY, dialog, question } from '#web/testing/agenda-server.ts';
import { bookingServer, REQUEST } from '#web/testing/booking-requests-server.ts';
import { expectToast, letTimePass, openApp } from '#web/testing/open-app.tsx';

const WEEK = `/dashboard/agenda?vista=semana&fecha=${DAY}`;
const UNVERIFIED = { ...REQUEST, _id: REQUEST._id.replace('d1', 'd2'), status: 'unverified' as const, time: '12:00' };

afterEach(() => {
  vi.unstubAllGlobals();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-04T16:00:00.000Z') });
});

const held = (name: RegExp) => screen.findByRole('button', { name });
const freeAt = (time: string) => screen.queryByRole('button', { name: new RegExp(`^Disponible.* a las ${time}`) });

test('a booking takes its hours of the day, in its own look', async () => {
  await openApp(AGENDA, bookingServer([REQUEST, UNVERIFIED], [APPOINTMENT]));
  const button = await held(/^Eva Paz Muñoz.*Espera tu respuesta.*10:00 - 11:00$/);
  expect(button).toHaveTextContent('Control');
  expect(button).toHaveClass('border-dashed');
  expect(await held(/^Eva Paz Muñoz.*Por confirmar.*12:00 - 13:00$/)).toBeVisible();
  for (const time of ['10:00', '10:30', '12:00', '12:30']) expect(freeAt(time)).toBeNull();
  for (const time of ['09:00', '11:00', '13:00']) expect(freeAt(time)).not.toBeNull();
});

test('a booking takes its hours of the week', async () => {
  await openApp(WEEK, bookingServer());
  const button = await held(/^Eva Paz Muñoz Espera tu respuesta Control 10:00 - 11:00$/);
  expect(button.closest('ol')).toHaveAccessibleName('Citas del lunes 7 de enero, 2030');
  const monday = within(screen.getByRole('list', { name: 'Citas del lunes 7 de enero, 2030' }));
  expect(monday.queryByRole('button', { name: /a las 10:30, agendar/ })).toBeNull();
  expect(monday.getByRole('button', { name: /a las 11:00, agendar/ })).toBeInTheDocument();
});

test('a booking stays beside an overbooked appointment that began before it', async () => {
  const overbooked = { ...APPOINTMENT, duration: 60, overbooked: true };
  await openApp(AGENDA, bookingServer([REQUEST], [overbooked]));
  const row = (await held(/^Eva Paz Muñoz/)).closest('li') as HTMLElement;
  expect(row).toHaveTextContent('Sigue la cita de Rosa Díaz hasta las 10:30');
});

test('a booking on Saturday opens the weekend on a wide screen', async () => {
  const list = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', (query: string) => ({ ...list, matches: query.includes('min-width') }));
  await openApp(WEEK, bookingServer([{ ...REQUEST, date: '2030-01-12' }]));
  expect((await held(/^Eva Paz Muñoz/)).closest('ol')).toHaveAccessibleName('Citas del sábado 12 de enero, 2030');
});

test('a pressed booking is accepted from the agenda and becomes an appointment', async () => {
  const server = bookingServer();
  const { user } = await openApp(AGENDA, server);
  await user.click(await held(/^Eva Paz Muñoz/));
  const shown = await dialog('Reserva en línea');
  expect(shown.getByText('lunes 7 de enero, 10:00 - 11:00, Control')).toBeVisible();
  expect(shown.getByText(/Persona nueva/)).toBeVisible();
  await user.click(shown.getByRole('button', { name: 'Aceptar la solicitud de Eva Paz Muñoz' }));
  await expectToast('La cita quedó en tu agenda');
  expect(await screen.findByRole('article', { name: /Eva Paz Muñoz/ })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: /Espera tu respuesta/ })).toBeNull());
  expect(server.requests(acceptBookingRequest)).toHaveLength(1);
});

test('the dialog of an unpaid booking says that accepting it waives the deposit', async () => {
  const unpaid = { ...REQUEST, status: 'unpaid' as const, deposit: { amount: 10_000, isPaid: false } };
  const { user } = await openApp(AGENDA, bookingServer([unpaid]));
  await user.click(await held(/^Eva Paz Muñoz/));
  const shown = await dialog('Reserva en línea');
  expect(shown.getByText(/Si la aceptas ahora, no se le pedirá el abono de \$10\.000\./)).toBeVisible();
});

test.each([
  ['BOOKING_ACCEPTED', 'Esta reserva ya es una cita de tu agenda.'],
  ['BOOKING_REJECTED', 'Esta reserva ya fue rechazada y su hora quedó libre.'],
  ['BOOKING_WITHDRAWN', 'La persona canceló esta reserva y su hora quedó libre.'],
  ['BOOKING_ENDED', 'Esta reserva venció y su hora quedó libre.'],
] as const)('the dialog of a booking that ended meanwhile says what became of it: %s', async (code, text) => {
  const requests = [REQUEST];
  const server = bookingServer(requests);
  const { user } = await openApp(AGENDA, server);
  await user.click(await held(/^Eva Paz Muñoz/));
  const shown = await dialog('Reserva en línea');
  requests.pop();
  server.refuse(acceptBookingRequest, code);
  await user.click(shown.getByRole('button', { name: /^Aceptar/ }));
  await waitFor(() => expect(shown.getByRole('status')).toHaveTextContent(text));
  expect(shown.getByRole('status')).toHaveFocus();
  expect(shown.queryByRole('button', { name: /^(Aceptar|Rechazar)/ })).toBeNull();
  await waitFor(() => expect(shown.queryByText('Espera tu respuesta')).toBeNull());
  expect(document.querySelector('.toast')).toBeNull();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: /^Eva Paz Muñoz/ })).toBeNull();
});

test('a booking that ends while its dialog is open is not answered any more', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['Date', 'setInterval', 'clearInterval'],
    now: new Date('2030-01-04T16:00:00.000Z'),
  });
  const requests = [REQUEST];
  const { user } = await openApp(AGENDA, bookingServer(requests));
  await user.click(await held(/^Eva Paz Muñoz/));
  const shown = await dialog('Reserva en línea');
  await user.click(shown.getByRole('button', { name: /^Rechazar/ }));
  await question('¿Rechazar solicitud?');
  requests.pop();
  await letTimePass(31_000);
  await waitFor(() => expect(shown.getByRole('status')).toHaveTextContent('Esta reserva ya no está pendiente'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await waitFor(() => expect(shown.getByRole('status')).toHaveFocus());
});

test('the printed agenda has the hours that bookings hold, in their own look', async () => {
  const LATER = { ...UNVERIFIED, date: '2030-01-08' };
  await openApp(
    WEEK,
    bookingServer([REQUEST, LATER], [{ ...APPOINTMENT, time: '11:00', phone: '9 8765 4321', note: 'Trae exámenes' }]),
  );
  await held(/^Eva Paz Muñoz.*10:00 - 11:00$/);
  dispatchEvent(new Event('beforeprint'));
  await waitFor(() => expect(document.querySelector('.printed-agenda')).not.toBeNull());
  const rows = [...document.querySelectorAll('.printed-agenda tbody tr')];
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '))).toEqual([
    `10:00 - 11:00 | Eva Paz Muñoz 12.345.678-5 | ${REQUEST.phone} | Control | Reserva en línea: espera tu respuesta | `,
    '11:00 - 11:30 | Rosa Díaz 12.345.678-5 | 9 8765 4321 |  | Agendada | Trae exámenes',
    `12:00 - 13:00 | Eva Paz Muñoz 12.345.678-5 | ${REQUEST.phone} | Control | Reserva en línea: por confirmar | `,
  ]);
  expect(rows.map(({ className }) => className)).toEqual(['held', '', 'held']);
  dispatchEvent(new Event('afterprint'));
});

test('without bookings the list, whose reading is recorded, is not asked for', async () => {
  const server = agendaServer([APPOINTMENT]);
  await openApp(AGENDA, server);
  await screen.findByRole('article', { name: 'Rosa Díaz' });
  expect(server.requests(listBookingRequests)).toEqual([]);
});
