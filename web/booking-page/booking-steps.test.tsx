import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as api from '#contract/booking';
import { joinWaitingList } from '#contract/waiting-list';
import {
  bookingServer,
  CONSULTA,
  CONTROL,
  DATA,
  fillIn,
  HOURS,
  openBooking,
  PERSON,
  prepareBrowser,
  restoreBrowser,
  step,
} from '#web/testing/booking-server.ts';

beforeEach(prepareBrowser);
afterEach(restoreBrowser);

const SERVICE = `?servicio=${CONSULTA._id}`;
/** The text is announced too. */
const NO_HOURS = { selector: '[data-part="no-hours"]' };
const periods = (server: ReturnType<typeof bookingServer>) =>
  server.requests(api.listBookingSlots).map(({ url }) => [url.searchParams.get('from'), url.searchParams.get('to')]);

test('more days are added up to the last one that can be booked, past days without hours', async () => {
  const server = bookingServer({ windowDays: 45 });
  const later = [{ date: '2026-12-17', times: ['11:00'] }];
  server.reply(api.listBookingSlots, ({ url }) => {
    const from = url.searchParams.get('from') ?? '';
    return from === '2026-11-18' ? HOURS : from === '2026-12-16' ? later : [];
  });
  const { press } = await openBooking(server, SERVICE);
  await screen.findByText('jueves 19 de noviembre');
  await press('Más días');
  const day = await screen.findByText('jueves 17 de diciembre');
  await waitFor(() => expect(day.closest('summary')).toHaveFocus());
  expect(screen.getByText('jueves 19 de noviembre')).toBeVisible();
  await press('Más días');
  expect(await screen.findByText('No hay más horas hasta el sábado 2 de enero de 2027.')).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Más días' })).not.toBeInTheDocument();
  expect(periods(server)).toEqual([
    ['2026-11-18', '2026-12-01'],
    ['2026-12-02', '2026-12-15'],
    ['2026-12-16', '2026-12-29'],
    ['2026-12-30', '2027-01-02'],
  ]);
});

test('days without hours are skipped, and the next hour is named', async () => {
  const server = bookingServer();
  server.reply(api.listBookingSlots, ({ url }) =>
    url.searchParams.get('from') === '2026-12-09' ? [{ date: '2026-12-09', times: ['10:00'] }] : [],
  );
  server.reply(api.getNextBookingHour, { next: { date: '2026-12-09', time: '10:00' } });
  await openBooking(server, SERVICE);
  expect(
    await screen.findByText('Sin horas en los próximos 20 días. La próxima es el miércoles 9 de diciembre.', NO_HOURS),
  ).toBeVisible();
  expect(await screen.findByRole('button', { name: 'miércoles 9 de diciembre a las 10:00' })).toBeVisible();
});

test('a next hour that cannot be booked yet is named and not offered', async () => {
  const server = bookingServer();
  server.reply(api.listBookingSlots, []);
  server.reply(api.getNextBookingHour, {
    next: { date: '2027-01-05', time: '10:00', bookableFrom: '2026-12-06' },
  });
  await openBooking(server, SERVICE);
  expect(
    await screen.findByText(/Sin horas en los próximos 30 días. La próxima es el martes 5 de enero/, NO_HOURS),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: /10:00/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Más días' })).not.toBeInTheDocument();
  expect(periods(server)).toHaveLength(1);
});

test('a window without any hour is announced, and has no more days', async () => {
  const server = bookingServer();
  server.reply(api.listBookingSlots, []);
  server.reply(api.getNextBookingHour, { next: null });
  await openBooking(server, SERVICE);
  const text = 'Sin horas en los próximos 30 días.';
  expect(await screen.findByText(text, NO_HOURS)).toBeVisible();
  expect(document.querySelector('[data-part="announcement"]')).toHaveTextContent(text);
  expect(screen.queryByRole('button', { name: 'Más días' })).not.toBeInTheDocument();
});

test('hours that do not load can be asked for again', async () => {
  const server = bookingServer();
  server.disconnect(api.listBookingSlots, 1);
  const { press } = await openBooking(server, SERVICE);
  expect(await screen.findByText(/No pudimos conectarnos/)).toBeVisible();
  expect(screen.queryByText('Buscando horas…')).not.toBeVisible();
  await press('Intentar de nuevo');
  const day = await screen.findByText('jueves 19 de noviembre');
  await waitFor(() => expect(day.closest('summary')).toHaveFocus());
  expect(screen.getByText(/No pudimos conectarnos|^$/, { selector: '[data-part="problem-text"]' })).not.toBeVisible();
});

test('a late answer about another service shows nothing', async () => {
  const server = bookingServer();
  const answerFirst = server.hold(api.listBookingSlots, 1);
  const { follow } = await openBooking(server, SERVICE);
  expect(await screen.findByText('Buscando horas…')).toBeVisible();
  await follow('Cambiar el servicio');
  server.reply(api.listBookingSlots, [{ date: '2026-11-25', times: ['12:00'] }]);
  await follow('Control');
  expect(await screen.findByRole('button', { name: /miércoles 25.*12:00/ })).toBeVisible();
  answerFirst(HOURS);
  await waitFor(() => expect(server.requests(api.listBookingSlots)).toHaveLength(2));
  expect(screen.queryByText('jueves 19 de noviembre')).not.toBeInTheDocument();
});

test('a reader whose clocks show the same hours gets no note', async () => {
  await openBooking(bookingServer({ timeZone: 'America/Punta_Arenas' }), SERVICE);
  await screen.findByText('jueves 19 de noviembre');
  expect(screen.queryByText(/Las horas son en/)).not.toBeInTheDocument();
});

test('the hours are in the zone of the professional', async () => {
  const reader = { ...Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Europe/Madrid' };
  vi.mocked(Intl.DateTimeFormat.prototype.resolvedOptions).mockReturnValue(reader);
  await openBooking(bookingServer({ timeZone: 'America/Punta_Arenas' }), SERVICE);
  expect(
    await screen.findByText('Las horas son en hora de Magallanes, distinta de la de tu dispositivo.'),
  ).toBeVisible();
  expect(screen.getByText('jueves 19 de noviembre')).toBeVisible();
  expect(screen.getByRole('button', { name: 'jueves 19 de noviembre a las 09:00 (hora de Magallanes)' })).toBeVisible();
});

test('a request that holds no hour says that somebody else may take it', async () => {
  const server = bookingServer({});
  server.reply(api.createBooking, { status: 'requested', expiresAt: '2026-11-21T12:00:00.000Z', holdsHour: false });
  const opened = await openBooking(server, DATA);
  await fillIn(opened);
  await opened.press('Reservar la hora');
  expect(await step('Solicitud enviada')).toHaveFocus();
  expect(screen.getByText(/^Por ahora no podemos guardar la hora para ti: si alguien la toma antes/)).toBeVisible();
  expect(screen.queryByText(/la hora queda libre/)).not.toBeInTheDocument();
});

test('without mail the request waits for the professional', async () => {
  const server = bookingServer({ confirmsByMail: false });
  server.reply(api.createBooking, { status: 'requested', expiresAt: '2026-11-21T12:00:00.000Z' });
  const opened = await openBooking(server, DATA);
  await fillIn(opened);
  expect(screen.getByText('Dra. Ana Rojas te responderá por correo o teléfono.')).toBeVisible();
  await opened.press('Pedir la hora');
  expect(await step('Solicitud enviada')).toHaveFocus();
  expect(screen.getByText('Dra. Ana Rojas revisará tu solicitud y te responderá por correo o teléfono.')).toBeVisible();
  expect(
    screen.getByText(/^Si no la responde antes del sábado 21 de noviembre a las 09:00, la solicitud/),
  ).toBeVisible();
  expect(screen.getByText('jueves 19 de noviembre a las 09:30', { selector: 'dd' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Enviar de nuevo' })).not.toBeInTheDocument();
});

test.each([
  [{ approval: 'manual' as const }, 'Pedir la hora'],
  [{ acceptsNewPatients: false }, 'Pedir la hora'],
  [{}, 'Reservar la hora'],
])('the button does not promise more than the professional does: %j', async (page, name) => {
  await openBooking(bookingServer(page), DATA);
  expect(await screen.findByRole('button', { name })).toBeVisible();
});

async function bookByMail() {
  const server = bookingServer();
  const opened = await openBooking(server, DATA);
  await fillIn(opened);
  await opened.press('Reservar la hora');
  await step('Revisa tu correo');
  return { server, ...opened };
}

test('the mail is sent again, also to a corrected address', async () => {
  const { server, press, user } = await bookByMail();
  server.reply(api.resendBooking, { expiresAt: '2026-11-18T12:45:00.000Z' });
  await press('Enviar de nuevo');
  expect(await screen.findByText(/Confirma antes del .* a las 09:45/)).toBeVisible();
  expect(server.requests(api.resendBooking)[0]).toMatchObject({
    url: { pathname: '/api/bookings/llave/resend' },
    body: {},
  });
  await press('Corregir mi correo');
  const email = screen.getByLabelText('Correo correcto');
  expect(email).toHaveFocus();
  expect(email).toHaveValue(PERSON.email);
  await user.clear(email);
  await press('Enviar a este correo');
  expect(email).toHaveAccessibleDescription('Escribe un correo válido');
  expect(email).toHaveFocus();
  await user.type(email, 'rosa@otro.cl');
  await press('Enviar a este correo');
  expect(await screen.findByText('Te enviamos un correo a rosa@otro.cl.')).toHaveFocus();
  expect(server.requests(api.resendBooking)[1]?.body).toEqual({ email: 'rosa@otro.cl' });
  expect(history.state.done.email).toBe('rosa@otro.cl');
});

test('a mail of a booking that has ended is not sent again', async () => {
  const { server, press } = await bookByMail();
  server.refuse(api.resendBooking, 'LINK_ENDED');
  await press('Enviar de nuevo');
  const problem = await screen.findByText('Esta reserva ya fue confirmada o ya terminó.');
  expect(problem).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Intentar de nuevo' })).not.toBeInTheDocument();
  await press('Corregir mi correo');
  expect(problem).not.toBeVisible();
});

test('after the last mail nothing offers another, and the deadline is said', async () => {
  const { server, press } = await bookByMail();
  server.refuse(api.resendBooking, 'BOOKING_RESENT_TOO_OFTEN');
  await press('Enviar de nuevo');
  expect(
    await screen.findByText(
      'Ya volvimos a enviar el correo tres veces. Revisa también la carpeta de correo no deseado. Guardamos la hora para ti hasta el miércoles 18 de noviembre a las 09:30.',
    ),
  ).toBeVisible();
  for (const name of ['Enviar de nuevo', 'Corregir mi correo', 'Intentar de nuevo']) {
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  }
});

test('what was done stays after a reload, and Back leads to the hours without the typed data', async () => {
  const { follow } = await bookByMail();
  expect(history.state.done).toMatchObject({ status: 'unverified', email: PERSON.email });
  await follow('Reservar otra hora');
  expect(await step('Elige un servicio')).toBeVisible();
  history.back();
  expect(await step('Revisa tu correo')).toHaveFocus();
  expect(screen.getByLabelText('Nombre completo')).toHaveValue('');
});

test('a solution that the server does not accept is replaced by itself, once', async () => {
  const server = bookingServer();
  const opened = await openBooking(server, DATA);
  await fillIn(opened);
  server.refuse(api.createBooking, 'PROOF_OF_WORK_INVALID', 1);
  await opened.press('Reservar la hora');
  expect(await step('Revisa tu correo')).toBeVisible();
  expect(server.requests(api.createBooking)).toHaveLength(2);
});

test('a second solution that is not accepted is said', async () => {
  const server = bookingServer();
  const opened = await openBooking(server, DATA);
  await fillIn(opened);
  server.refuse(api.createBooking, 'PROOF_OF_WORK_INVALID');
  await opened.press('Reservar la hora');
  expect(await screen.findByText(/No pudimos completar la comprobación/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Intentar de nuevo' })).toBeVisible();
  expect(screen.getByLabelText('Nombre completo')).toHaveValue(PERSON.name);
});

test.each([
  ['TOO_MANY_BOOKINGS', /Ya tienes dos reservas/, false],
  ['TOO_MANY_UNPAID', /Ya hay varias horas por pagar/, true],
  ['TOO_MANY_TRIES', /Demasiados intentos/, true],
  ['NOT_FOUND', /ya no se puede reservar en línea/, false],
] as const)('a refusal keeps the form and says why: %s', async (code, text, canRepeat) => {
  const server = bookingServer();
  const opened = await openBooking(server, DATA);
  await fillIn(opened);
  server.refuse(api.createBooking, code);
  await opened.press('Reservar la hora');
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryAllByRole('button', { name: 'Intentar de nuevo' })).toHaveLength(canRepeat ? 1 : 0);
  expect(screen.getByLabelText('Nombre completo')).toHaveValue(PERSON.name);
});

test('a second press while the form is sent sends nothing', async () => {
  const server = bookingServer();
  const opened = await openBooking(server, DATA);
  await fillIn(opened);
  const answer = server.hold(api.createBooking);
  await opened.press('Reservar la hora');
  await opened.press('Enviando…');
  await opened.user.type(screen.getByLabelText('Nombre completo'), '{Enter}');
  await waitFor(() => expect(server.requests(api.createBooking)).toHaveLength(1));
  answer({ status: 'requested' });
  await step('Solicitud enviada');
  expect(server.requests(api.createBooking)).toHaveLength(1);
});

test('where no hour suits, the waiting list takes the same data', async () => {
  const server = bookingServer();
  server.reply(joinWaitingList, { status: 'waiting' });
  const opened = await openBooking(server, `?servicio=${CONTROL._id}`);
  await screen.findByText('jueves 19 de noviembre');
  await opened.follow('Avísame si se libera una hora');
  expect(await step('Avísame si se libera una hora')).toHaveFocus();
  expect(location.search).toBe(`?servicio=${CONTROL._id}&lista-de-espera`);
  await fillIn(opened);
  expect(screen.getByLabelText('Desde')).toHaveValue('2026-11-18');
  expect(screen.getByLabelText('Hasta')).toHaveValue('2026-12-18');
  await opened.user.selectOptions(screen.getByLabelText('A qué hora puedes'), 'morning');
  await opened.press('Entrar a la lista de espera');
  expect(await step('Revisa tu correo')).toHaveFocus();
  expect(
    screen.getByText('Te enviamos un correo a rosa@ejemplo.cl. Confirma con su enlace que quieres estar en la lista.'),
  ).toBeVisible();
  const { altcha: _, ...body } = (server.requests(joinWaitingList)[0]?.body ?? {}) as Record<string, unknown>;
  expect(body).toEqual({
    ...PERSON,
    serviceId: CONTROL._id,
    from: '2026-11-18',
    to: '2026-12-18',
    times: 'morning',
    acceptsPrivacy: true,
    website: '',
  });
});

test('without mail the professional calls those who wait', async () => {
  const server = bookingServer({ confirmsByMail: false });
  server.reply(joinWaitingList, { status: 'waiting' });
  const opened = await openBooking(server, `${SERVICE}&lista-de-espera`);
  await fillIn(opened);
  await opened.press('Entrar a la lista de espera');
  expect(await step('Estás en la lista de espera')).toBeVisible();
  expect(
    screen.getByText('Si se libera una hora, Dra. Ana Rojas se comunicará contigo.', {
      selector: '[data-part="done-text"]',
    }),
  ).toBeVisible();
});
