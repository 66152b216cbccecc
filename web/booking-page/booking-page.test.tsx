import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as api from '#contract/booking';
import {
  bookingServer,
  CHALLENGE,
  CONSULTA,
  DATA,
  fillIn,
  HOURS,
  notice,
  openBooking,
  PERSON,
  prepareBrowser,
  restoreBrowser,
  step,
} from '#web/testing/booking-server.ts';

beforeEach(prepareBrowser);
afterEach(restoreBrowser);

test('leads from the service to the hour, the data and the mail, each with an address', async () => {
  const server = bookingServer();
  const opened = await openBooking(server);
  expect(await step('Elige un servicio')).toBeVisible();
  await opened.follow('Consulta');
  expect(await step('Elige el día y la hora')).toBeVisible();
  expect(location.search).toBe(`?servicio=${CONSULTA._id}`);
  const first = await screen.findByRole('button', { name: 'jueves 19 de noviembre a las 09:30' });
  expect(server.requests(api.listBookingSlots)[0]?.url.search).toBe(
    `?serviceId=${CONSULTA._id}&from=2026-11-18&to=2026-12-01`,
  );
  await opened.user.click(first);
  expect(await step('Tus datos')).toHaveFocus();
  expect(location.search).toBe(DATA);
  expect(document.title).toBe('Tus datos · Reserva una hora con Dra. Ana Rojas, médico/a en Valdivia');
  expect(
    screen.getByText('Consulta · 30 min · $25.000 · Presencial', { selector: '#form-heading ~ p *' }),
  ).toBeVisible();
  expect(screen.getByText('jueves 19 de noviembre a las 09:30')).toBeVisible();

  await fillIn(opened);
  expect(screen.getByLabelText('RUT')).toHaveValue('12.345.678-5');
  expect(screen.getByLabelText('Fecha de nacimiento')).toHaveValue('09/03/1985');
  await opened.press('Reservar la hora');
  expect(await step('Revisa tu correo')).toHaveFocus();
  expect(screen.getByText('Te enviamos un correo a rosa@ejemplo.cl.')).toBeVisible();
  expect(screen.getByText(/Confirma antes del miércoles 18 de noviembre a las 09:30 con el enlace/)).toBeVisible();
  const { altcha, ...body } = (server.requests(api.createBooking)[0]?.body ?? {}) as Record<string, unknown>;
  expect(body).toEqual({
    ...PERSON,
    serviceId: CONSULTA._id,
    date: '2026-11-19',
    time: '09:30',
    acceptsPrivacy: true,
    website: '',
  });
  expect(JSON.parse(atob(String(altcha)))).toEqual({ algorithm: 'SHA-256', ...challengeWithNumber() });
  expect(location.search).toBe('?enviada');
  expect(sessionStorage).toHaveLength(0);
});

const challengeWithNumber = () => {
  const { challenge, salt, signature } = CHALLENGE;
  return { challenge, salt, signature, number: 0 };
};

test('the footer leads to the form for a right, in a tab of its own', async () => {
  await openBooking(bookingServer());
  const rights = screen.getByRole('link', { name: 'Derechos sobre tus datos' });
  expect(rights).toHaveAttribute('href', '/derechos/ana');
  expect(rights).toHaveAttribute('target', '_blank');
});

test('a single service is not chosen, and stays in sight', async () => {
  await openBooking(bookingServer({ services: [CONSULTA] }));
  expect(await step('Elige el día y la hora')).toBeVisible();
  expect(screen.getByText('30 min · $25.000 · Presencial')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'jueves 19 de noviembre a las 09:00' })).toBeVisible();
});

test('the first day with a free hour is open and has the focus', async () => {
  const opened = await openBooking(bookingServer());
  await opened.follow('Control');
  const day = await screen.findByText('jueves 19 de noviembre');
  await waitFor(() => expect(day.closest('summary')).toHaveFocus());
  const openDays = [...document.querySelectorAll('details')].filter((one) => one.open && !one.hidden);
  expect(openDays.map((one) => one.querySelector('h3')?.textContent)).toEqual(['jueves 19 de noviembre']);
  expect(within(day.closest('summary') as HTMLElement).getByText('2 horas')).toBeVisible();
});

test('Back returns through the steps, and what was typed stays, also after a reload', async () => {
  const server = bookingServer();
  const opened = await openBooking(server);
  await opened.follow('Consulta');
  expect(await screen.findByRole('button', { name: /jueves 19.*09:00/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: /viernes 20/ })).not.toBeInTheDocument();
  await opened.user.click(screen.getByText('viernes 20 de noviembre'));
  await opened.user.click(await screen.findByRole('button', { name: /viernes 20.*10:00/ }));
  await opened.user.type(screen.getByLabelText('Nombre completo'), 'Rosa');
  await opened.user.click(screen.getByLabelText('No tengo RUT'));
  await opened.user.selectOptions(screen.getByLabelText('Documento'), 'DNI');
  history.back();
  expect(await step('Elige el día y la hora')).toBeVisible();
  const day = await screen.findByText('viernes 20 de noviembre');
  expect(day.closest('details')).toHaveAttribute('open');
  history.back();
  await waitFor(async () => expect(await step('Elige un servicio')).toHaveFocus());
  history.go(2);
  expect(await step('Tus datos')).toBeVisible();
  expect(screen.getByLabelText('Nombre completo')).toHaveValue('Rosa');
});

test('a reload keeps what was typed in this tab, without the consent', async () => {
  sessionStorage.setItem('reserva:ana', JSON.stringify({ name: 'Rosa', rut: 'AB1', noRut: true, documentType: 'dni' }));
  await openBooking(bookingServer(), DATA);
  expect(await screen.findByLabelText('Nombre completo')).toHaveValue('Rosa');
  expect(screen.getByLabelText('Número del documento')).toHaveValue('AB1');
  expect(screen.getByLabelText('Documento')).toHaveValue('dni');
  expect(screen.getByRole('checkbox', { name: /^Acepto/ })).not.toBeChecked();
});

test('without storage the page works', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const opened = await openBooking(bookingServer(), DATA);
  await opened.user.type(await screen.findByLabelText('Nombre completo'), 'Rosa');
  expect(screen.getByLabelText('Nombre completo')).toHaveValue('Rosa');
});

test('errors stand under their fields, and the first has the focus', async () => {
  const server = bookingServer();
  const opened = await openBooking(server, DATA);
  await opened.user.type(await screen.findByLabelText('Nombre completo'), 'Rosa');
  await opened.user.type(screen.getByLabelText('RUT'), 'AB9');
  await opened.press('Reservar la hora');
  const rut = screen.getByLabelText('RUT');
  expect(rut).toHaveFocus();
  expect(rut).toHaveAccessibleDescription('El RUT no es válido');
  expect(rut).toBeInvalid();
  expect(screen.getByLabelText('Correo')).toHaveAccessibleDescription('El correo es requerido');
  expect(screen.getByRole('checkbox', { name: /^Acepto/ })).toHaveAccessibleDescription(/Debes aceptar/);
  expect(server.requests(api.createBooking)).toEqual([]);
  await opened.user.type(rut, '{Backspace}5');
  expect(rut).toBeValid();
});

test('what looks mistyped is questioned, and one press takes the suggested address', async () => {
  const server = bookingServer();
  const opened = await openBooking(server, DATA);
  await opened.user.type(await screen.findByLabelText('Nombre completo'), 'rosa díaz de la fuente');
  await opened.user.type(screen.getByLabelText('RUT'), '123456789');
  await opened.user.type(screen.getByLabelText('Fecha de nacimiento'), '3/5/65');
  await opened.user.type(screen.getByLabelText('Correo'), 'rosa@gmal.com');
  await opened.user.type(screen.getByLabelText('Teléfono'), '912345678');
  expect(screen.getByLabelText('Nombre completo')).toHaveValue('Rosa Díaz de la Fuente');
  expect(screen.getByLabelText('Fecha de nacimiento')).toHaveValue('03/05/1965');
  const rut = screen.getByLabelText('RUT');
  expect(rut).toHaveAccessibleDescription(/Revisa tu RUT: el dígito verificador no coincide\./);
  await opened.user.click(screen.getByRole('button', { name: 'rosa@gmail.com' }));
  expect(screen.getByLabelText('Correo')).toHaveValue('rosa@gmail.com');
  expect(screen.getByLabelText('Correo')).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'rosa@gmail.com' })).not.toBeInTheDocument();
  await opened.user.click(screen.getByRole('checkbox', { name: /^Acepto/ }));
  await opened.press('Reservar la hora');
  await waitFor(() => expect(server.requests(api.createBooking)).toHaveLength(1));
  expect(server.requests(api.createBooking)[0]?.body).toMatchObject({
    name: 'Rosa Díaz de la Fuente',
    rut: '12.345.678-9',
    birthDate: '1965-05-03',
    email: 'rosa@gmail.com',
  });
});

test('a corrected RUT is not questioned any more, nor the number of another document', async () => {
  const opened = await openBooking(bookingServer(), DATA);
  const rut = await screen.findByLabelText('RUT');
  await opened.user.type(rut, '123456789');
  await opened.user.tab();
  expect(screen.getByText(/^Revisa tu RUT/)).toBeVisible();
  await opened.user.type(rut, '{Backspace}5');
  await opened.user.tab();
  expect(screen.queryByText(/^Revisa tu RUT/)).not.toBeInTheDocument();
  await opened.user.type(rut, '{Backspace}9');
  await opened.user.click(screen.getByLabelText('No tengo RUT'));
  expect(screen.queryByText(/^Revisa tu RUT/)).not.toBeInTheDocument();
});

test('errors of the server stand under their fields', async () => {
  const server = bookingServer();
  const details = [
    { field: 'email', message: 'Ese dominio no existe' },
    { field: 'email', message: 'Otro' },
  ];
  server.respond(api.createBooking, 400, { code: 'INVALID_INPUT', error: 'Revisa', message: 'Revisa', details });
  const opened = await openBooking(server, DATA);
  await fillIn(opened);
  await opened.press('Reservar la hora');
  await waitFor(() => expect(screen.getByLabelText('Correo')).toHaveFocus());
  expect(screen.getByLabelText('Correo')).toHaveAccessibleDescription('Ese dominio no existe');
});

test('the privacy notice names the professional as responsible', async () => {
  await openBooking(bookingServer(), DATA);
  expect(await screen.findByText(/Dra. Ana Rojas es responsable de tus datos personales/)).toBeVisible();
  const [link] = screen.getAllByRole('link', { name: 'Política de Privacidad' });
  expect(link).toHaveAttribute('target', '_blank');
});

test('people do not find the field for programs', async () => {
  await openBooking(bookingServer(), DATA);
  await screen.findByLabelText('Nombre completo');
  expect(screen.getByLabelText('Sitio web')).not.toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Sitio web' })).not.toBeInTheDocument();
});

test('an hour that was taken meanwhile is said, and the next ones are shown with everything typed kept', async () => {
  const server = bookingServer();
  const opened = await openBooking(server, DATA);
  await fillIn(opened);
  server.refuse(api.createBooking, 'SLOT_TAKEN');
  server.reply(api.listBookingSlots, [HOURS[1] as (typeof HOURS)[number]]);
  await opened.press('Reservar la hora');
  expect(await step('Elige el día y la hora')).toBeVisible();
  expect(notice()).toHaveTextContent('Esa hora se acaba de ocupar. Elige otra: lo que escribiste sigue guardado.');
  expect(location.search).toBe(`?servicio=${CONSULTA._id}`);
  await opened.user.click(await screen.findByRole('button', { name: /viernes 20.*10:00/ }));
  expect(screen.getByLabelText('Nombre completo')).toHaveValue(PERSON.name);
  expect(screen.getByRole('checkbox', { name: /^Acepto/ })).toBeChecked();
  expect(screen.getByText('viernes 20 de noviembre a las 10:00')).toBeVisible();
});

test('an address with an hour that is not free any more leads to the free ones', async () => {
  await openBooking(bookingServer(), DATA.replace('09:30', '12:00'));
  expect(await step('Elige el día y la hora')).toBeVisible();
  expect(notice()).toHaveTextContent(/^Esa hora ya no está disponible. Elige otra.$/);
});

test('what was typed is said to be kept when the hour of an address is not free any more', async () => {
  sessionStorage.setItem('reserva:ana', JSON.stringify({ name: 'Rosa' }));
  await openBooking(bookingServer(), DATA.replace('09:30', '12:00'));
  expect(await step('Elige el día y la hora')).toBeVisible();
  expect(notice()).toHaveTextContent('Esa hora ya no está disponible. Elige otra: lo que escribiste sigue guardado.');
});

test('an hour that is taken after a lost answer may be the own one', async () => {
  const server = bookingServer();
  const opened = await openBooking(server, DATA);
  await fillIn(opened);
  server.refuse(api.createBooking, 'SLOT_TAKEN');
  server.disconnect(api.createBooking, 1);
  await opened.press('Reservar la hora');
  expect(await screen.findByText(/No pudimos conectarnos/)).toBeVisible();
  await opened.press('Intentar de nuevo');
  expect(await step('Elige el día y la hora')).toBeVisible();
  expect(notice()).toHaveTextContent('Revisa tu correo antes de elegir otra.');
});
