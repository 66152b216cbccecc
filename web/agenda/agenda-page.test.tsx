import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { type Appointment, createAppointment, deleteAppointment, listAppointments } from '#contract/agenda';
import { ERRORS, type ErrorCode } from '#contract/errors';
import { appointmentOf } from '#web/testing/appointments.ts';
import { fillFields } from '#web/testing/form-fields.ts';
import { expectToast, letTimePass, openApp } from '#web/testing/open-app.tsx';
import { patientNumber, patientsServer } from '#web/testing/patients-server.ts';

const DAY = '2030-01-07';
const AGENDA = `/dashboard/agenda?fecha=${DAY}`;
const ROSA = patientNumber(1, { rut: '12345678-5' });
const APPOINTMENT: Appointment = {
  _id: '0197a000-0000-7000-8000-0000000000c1',
  patientId: ROSA._id,
  patientName: ROSA.name,
  patientRut: ROSA.rut,
  date: DAY,
  time: '09:30',
  duration: 90,
  note: 'Control',
  status: 'scheduled',
  overbooked: false,
};

const button = (name: string) => screen.findByRole('button', { name });
const card = () => screen.findByRole('article', { name: /Rosa Díaz/ });
const freeSlots = () => document.querySelectorAll('ol button[aria-label^="Disponible"]');
const clocks = () => [...document.querySelectorAll('ol time')].map(({ textContent }) => textContent);

function agendaServer(appointments: Appointment[] = [], patients = [ROSA]) {
  const server = patientsServer(patients);
  server.reply(listAppointments, ({ url }) => (url.searchParams.get('date') === DAY ? appointments : []));
  return server;
}

const refused = (code: ErrorCode) => {
  const { status, message } = ERRORS[code];
  return [status, { code, error: message, message }] as const;
};

async function openDialog(server = agendaServer()) {
  const app = await openApp(AGENDA, server);
  await waitFor(() => expect(freeSlots()).not.toHaveLength(0));
  await app.user.click(screen.getByText('Nueva Cita', { selector: 'button' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nueva Cita' }));
  return { server, dialog, ...app };
}

test('the agenda shows the day in 28 slots, and a long appointment hides the slots that it covers', async () => {
  const { user, address } = await openApp(AGENDA, agendaServer([APPOINTMENT]));
  const shown = await card();
  expect(screen.getByText('Gestiona tus citas diarias')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Importar citas' })).toHaveAttribute('href', '/dashboard/agenda/importar');
  expect(screen.getByText(/lunes 7 de enero,? (de )?2030/i, { selector: 'h2' })).toBeVisible();
  for (const text of ['12.345.678-5', 'Control', '09:30 - 11:00', '1h 30min']) expect(shown).toHaveTextContent(text);
  expect(freeSlots()).toHaveLength(25);
  expect(clocks()).not.toContain('10:00');
  expect(clocks()).toContain('11:00');
  await user.dblClick(shown);
  await waitFor(() => expect(address()).toBe(`/dashboard/pacientes/${ROSA._id}`));
});

test('an appointment without a duration is shown with 30 minutes', async () => {
  const server = agendaServer();
  server.respond(listAppointments, 200, [{ ...APPOINTMENT, duration: undefined }]);
  await openApp(AGENDA, server);
  expect(await card()).toHaveTextContent('09:30 - 10:00');
  expect(within(await card()).getByText('30min')).toBeVisible();
  expect(freeSlots()).toHaveLength(27);
  expect(screen.queryByText(/NaN/)).not.toBeInTheDocument();
});

test('the day lives in the address: previous and next change it', async () => {
  const { user, address, navigate } = await openApp('/dashboard/agenda?fecha=2026-09-05', agendaServer());
  expect(await screen.findByText(/sábado 5 de septiembre/i)).toBeVisible();
  await user.click(await button('Día siguiente'));
  expect(await screen.findByText(/domingo 6 de septiembre/i)).toBeVisible();
  await user.click(await button('Día siguiente'));
  await waitFor(() => expect(address()).toBe('/dashboard/agenda?fecha=2026-09-07'));
  await navigate(-1);
  expect(await screen.findByText(/domingo 6 de septiembre/i)).toBeVisible();
  await user.click(await button('Día anterior'));
  await waitFor(() => expect(address()).toBe('/dashboard/agenda?fecha=2026-09-05'));
});

test('«Hoy» returns to today, and does nothing there', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-16T12:10:00Z') });
  const { user, address } = await openApp('/dashboard/agenda?fecha=2026-09-05', agendaServer());
  await user.click(await button('Hoy'));
  await waitFor(() => expect(address()).toBe('/dashboard/agenda?fecha=2026-11-16'));
  expect(await button('Hoy')).toHaveAttribute('aria-disabled', 'true');
  await user.click(await button('Día siguiente'));
  expect(await button('Hoy')).toHaveAttribute('aria-disabled', 'false');
});

const requestedDays = (server: ReturnType<typeof agendaServer>) =>
  server.requests(listAppointments).map(({ url }) => url.searchParams.get('date'));

test('the neighbouring days are requested when the first one has been shown for a second', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  const server = agendaServer();
  await openApp(AGENDA, server);
  await waitFor(() => expect(freeSlots()).toHaveLength(28));
  await letTimePass(500);
  expect(requestedDays(server)).toEqual([DAY]);
  await letTimePass(1000);
  expect(requestedDays(server)).toEqual([DAY, '2030-01-06', '2030-01-08']);
});

test('after one step the next days are requested at once, even if the first day was shown briefly', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  const server = agendaServer();
  const { user } = await openApp(AGENDA, server);
  await waitFor(() => expect(freeSlots()).toHaveLength(28));
  await user.click(await button('Día siguiente'));
  await waitFor(() => expect(requestedDays(server)).toEqual([DAY, '2030-01-08', '2030-01-09']));
  await user.click(await button('Día siguiente'));
  expect(freeSlots()).toHaveLength(28);
  await waitFor(() => expect(requestedDays(server)).toEqual([DAY, '2030-01-08', '2030-01-09', '2030-01-10']));
});

test('an appointment is created with patient, time and duration, and refuses another one on top', async () => {
  const { user, server, dialog } = await openDialog();
  const create = dialog.getByText('Crear Cita');
  expect(create).toBeDisabled();
  await user.click(dialog.getByText('Buscar'));
  fillFields({ 'Buscar por nombre o RUT': 'diaz' });
  expect(await dialog.findByText('1 paciente(s) encontrado(s)')).toBeVisible();
  await user.click(dialog.getByText('Rosa Díaz'));
  fillFields({ Hora: '09:00', Duración: '60' });
  server.respond(createAppointment, ...refused('SLOT_TAKEN'), 1);
  await user.click(create);
  await expectToast('Ya existe una cita en ese horario');

  const { note: _, ...made } = { ...APPOINTMENT, time: '09:00', duration: 60 };
  server.reply(createAppointment, made);
  server.reply(listAppointments, [made]);
  await user.click(create);
  await expectToast('Éxito');
  expect(await card()).toHaveTextContent('09:00 - 10:00');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  const body = { patientId: ROSA._id, date: DAY, time: '09:00', duration: 60 };
  expect(server.requests(createAppointment).map((request) => request.body)).toEqual([body, body]);
});

test('an appointment is deleted after confirmation', async () => {
  const server = agendaServer([APPOINTMENT]);
  const { user } = await openApp(AGENDA, server);
  await user.click(within(await card()).getByLabelText(/eliminar/i));
  const confirm = await screen.findByRole('alertdialog', { name: '¿Eliminar cita?' });
  for (const text of ['Rosa Díaz', '07/01/2030', '09:30', 'Esta acción no se puede deshacer.']) {
    expect(confirm).toHaveTextContent(text);
  }
  server.reply(deleteAppointment, undefined);
  server.reply(listAppointments, []);
  await user.click(within(confirm).getByRole('button', { name: 'Sí, eliminar cita' }));
  await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
  expect(server.requests(deleteAppointment).map(({ url }) => url.search)).toEqual(['?hardDelete=true']);
});

test('a typed note is not lost without a question, and a patient who no longer exists is reported at the field', async () => {
  const { user, server, dialog } = await openDialog();
  await dialog.findByText('Seleccionar paciente');
  const question = async () => within(await screen.findByRole('alertdialog', { name: '¿Descartar los cambios?' }));
  fillFields({ Paciente: ROSA._id });
  fillFields({ Hora: '09:00', Nota: 'Trae exámenes' });
  await user.keyboard('{Escape}');
  await user.click((await question()).getByText('Seguir editando'));
  expect(screen.getByLabelText('Nota')).toHaveValue('Trae exámenes');

  server.respond(createAppointment, ...refused('NOT_FOUND'));
  await user.click(dialog.getByText('Crear Cita'));
  expect(await dialog.findByText('Este paciente ya no existe. Selecciona otro.')).toBeVisible();
  await user.click(dialog.getByText('Cancelar'));
  await user.click((await question()).getByText('Descartar'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('without patients no appointment can be created, and a search without results says so', async () => {
  const { user, dialog } = await openDialog(agendaServer([], []));
  expect(await dialog.findByText('No hay pacientes disponibles')).toBeVisible();
  expect(dialog.getByText('Crear Cita')).toBeDisabled();
  await user.click(dialog.getByText('Buscar'));
  fillFields({ 'Buscar por nombre o RUT': 'nadie' });
  expect(await dialog.findByText('No se encontraron pacientes')).toBeVisible();
});

test('appointments that fail to load are reported', async () => {
  const server = agendaServer();
  server.respond(listAppointments, 500, {});
  await openApp(AGENDA, server);
  await expectToast('No se pudieron cargar las citas');
});

describe('a patient with a social name and a passport', () => {
  const AMANDA = patientNumber(2, {
    name: 'Pedro Soto',
    socialName: 'Amanda Soto',
    rut: '123456785',
    documentType: 'passport',
  });
  const [both, passport] = ['Amanda Soto (Pedro Soto)', 'Pasaporte 123456785'];
  const server = () => {
    const found = patientsServer([AMANDA]);
    found.reply(listAppointments, [appointmentOf(AMANDA, { date: DAY })]);
    return found;
  };

  test('is shown with both in the appointment and in the dialogs that change it', async () => {
    const { user } = await openApp(AGENDA, server());
    const shown = await screen.findByRole('article', { name: both });
    expect(shown).toHaveTextContent(passport);
    await user.click(screen.getByRole('button', { name: `Eliminar cita de ${both}` }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(`la cita de ${both} del`);
    await user.click(screen.getByRole('button', { name: 'Cancelar' }));
    await user.click(screen.getByRole('button', { name: `Cambiar hora de ${both}` }));
    expect(await screen.findByRole('dialog', { name: 'Cambiar hora' })).toHaveTextContent(`${both}${passport}`);
  });

  test('is chosen by the social name for a new appointment', async () => {
    const { user, dialog } = await openDialog(server());
    expect(await dialog.findByRole('option', { name: `${both} · ${passport}` })).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Buscar' }));
    fillFields({ 'Buscar por nombre o RUT': 'amanda' });
    await user.click(
      await dialog.findByRole('option', { name: (name) => name.startsWith(both) && name.endsWith(passport) }),
    );
    expect(dialog.getByText(both)).toBeVisible();
    expect(dialog.getByRole('button', { name: `Quitar a ${both}` })).toBeVisible();
  });

  test('is shown with both in the week', async () => {
    await openApp(`${AGENDA}&vista=semana`, server());
    expect(await screen.findByTitle(`${both}, 09:00 - 09:30`)).toBeVisible();
  });
});
