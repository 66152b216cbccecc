import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Appointment, changeAppointment, createAppointment, listAppointments } from '#contract/agenda';
import { ERRORS } from '#contract/errors';
import { nextFreeSlot } from '#contract/next-free';
import { getWorkingHours, listAbsences } from '#contract/working-hours';
import { fillFields } from '#web/testing/form-fields.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';
import { patientNumber, patientsServer } from '#web/testing/patients-server.ts';

const DAY = '2030-01-07';
const AGENDA = `/dashboard/agenda?fecha=${DAY}`;
const ROSA = patientNumber(1, { rut: '12345678-5' });
const VISIT: Appointment = {
  _id: '0197a000-0000-7000-8000-0000000000c1',
  patientId: ROSA._id,
  patientName: ROSA.name,
  patientRut: ROSA.rut,
  date: DAY,
  time: '09:30',
  duration: 30,
  status: 'scheduled',
  overbooked: false,
};
const OF_SERIES: Appointment = { ...VISIT, seriesId: '0197a000-0000-7000-8000-0000000000f1' };

/** Keeps the appointments as the server does: it changes them, and lists those of the day that are not cancelled. */
function agendaServer(kept: Appointment[] = []) {
  const server = patientsServer([ROSA]);
  server.reply(listAppointments, ({ url: { searchParams } }) => {
    const [from, to] = ['from', 'to'].map((name) => searchParams.get(name) ?? searchParams.get('date') ?? '');
    return kept.filter(({ date, status }) => date >= (from ?? '') && date <= (to ?? '') && status !== 'cancelled');
  });
  server.reply(changeAppointment, ({ url, body }) => {
    const at = kept.findIndex(({ _id }) => url.pathname.endsWith(_id));
    const { scope: _, ...change } = body as { scope: string };
    return Object.assign(kept[at] ?? {}, change) as Appointment;
  });
  return server;
}

const taken = (...days: string[]) => {
  const { status, message } = ERRORS.SLOT_TAKEN;
  const details = days.map((field) => ({ field, message }));
  return [status, { code: 'SLOT_TAKEN', error: message, message, details }] as const;
};

const bodies = (
  server: ReturnType<typeof agendaServer>,
  endpoint: typeof changeAppointment | typeof createAppointment,
) => server.requests(endpoint).map(({ body }) => body);
const statusButton = () => screen.findByLabelText(/estado de la cita de Rosa Díaz/);
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const question = async (name: string) => within(await screen.findByRole('alertdialog', { name }));

async function chooseStatus(user: Awaited<ReturnType<typeof openApp>>['user'], name: string) {
  await user.click(await statusButton());
  await user.click(await screen.findByRole('menuitemradio', { name }));
}

async function newAppointment(server = agendaServer()) {
  const app = await openApp(AGENDA, server);
  await app.user.click(await screen.findByLabelText(/^Disponible.* a las 09:00, agendar/));
  const form = await dialog('Nueva Cita');
  await form.findByText('Seleccionar paciente');
  fillFields({ Paciente: ROSA._id });
  return { ...app, server, form, create: () => app.user.click(form.getByText('Crear Cita')) };
}

test('el estado se cambia en dos clics, se dice con su palabra y se deshace', async () => {
  const server = agendaServer([{ ...VISIT }]);
  const { user } = await openApp(AGENDA, server);
  await chooseStatus(user, 'Confirmada');
  await expectToast('La cita quedó como «Confirmada»');
  expect(await statusButton()).toHaveTextContent('Confirmada');
  // The region of the toasts lets clicks through until it has counted its toasts.
  act(() => screen.getByRole('button', { name: 'Deshacer' }).click());
  await expectToast('La cita quedó como antes');
  expect(await statusButton()).toHaveTextContent('Agendada');
  expect(bodies(server, changeAppointment)).toEqual([
    { status: 'confirmed', scope: 'one' },
    { status: 'scheduled', scope: 'one' },
  ]);
});

test('una cita cancelada deja libre su hora al instante, y vuelve si el servidor se niega', async () => {
  const server = agendaServer([{ ...VISIT }]);
  const { user } = await openApp(AGENDA, server);
  server.refuse(changeAppointment, 'UNEXPECTED', 1);
  const answer = server.pause(changeAppointment, 1);
  await chooseStatus(user, 'Cancelada');
  await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
  answer();
  expect(await screen.findByRole('article')).toBeVisible();
  await expectToast(ERRORS.UNEXPECTED.message);
});

test('«Cambiar hora» envía solo lo que cambió, y si la hora está tomada ofrece el sobrecupo', async () => {
  const server = agendaServer([{ ...VISIT, note: 'Control' }]);
  const { user } = await openApp(AGENDA, server);
  await user.click(await screen.findByLabelText('Cambiar hora de Rosa Díaz'));
  const form = await dialog('Cambiar hora');
  fillFields({ Hora: '12:00', Duración: '60', Nota: '' });
  server.respond(changeAppointment, ...taken(), 1);
  await user.click(form.getByText('Guardar cambios'));
  await user.click(await form.findByText('Mover como sobrecupo'));
  await expectToast('La cita quedó para el 07/01/2030 a las 12:00');
  const change = { time: '12:00', duration: 60, note: null, scope: 'one' };
  expect(bodies(server, changeAppointment)).toEqual([change, { ...change, overbooked: true }]);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(within(screen.getByRole('article')).getByText('Sobrecupo')).toBeVisible();
});

test('una hora tomada se agenda como sobrecupo solo si se elige', async () => {
  const { user, server, form, create } = await newAppointment();
  expect(form.queryByText('Crear como sobrecupo')).not.toBeInTheDocument();
  server.respond(createAppointment, ...taken(), 1);
  await create();
  server.reply(createAppointment, { ...VISIT, time: '09:00', overbooked: true });
  await user.click(await form.findByText('Crear como sobrecupo'));
  await expectToast('Cita creada correctamente');
  const body = { patientId: ROSA._id, date: DAY, time: '09:00', duration: 30 };
  expect(bodies(server, createAppointment)).toEqual([body, { ...body, overbooked: true }]);
});

test('una serie dice en qué fechas choca antes de guardar nada, y se crean las que se pueda', async () => {
  const { user, server, form, create } = await newAppointment();
  fillFields({ Repetir: 'week' });
  fillFields({ 'Número de citas': '4' });
  expect(form.getByText('4 citas, la última el 28/01/2030')).toBeVisible();
  server.respond(createAppointment, ...taken('2030-01-14'), 1);
  await create();
  expect(await form.findByText('lunes 14/01/2030')).toBeVisible();
  server.reply(createAppointment, { ...OF_SERIES, skipped: ['2030-01-14'] });
  await user.click(form.getByText('Crear las que se pueda'));
  await expectToast('Citas creadas. Quedaron fuera: 14/01/2030');
  const repeats = bodies(server, createAppointment).map((body) => (body as { repeat: unknown }).repeat);
  expect(repeats).toEqual([
    { every: 'week', times: 4 },
    { every: 'week', times: 4, skipConflicts: true },
  ]);
});

test('una serie hasta una fecha, o con un número imposible de citas', async () => {
  const { server, form, create } = await newAppointment();
  fillFields({ Repetir: 'month' });
  fillFields({ 'Número de citas': '1' });
  await create();
  expect(await form.findByText('Deben ser al menos 2 citas')).toBeVisible();
  fillFields({ Termina: 'until' });
  server.reply(createAppointment, OF_SERIES);
  await create();
  await expectToast('Cita creada correctamente');
  expect(bodies(server, createAppointment)[0]).toMatchObject({ repeat: { every: 'month', until: '2030-04-07' } });
});

test.each([
  ['Solo esta', 'one'],
  ['Esta y las siguientes', 'following'],
])('cancelar una cita de una serie pregunta, y «%s» llega al servidor', async (choice, scope) => {
  const server = agendaServer([{ ...OF_SERIES }]);
  const { user } = await openApp(AGENDA, server);
  await chooseStatus(user, 'Cancelada');
  await user.click((await question('¿Cancelar solo esta cita?')).getByText(choice));
  await expectToast('Cita cancelada');
  expect(bodies(server, changeAppointment)).toEqual([{ status: 'cancelled', scope }]);
});

test('fuera del horario la hora está marcada con su motivo, y agendar pregunta primero', async () => {
  const server = agendaServer();
  server.reply(getWorkingHours, { hours: [{ weekday: 1, from: '10:00', to: '13:00' }] });
  server.reply(listAbsences, [
    { _id: VISIT._id, from: DAY, to: DAY, startTime: '12:00', endTime: '12:30', reason: 'Almuerzo' },
  ]);
  const { user, create } = await newAppointment(server);
  expect(screen.getByLabelText('Disponible Almuerzo a las 12:00, agendar')).toBeInTheDocument();
  expect(screen.getByLabelText('Disponible a las 10:00, agendar')).toBeInTheDocument();
  await create();
  const asked = await question('¿Agendar igualmente?');
  expect(asked.getByText('Fuera de horario')).toBeVisible();
  expect(server.requests(createAppointment)).toHaveLength(0);
  server.reply(createAppointment, { ...VISIT, time: '09:00' });
  await user.click(asked.getByText('Sí, agendar'));
  await expectToast('Cita creada correctamente');
});

test('la próxima hora disponible llena la fecha y la hora, para la duración elegida', async () => {
  const { user, server, form } = await newAppointment();
  fillFields({ Duración: '60' });
  server.reply(nextFreeSlot, { next: { date: '2030-01-09', time: '15:30' } }, 1);
  await user.click(form.getByText('Próxima hora disponible'));
  expect(await form.findByText('09/01/2030 a las 15:30')).toBeVisible();
  expect(form.getByLabelText('Hora')).toHaveValue('15:30');
  expect(form.getByRole('button', { name: 'Fecha, 09/01/2030' })).toBeVisible();
  expect(server.requests(nextFreeSlot).map(({ url }) => url.search)).toEqual([`?from=${DAY}&duration=60`]);
  server.reply(nextFreeSlot, { next: null }, 1);
  await user.click(form.getByText('Próxima hora disponible'));
  expect(await form.findByText('No hay horas disponibles desde esa fecha')).toBeVisible();
});

test('la semana se pide de una vez, conserva la fecha y marca los feriados', async () => {
  const server = agendaServer([{ ...VISIT, date: '2030-09-17' }]);
  const { user, address } = await openApp('/dashboard/agenda?fecha=2030-09-18', server);
  expect(await screen.findByText('Feriado: Independencia Nacional')).toBeVisible();
  await user.click(screen.getByText('Semana'));
  expect(address()).toBe('/dashboard/agenda?vista=semana&fecha=2030-09-18');
  // Not by role: that computes the name of each of the many slots.
  const card = (await screen.findByText('Rosa Díaz')).closest('article');
  expect(card).toHaveTextContent('Rosa Díaz, 09:30 - 10:00Agendada');
  expect(screen.getByText('Día de las Glorias del Ejército')).toBeVisible();
  const weeks = server.requests(listAppointments).filter(({ url }) => url.searchParams.has('from'));
  expect(weeks.map(({ url }) => url.search)).toEqual(['?from=2030-09-16&to=2030-09-22']);
  await user.click(screen.getByLabelText('Semana siguiente'));
  await waitFor(() => expect(address()).toBe('/dashboard/agenda?vista=semana&fecha=2030-09-25'));
});
