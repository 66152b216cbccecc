import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createAppointment, listAppointments } from '#contract/agenda';
import { ERRORS } from '#contract/errors';
import { canCreatePatient, createPatient, type PatientInput } from '#contract/patients';
import { getWorkingHours } from '#contract/working-hours';
import { PLANS_ADDRESS } from '#web/platform/paths.ts';
import { expectFieldError, fillFields } from '#web/testing/form-fields.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';
import { patientNumber, patientsServer } from '#web/testing/patients-server.ts';
import { showToast } from '#web/ui/toast.ts';

const DAY = '2030-01-07';
const PEDRO = patientNumber(2, { name: 'Pedro Nuevo', rut: '12345678-5' });

async function openDialog(server = agendaServer()) {
  const app = await openApp(`/dashboard/agenda?fecha=${DAY}`, server);
  await app.user.click(await screen.findByRole('button', { name: 'Nueva Cita' }));
  return { ...app, server, dialog: within(await screen.findByRole('dialog', { name: 'Nueva Cita' })) };
}

function agendaServer() {
  const server = patientsServer([patientNumber(1, { name: 'Rosa Díaz' })]);
  server.reply(listAppointments, []);
  return server;
}

/** Opens the form of a patient whom the search does not find. */
async function openCreation(text: string, server = agendaServer()) {
  const opened = await openDialog(server);
  const { user, dialog } = opened;
  await user.click(dialog.getByRole('button', { name: 'Buscar' }));
  await user.keyboard(text);
  expect(await dialog.findByText('No se encontraron pacientes')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: `Crear «${text}»` }));
  return opened;
}

test('a patient whom the search does not find is created in the dialog, and the appointment goes on', async () => {
  const { user, server, dialog } = await openCreation('Pedro Nuevo');
  expect(await dialog.findByLabelText('Nombre completo')).toHaveValue('Pedro Nuevo');
  expect(dialog.getByLabelText('RUT')).toHaveFocus();
  await user.keyboard('123456785');
  fillFields({ 'Fecha de nacimiento': '1980-05-10', Hora: '09:00', Nota: 'Primera vez' });
  server.reply(createPatient, PEDRO);
  dialog.getByLabelText('RUT').focus();
  await user.keyboard('{Enter}');
  await expectToast('Paciente creado correctamente');
  expect(await dialog.findByRole('button', { name: 'Quitar a Pedro Nuevo' })).toBeVisible();
  expect(server.requests(createPatient).map(({ body }) => body)).toEqual([
    expect.objectContaining({ name: 'Pedro Nuevo', birthDate: '1980-05-10' } satisfies Partial<PatientInput>),
  ]);
  expect(server.requests(createAppointment)).toEqual([]);
  // A button in the toast would lead away from the appointment.
  expect(screen.queryByRole('button', { name: 'Abrir ficha' })).not.toBeInTheDocument();

  server.refuse(createAppointment, 'SLOT_TAKEN');
  await user.click(dialog.getByRole('button', { name: 'Crear Cita' }));
  await waitFor(() =>
    expect(server.requests(createAppointment).map(({ body }) => body)).toEqual([
      { patientId: PEDRO._id, date: DAY, time: '09:00', duration: 30, note: 'Primera vez' },
    ]),
  );
});

test('digits in the search become the RUT, and a name beside them the name', async () => {
  const { user, dialog } = await openCreation('12345678-5');
  expect(await dialog.findByLabelText('RUT')).toHaveValue('12.345.678-5');
  expect(dialog.getByLabelText('Nombre completo')).toHaveFocus();
  await user.click(dialog.getByRole('button', { name: 'Volver a buscar' }));
  const box = dialog.getByRole('combobox', { name: 'Buscar por nombre o RUT' });
  expect(box).toHaveValue('12345678-5');
  await user.type(box, ' Pedro');
  await user.click(await dialog.findByRole('button', { name: 'Crear «12345678-5 Pedro»' }));
  expect(await dialog.findByLabelText('Nombre completo')).toHaveValue('Pedro');
  expect(dialog.getByLabelText('RUT')).toHaveValue('12.345.678-5');
  expect(dialog.getByLabelText('Fecha de nacimiento')).toHaveFocus();
});

test('what was typed of a new patient stays after a refusal, and is not discarded without a question', async () => {
  const { user, server, dialog } = await openCreation('Pedro Nuevo');
  const save = await dialog.findByRole('button', { name: 'Crear paciente' });
  await user.click(save);
  await expectToast('Por favor completa los campos obligatorios');
  expect(server.requests(createPatient)).toEqual([]);
  fillFields({ RUT: '123456785', 'Fecha de nacimiento': '1980-05-10' });
  server.refuse(createPatient, 'PATIENT_EXISTS');
  await user.click(save);
  await waitFor(() => expectFieldError(dialog.getByLabelText('RUT'), ERRORS.PATIENT_EXISTS.message));
  expect(dialog.getByLabelText('Nombre completo')).toHaveValue('Pedro Nuevo');
  await user.click(dialog.getByRole('button', { name: 'Cancelar' }));
  expect(await screen.findByRole('alertdialog', { name: '¿Descartar los cambios?' })).toBeVisible();
});

test('a plan without room for a patient says so, and the search stays', async () => {
  const server = agendaServer();
  server.reply(canCreatePatient, { canCreate: false, message: ERRORS.PATIENT_LIMIT.message });
  const { dialog } = await openCreation('Pedro Nuevo', server);
  await expectToast('Límite alcanzadoHas alcanzado el límite de 1 paciente de la prueba gratuita.');
  expect(dialog.getByRole('combobox', { name: 'Buscar por nombre o RUT' })).toHaveValue('Pedro Nuevo');
  expect(dialog.queryByLabelText('Nombre completo')).not.toBeInTheDocument();
});

test('a plan without room says so before anybody tries, and leads to the plans', async () => {
  const server = agendaServer();
  server.reply(canCreatePatient, { canCreate: false, message: ERRORS.PATIENT_LIMIT.message });
  const { user, dialog, address } = await openDialog(server);
  await user.click(dialog.getByRole('button', { name: 'Buscar' }));
  await user.keyboard('Pedro Nuevo');
  expect(await dialog.findByRole('status')).toHaveTextContent(ERRORS.PATIENT_LIMIT.message);
  await user.click(dialog.getByRole('link', { name: 'Ver los planes' }));
  await waitFor(() => expect(address()).toBe(PLANS_ADDRESS));
});

test('the notification of a limit leads to the plans', async () => {
  const server = agendaServer();
  server.reply(canCreatePatient, { canCreate: false, message: ERRORS.PATIENT_LIMIT.message });
  const { user, address } = await openApp('/dashboard/pacientes', server);
  await user.click(await screen.findByRole('button', { name: 'Nuevo Paciente' }));
  await expectToast('Límite alcanzado');
  await user.click(screen.getByRole('link', { name: 'Ver los planes' }));
  await waitFor(() => expect(address()).toBe(PLANS_ADDRESS));
});

test('Escape closes the dialog, and the notification that appeared over it stays', async () => {
  const { user, dialog } = await openDialog();
  act(() => showToast({ title: 'Aviso', action: { label: 'Deshacer', onPress: () => undefined } }));
  await expectToast('Aviso');
  await user.click(dialog.getByRole('button', { name: /^Fecha, / }));
  await screen.findByRole('dialog', { name: 'Fecha' });
  act(() => showToast({ title: 'Otro aviso' }));
  await expectToast('Otro aviso');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Fecha' })).toBeNull());
  expect(await screen.findByRole('dialog', { name: 'Nueva Cita' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('Otro aviso')).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('Otro aviso')).toBeNull());
});

test('nobody is offered to be created while there are matches, nor without a text', async () => {
  const { user, dialog } = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Buscar' }));
  expect(await dialog.findByText('1 paciente(s) encontrado(s)')).toBeVisible();
  await user.keyboard('díaz rosa');
  expect(dialog.getByRole('option', { name: /^Rosa Díaz/ })).toBeVisible();
  expect(dialog.queryByRole('button', { name: /^Crear «/ })).not.toBeInTheDocument();
});

test('the duration begins with the one of the settings, also when they arrive late, and a chosen one stays', async () => {
  const server = agendaServer();
  const release = server.hold(getWorkingHours);
  const { user, dialog } = await openDialog(server);
  const duration = dialog.getByLabelText('Duración');
  expect(duration).toHaveValue('30');
  release({ hours: [], defaultDuration: 60 });
  await waitFor(() => expect(duration).toHaveValue('60'));
  await user.selectOptions(duration, '90');
  fillFields({ Hora: '10:00' });
  expect(duration).toHaveValue('90');
});
