import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createPatient, getPatient, type Patient, updatePatient } from '#contract/patients';
import { clinicalServer, PROFILE, ROSA } from '#web/testing/clinical-server.ts';
import { fill, fillFields } from '#web/testing/form-fields.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';
import { patientNumber, patientsServer } from '#web/testing/patients-server.ts';

const DECLINED = 'No recibe recordatorios';
const flag = () => screen.findByRole('checkbox', { name: 'Recibe recordatorios de sus citas' });

async function openProfile(patient: Patient) {
  const server = clinicalServer();
  server.reply(getPatient, patient);
  const { user } = await openApp(PROFILE, server);
  await screen.findByRole('heading', { level: 2, name: 'Información del Paciente' });
  return { server, user };
}

test('a new patient is reminded unless the form says no', async () => {
  const server = patientsServer();
  server.reply(createPatient, patientNumber(1));
  const { user } = await openApp('/dashboard/pacientes', server);
  await user.click(await screen.findByRole('button', { name: 'Agregar Paciente' }));
  expect(await flag()).toBeChecked();
  await user.click(await flag());
  fillFields({ 'Nombre completo': 'Rosa Díaz', RUT: '12.345.678-5', 'Fecha de nacimiento': '10/05/1980' });
  await user.click(within(screen.getByRole('dialog', { name: 'Nuevo Paciente' })).getByText('Crear Paciente'));
  await expectToast('Paciente creado correctamente');
  expect(server.requests(createPatient).map(({ body }) => body)).toMatchObject([{ reminders: false }]);
});

test('the profile says when a patient is not reminded, and the form changes it', async () => {
  const { server, user } = await openProfile({ ...ROSA, reminders: false });
  expect(screen.getByText(DECLINED)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Editar Paciente' }));
  expect(await flag()).not.toBeChecked();
  await user.click(await flag());
  server.reply(updatePatient, ROSA);
  await user.click(screen.getByText('Guardar Cambios'));
  await expectToast('Paciente actualizado correctamente');
  expect(server.requests(updatePatient).map(({ body }) => body)).toMatchObject([{ reminders: true }]);
  expect(screen.queryByText(DECLINED)).not.toBeInTheDocument();
});

test('another change does not undo what the patient said meanwhile', async () => {
  const { server, user } = await openProfile(ROSA);
  expect(screen.queryByText(DECLINED)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Editar Paciente' }));
  await fill('Alertas', 'Riesgo de caídas');
  server.reply(updatePatient, { ...ROSA, reminders: false });
  await user.click(screen.getByText('Guardar Cambios'));
  expect(await screen.findByText(DECLINED)).toBeVisible();
  const [request] = server.requests(updatePatient);
  expect(request?.body).not.toHaveProperty('reminders');
});
