import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import * as api from '#contract/booking-settings';
import { getCalendarLink } from '#contract/calendar-link';
import { addDays } from '#contract/days';
import { ERRORS } from '#contract/errors';
import { putReminderSettings, type ReminderSettings } from '#contract/reminder-settings';
import { listServices, type Service } from '#contract/services';
import { expectFieldError, fill } from '#web/testing/form-fields.ts';
import { expectToast, openApp, serverFor } from '#web/testing/open-app.tsx';

const PAGE = '/dashboard/configuracion/agenda';
const SAVED: api.BookingSettings = { ...api.DEFAULT_BOOKING_SETTINGS, slug: 'ana-perez-soto' };
const CONTROL: Service = {
  _id: '0197a000-0000-7000-8000-0000000000e1',
  name: 'Control',
  duration: 30,
  price: null,
  deposit: null,
  modality: 'in-person',
  bookable: true,
};
const REMOTE: Service = { ...CONTROL, _id: CONTROL._id.replace('e1', 'e2'), name: 'Telemedicina' };
const INTERNAL: Service = { ...CONTROL, _id: CONTROL._id.replace('e1', 'e3'), name: 'Informe', bookable: false };

afterEach(() => {
  delete document.documentElement.dataset.mail;
});

const card = () => within(document.getElementById('reserva-en-linea') as HTMLElement);
const enabled = () => card().getByRole('switch', { name: 'Recibir reservas en línea' });
const save = () => card().getByRole('button', { name: 'Guardar reserva en línea' });
const preview = () => within(screen.getByRole('region', { name: 'Así se verán tus horas' }));

async function openSettings({
  settings = {},
  services = [CONTROL],
  mail = true,
}: {
  settings?: Partial<api.BookingSettings>;
  services?: Service[];
  mail?: boolean;
} = {}) {
  if (mail) document.documentElement.dataset.mail = 'on';
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-04T16:00:00.000Z') });
  const server = serverFor();
  server.reply(getCalendarLink, { link: null });
  server.reply(listServices, services);
  server.reply(api.getBookingSettings, { ...SAVED, ...settings });
  server.reply(api.putBookingSettings, ({ body }) => body as api.BookingSettings);
  server.reply(api.previewBookingHours, ({ body }) => [
    {
      date: addDays('2030-01-04', 1),
      times: ['09:00', '09:30'].slice((body as api.PreviewedRules).minNoticeHours / 24),
    },
  ]);
  const app = await openApp(PAGE, server);
  await screen.findByRole('switch', { name: 'Recibir reservas en línea' });
  const saved = () => server.requests(api.putBookingSettings).map(({ body }) => body);
  return { server, saved, ...app };
}

test('all rules are saved together', async () => {
  const { user, saved } = await openSettings();
  await user.click(enabled());
  await fill('Dirección de tu página', 'dra-ana');
  await user.selectOptions(card().getByLabelText('Anticipación mínima'), '2 días');
  await fill('Días hacia adelante', '60');
  await user.selectOptions(card().getByLabelText('Pausa entre citas'), '30 minutos');
  await fill('Máximo de citas al día', '12');
  await user.click(card().getByRole('radio', { name: /^Se agendan solas/ }));
  await user.click(card().getByRole('switch', { name: 'Aceptar pacientes nuevos' }));
  await fill('Texto de tu página', ' Trae tus exámenes ');
  await fill('Sitios que pueden mostrar tu página', 'https://miclinica.cl/\n\nhttps://www.miclinica.cl');
  await user.click(save());
  await expectToast('Reserva en línea guardada correctamente');
  expect(saved()).toEqual([
    {
      enabled: true,
      slug: 'dra-ana',
      approval: 'automatic',
      minNoticeHours: 48,
      windowDays: 60,
      bufferMinutes: 30,
      maxPerDay: 12,
      newPatients: false,
      message: 'Trae tus exámenes',
      embedOrigins: ['https://miclinica.cl', 'https://www.miclinica.cl'],
    },
  ]);
});

test('an empty maximum means none, and a notice of another program stays', async () => {
  const { user, saved } = await openSettings({ settings: { maxPerDay: 5, minNoticeHours: 36 } });
  expect(card().getByRole('option', { name: '36 horas' })).toBeInTheDocument();
  await fill('Máximo de citas al día', '');
  await user.click(save());
  await expectToast('Reserva en línea guardada correctamente');
  expect(saved()).toMatchObject([{ maxPerDay: null, minNoticeHours: 36 }]);
});

test('a slug of another professional is said at its field', async () => {
  const { server, user } = await openSettings();
  server.refuse(api.putBookingSettings, 'SLUG_TAKEN');
  await fill('Dirección de tu página', 'rosa');
  await user.click(save());
  const slug = card().getByLabelText('Dirección de tu página');
  await waitFor(() => expectFieldError(slug, ERRORS.SLUG_TAKEN.message));
  await waitFor(() => expect(slug).toHaveFocus());
  expect(document.querySelector('.toast')).toBeNull();
});

test('wrong addresses are said at their fields and nothing is saved', async () => {
  const { user, saved } = await openSettings();
  await fill('Dirección de tu página', 'Doctora Ana');
  await fill('Sitios que pueden mostrar tu página', 'https://miclinica.cl\nmiclinica.cl');
  await user.click(save());
  await waitFor(() =>
    expectFieldError(
      card().getByLabelText('Dirección de tu página'),
      'Usa letras minúsculas sin acento, números y guiones simples',
    ),
  );
  expectFieldError(
    card().getByLabelText('Sitios que pueden mostrar tu página'),
    'Escribe un origen como https://miclinica.cl',
  );
  expect(saved()).toEqual([]);
});

test.each([
  ['BOOKING_NEEDS_HOURS', 'Ir a mi horario de atención', 'horario'],
  ['BOOKING_NEEDS_SERVICE', 'Ir a mis servicios', 'servicios'],
] as const)('what is missing is said where the focus goes, with a link to it: %s', async (code, name, part) => {
  const { server, user, address } = await openSettings();
  server.refuse(api.putBookingSettings, code);
  await user.click(enabled());
  await user.click(save());
  const alert = await card().findByRole('alert');
  expect(alert).toHaveTextContent(ERRORS[code].message);
  expect(alert).toHaveFocus();
  await user.click(within(alert).getByRole('link', { name }));
  expect(address()).toBe(`${PAGE}#${part}`);
  expect(document.getElementById(part)).toHaveFocus();
});

test('the preview stands after the rules it depends on', async () => {
  await openSettings();
  const follows = (one: Element, other: Element) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const shown = screen.getByRole('region', { name: 'Así se verán tus horas' });
  expect(follows(card().getByRole('group', { name: 'Qué horas se ofrecen' }), shown)).toBe(true);
  expect(follows(shown, card().getByRole('group', { name: 'Cómo se aprueban' }))).toBe(true);
});

test('the preview shows the hours of the rules that are being written', async () => {
  const { server, user } = await openSettings({
    services: [CONTROL, REMOTE, INTERNAL],
    settings: { minNoticeHours: 0 },
  });
  expect(await preview().findByText('2 horas libres')).toBeVisible();
  expect(preview().getByText('sábado 5 de enero').parentElement).toHaveTextContent('09:0009:30');
  expect(preview().getAllByText('Sin horas')).toHaveLength(6);
  expect(preview().queryByText('Informe')).not.toBeInTheDocument();
  await user.selectOptions(card().getByLabelText('Anticipación mínima'), '1 día');
  expect(await preview().findByText('1 hora libre')).toBeVisible();
  await user.selectOptions(preview().getByLabelText('Servicio'), 'Telemedicina');
  await waitFor(() =>
    expect(server.requests(api.previewBookingHours).at(-1)?.body).toEqual({
      minNoticeHours: 24,
      windowDays: 30,
      bufferMinutes: 0,
      maxPerDay: null,
      serviceId: REMOTE._id,
    }),
  );
  expect(server.requests(api.putBookingSettings)).toEqual([]);
});

test('the preview asks for a service, and for rules that can be computed', async () => {
  const { server } = await openSettings({ services: [INTERNAL] });
  expect(await preview().findByText(/Crea un servicio que se pueda reservar/)).toBeVisible();
  server.reply(listServices, [CONTROL]);
  expect(server.requests(api.previewBookingHours)).toEqual([]);
});

test('approval says what becomes of a booking, and warns when none is made by itself', async () => {
  const { user } = await openSettings();
  await user.click(card().getByRole('radio', { name: /^Se agendan solas/ }));
  expect(card().queryByText(/ninguna reserva se agenda sola/)).not.toBeInTheDocument();
  await user.click(card().getByRole('switch', { name: 'Aceptar pacientes nuevos' }));
  expect(card().getByText(/todas las reservas esperarán tu respuesta/)).toBeVisible();
  expect(card().getByText(/ninguna reserva se agenda sola/)).toBeVisible();
});

test('without mail the card says that bookings arrive as requests', async () => {
  await openSettings({ mail: false, settings: { approval: 'automatic' } });
  expect(card().getByText(/En esta instalación no sale correo/)).toHaveTextContent('todas llegan como solicitudes');
  expect(card().getByText(/ninguna reserva se agenda sola/)).toBeVisible();
});

test('an open page is copied, visited and shared', async () => {
  const { user } = await openSettings({ settings: { enabled: true, embedOrigins: ['https://miclinica.cl'] } });
  const address = `${location.origin}/reservar/ana-perez-soto`;
  expect(card().getByRole('link', { name: 'Ver mi página' })).toHaveAttribute('href', address);
  await user.click(card().getByRole('button', { name: 'Copiar dirección' }));
  expect(await navigator.clipboard.readText()).toBe(address);
  expect(await card().findByRole('img', { name: 'Código QR de tu página de reservas' })).toBeVisible();
  expect(card().getByLabelText('Para Instagram o WhatsApp')).toHaveTextContent(address);
  expect(card().getByLabelText('Para tu tarjeta')).toHaveTextContent('Ana Pérez Soto');
  expect(card().getByLabelText('Código para tu sitio')).toHaveTextContent(`<iframe src="${address}"`);

  await fill('Dirección de tu página', 'otra');
  expect(card().getByText(/seguirá llevando a tu página/)).toBeVisible();
});

test('the code is saved as a file that any printer can enlarge', async () => {
  const { user } = await openSettings({ settings: { enabled: true } });
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  // Following the link would leave the page of the test.
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  await user.click(await card().findByRole('button', { name: 'SVG, descargar el código QR' }));
  expect(await files[0]?.text()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+"/);
  expect(click).toHaveBeenCalledOnce();
});

test('a page that is switched off is neither visited nor shared', async () => {
  await openSettings();
  expect(card().queryByRole('link', { name: 'Ver mi página' })).not.toBeInTheDocument();
  expect(card().queryByText('Comparte tu página')).not.toBeInTheDocument();
});

test('written rules are not lost without a question', async () => {
  const { user, navigate, address, saved } = await openSettings();
  await fill('Texto de tu página', 'Segundo piso');
  await navigate('/dashboard/agenda');
  await user.click(await screen.findByRole('button', { name: 'Guardar y salir' }));
  await waitFor(() => expect(address()).toBe('/dashboard/agenda'));
  expect(saved()).toMatchObject([{ message: 'Segundo piso' }]);
});

test('two cards of the page with changes ask once, and both are saved', async () => {
  const { server, user, navigate, address, saved } = await openSettings();
  server.reply(putReminderSettings, ({ body }) => body as ReminderSettings);
  await fill('Texto de tu página', 'Segundo piso');
  await fill('Lugar de atención', 'Picarte 450');
  await navigate('/dashboard/agenda');
  await user.click(await screen.findByRole('button', { name: 'Guardar y salir' }));
  await waitFor(() => expect(address()).toBe('/dashboard/agenda'));
  expect(saved()).toMatchObject([{ message: 'Segundo piso' }]);
  expect(server.requests(putReminderSettings)).toMatchObject([{ body: { place: 'Picarte 450' } }]);
});
