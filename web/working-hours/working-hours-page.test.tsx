import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createCalendarLink, deleteCalendarLink, getCalendarLink } from '#contract/calendar-link';
import * as api from '#contract/working-hours';
import { expectFieldError, fillFields } from '#web/testing/form-fields.ts';
import { expectToast, openApp, serverFor } from '#web/testing/open-app.tsx';

const PAGE = '/dashboard/configuracion/agenda';
const MONDAY = { weekday: 1, from: '09:00', to: '13:00' };
const ID = '0197a000-0000-7000-8000-0000000000aa';

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const confirmation = async (name: string) => within(await screen.findByRole('alertdialog', { name }));

interface Settings extends Partial<api.WorkingHours> {
  absences?: api.Absence[];
  link?: boolean;
}

function settingsServer({ hours = [], defaultDuration, absences = [], link = false }: Settings = {}) {
  const server = serverFor();
  server.reply(api.getWorkingHours, { hours, defaultDuration });
  server.reply(api.listAbsences, absences);
  server.reply(getCalendarLink, { link: link ? { names: false, createdAt: '2026-07-15T13:05:00Z' } : null });
  return server;
}

test('the account settings link to the agenda settings', async () => {
  const { user, address } = await openApp('/dashboard/configuracion', settingsServer());
  await user.click(await screen.findByRole('link', { name: 'Configurar la agenda' }));
  expect(await screen.findByRole('heading', { name: 'Configuración de la agenda' })).toBeVisible();
  expect(address()).toBe(PAGE);
});

test.each(['horario', 'servicios', 'reserva-en-linea', 'recordatorios'])(
  'a link to the card %s leads to it once the cards are shown',
  async (part) => {
    await openApp(`${PAGE}#${part}`, settingsServer());
    await waitFor(() => expect(document.getElementById(part)).toHaveFocus());
    expect(document.getElementById(part)).toBeVisible();
  },
);

test('working hours are entered by periods, copied to the other days and saved as a whole', async () => {
  const server = settingsServer();
  const { user } = await openApp(PAGE, server);
  expect(await screen.findAllByText('Sin horario indicado')).toHaveLength(7);
  await user.click(await button('Agregar tramo al lunes'));
  await user.click(await button('Agregar tramo al lunes'));
  const second = within(screen.getByRole('group', { name: 'Lunes, tramo 2' }));
  expect(second.getByLabelText('Desde')).toHaveValue('14:00');
  await user.selectOptions(second.getByLabelText('Hasta'), '18:30');
  await user.click(await button('Copiar de lunes a viernes el horario del lunes'));
  expect(screen.getAllByText('No atiendes')).toHaveLength(2);
  await user.click(await button('Quitar Viernes, tramo 2'));
  expect(await button('Agregar tramo al viernes')).toHaveFocus();

  server.reply(api.putWorkingHours, ({ body }) => body as api.WorkingHours);
  await user.click(await button('Guardar horario'));
  await expectToast('Horario guardado correctamente');
  const morning = (weekday: number) => ({ ...MONDAY, weekday });
  const afternoon = (weekday: number) => ({ weekday, from: '14:00', to: '18:30' });
  expect(server.requests(api.putWorkingHours).map(({ body }) => body)).toEqual([
    { hours: [...[1, 2, 3, 4].flatMap((day) => [morning(day), afternoon(day)]), morning(5)], defaultDuration: 30 },
  ]);
});

test('the default duration of an appointment is saved with the hours', async () => {
  const server = settingsServer({ hours: [MONDAY], defaultDuration: 60 });
  server.reply(api.putWorkingHours, ({ body }) => body as api.WorkingHours);
  const { user } = await openApp(PAGE, server);
  const duration = await screen.findByLabelText('Duración habitual de una cita');
  expect(duration).toHaveValue('60');
  await user.selectOptions(duration, '1h 30min');
  await user.click(await button('Guardar horario'));
  await expectToast('Horario guardado correctamente');
  expect(server.requests(api.putWorkingHours).map(({ body }) => body)).toEqual([
    { hours: [MONDAY], defaultDuration: 90 },
  ]);
  expect(duration).toHaveValue('90');
});

test('a period that overlaps another or ends before it starts is marked and not saved', async () => {
  const server = settingsServer({ hours: [MONDAY, { weekday: 1, from: '14:00', to: '18:00' }] });
  const { user } = await openApp(PAGE, server);
  const second = within(await screen.findByRole('group', { name: 'Lunes, tramo 2' }));
  await user.selectOptions(second.getByLabelText('Desde'), '12:30');
  await user.click(await button('Guardar horario'));
  expectFieldError(second.getByLabelText('Desde'), 'Se cruza con otro tramo del mismo día');
  expect(screen.getByRole('alert')).toHaveTextContent('Revisa los tramos marcados');
  await user.selectOptions(second.getByLabelText('Desde'), '18:00');
  await user.click(await button('Guardar horario'));
  expectFieldError(second.getByLabelText('Desde'), 'Debe terminar después de empezar');
  expect(server.requests(api.putWorkingHours)).toEqual([]);
});

test('absences are listed, past ones apart, and are deleted after a question', async () => {
  const lunch = { from: '2090-03-01', to: '2090-03-31', startTime: '13:00', endTime: '14:00', _id: ID };
  const past = { from: '2020-01-10', to: '2020-01-12', reason: 'Congreso', _id: ID.replace('aa', 'ab') };
  const server = settingsServer({ absences: [past, lunch] });
  server.reply(api.deleteAbsence, undefined);
  const { user } = await openApp(PAGE, server);
  expect(await screen.findByText('01/03/2090 al 31/03/2090, 13:00 a 14:00')).toBeVisible();
  expect(screen.getByText('Bloqueos anteriores (1)')).toBeVisible();
  expect(screen.getByText('Congreso')).not.toBeVisible();

  await user.click(await button(/^Eliminar el bloqueo: 01\/03\/2090/));
  const asked = await confirmation('¿Eliminar bloqueo?');
  expect(server.requests(api.deleteAbsence)).toEqual([]);
  server.reply(api.listAbsences, [past]);
  await user.click(asked.getByRole('button', { name: 'Sí, eliminar bloqueo' }));
  await expectToast('Bloqueo eliminado correctamente');
  expect(server.requests(api.deleteAbsence).map(({ url }) => url.pathname)).toEqual([`/api/account/absences/${ID}`]);
  expect(await screen.findByText('No tienes bloqueos desde hoy.')).toBeVisible();
});

test('Enter changes the switch and does not submit the form', async () => {
  const server = settingsServer();
  server.refuse(api.createAbsence, 'UNEXPECTED');
  const { user } = await openApp(PAGE, server);
  await user.click(await button('Agregar bloqueo'));
  const form = await dialog('Agregar bloqueo');
  const wholeDays = form.getByRole('switch', { name: 'Todo el día' });
  wholeDays.focus();
  await user.keyboard('{Enter}');
  expect(wholeDays).not.toBeChecked();
  await user.keyboard(' ');
  expect(wholeDays).toBeChecked();
  expect(server.requests(api.createAbsence)).toEqual([]);
});

test('an absence is added for whole days or for hours', async () => {
  const server = settingsServer();
  server.reply(api.createAbsence, ({ body }) => ({ ...(body as api.NewAbsence), _id: ID }));
  const { user } = await openApp(PAGE, server);
  await user.click(await button('Agregar bloqueo'));
  const form = await dialog('Agregar bloqueo');
  await user.click(form.getByRole('switch', { name: 'Todo el día' }));
  await user.selectOptions(form.getByLabelText('Desde'), '13:00');
  await user.selectOptions(form.getByLabelText('Hasta'), '12:30');
  fillFields({ Motivo: ' Almuerzo ' });
  await user.click(form.getByRole('button', { name: 'Agregar bloqueo' }));
  await waitFor(() => expectFieldError(form.getByLabelText('Hasta'), 'Debe terminar después de empezar'));
  await user.selectOptions(form.getByLabelText('Hasta'), '14:30');
  await user.click(form.getByRole('button', { name: 'Agregar bloqueo' }));
  await expectToast('Bloqueo agregado correctamente');
  const [{ body } = { body: undefined }] = server.requests(api.createAbsence);
  expect(body).toEqual({
    from: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    to: (body as api.NewAbsence).from,
    startTime: '13:00',
    endTime: '14:30',
    reason: 'Almuerzo',
  });

  await user.click(await button('Agregar bloqueo'));
  await user.click((await dialog('Agregar bloqueo')).getByRole('button', { name: 'Agregar bloqueo' }));
  await waitFor(() => expect(server.requests(api.createAbsence)).toHaveLength(2));
  expect(Object.keys(server.requests(api.createAbsence)[1]?.body as object).sort()).toEqual(['from', 'to']);
});

const URL_OF_AGENDA = `https://ejemplo.cl/calendario/${'a'.repeat(43)}.ics`;

test('the address is created with initials or names, shown once, and disabled', async () => {
  const server = settingsServer();
  server.reply(createCalendarLink, ({ body }) => ({
    url: URL_OF_AGENDA,
    createdAt: '2026-07-15T13:05:00Z',
    ...(body as { names: boolean }),
  }));
  server.reply(deleteCalendarLink, undefined);
  const { user } = await openApp(PAGE, server);
  expect(await screen.findByRole('radio', { name: /^Iniciales/ })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: /^Nombres completos/ }));
  await user.click(await button('Crear dirección'));
  const shown = await dialog('Copia la dirección de tu agenda');
  expect(shown.getByLabelText('Dirección')).toHaveValue(URL_OF_AGENDA);
  expect(server.requests(createCalendarLink).map(({ body }) => body)).toEqual([{ names: true }]);
  await user.click(shown.getByRole('button', { name: 'La copié' }));
  expect(document.body.innerHTML).not.toContain(URL_OF_AGENDA);
  expect(screen.getByText(/Muestra los nombres de tus pacientes/)).toHaveTextContent('desde el 15/07/2026 09:05');

  await user.click(await button('Desactivar'));
  await user.click((await confirmation('¿Desactivar la dirección?')).getByRole('button', { name: 'Sí, desactivarla' }));
  await expectToast('La dirección dejó de funcionar');
  expect(await button('Crear dirección')).toBeVisible();
});

test('a new address replaces the previous one only after a question', async () => {
  const server = settingsServer({ link: true });
  server.reply(createCalendarLink, { url: URL_OF_AGENDA, createdAt: '2026-07-16T13:05:00Z', names: false });
  const { user } = await openApp(PAGE, server);
  await user.click(await button('Crear una dirección nueva'));
  const asked = await confirmation('¿Crear una dirección nueva?');
  expect(server.requests(createCalendarLink)).toEqual([]);
  await user.click(asked.getByRole('button', { name: 'Sí, crearla' }));
  expect((await dialog('Copia la dirección de tu agenda')).getByLabelText('Dirección')).toHaveValue(URL_OF_AGENDA);
});

test('a list that failed to load can be requested again', async () => {
  const server = serverFor();
  for (const endpoint of [api.getWorkingHours, api.listAbsences, getCalendarLink])
    server.refuse(endpoint, 'UNEXPECTED');
  await openApp(PAGE, server);
  expect(await screen.findByText('No se pudo cargar tu horario de atención', {}, { timeout: 20_000 })).toBeVisible();
  expect(await screen.findByText('No se pudieron cargar tus bloqueos')).toBeVisible();
  expect(await screen.findByText('No se pudo cargar si tu agenda tiene una dirección')).toBeVisible();
  expect(screen.getAllByRole('button', { name: /intentar/i })).toHaveLength(3);
});

test('the content below the working hours appears when their height is known, and nothing moves', async () => {
  const server = settingsServer();
  const release = server.hold(api.getWorkingHours);
  await openApp(PAGE, server);
  const empty = await screen.findByText('No tienes bloqueos desde hoy.');
  expect(empty).not.toBeVisible();
  release({ hours: [MONDAY] });
  await waitFor(() => expect(empty).toBeVisible());
  expect(screen.getByRole('group', { name: 'Lunes, tramo 1' })).toBeVisible();
});
