import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ERRORS } from '#contract/errors';
import { createPatient } from '#contract/patients';
import { expectFieldError, expectNoFieldError, fillFields } from '#web/testing/form-fields.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';
import { patientNumber, patientsServer } from '#web/testing/patients-server.ts';

async function openForm() {
  const server = patientsServer();
  const { user } = await openApp('/dashboard/pacientes', server);
  await user.click(await screen.findByRole('button', { name: 'Agregar Paciente' }));
  const dialog = await screen.findByRole('dialog', { name: 'Nuevo Paciente' });
  return { server, user, dialog, more: within(dialog).getByText('Más datos') };
}

test('a patient with a passport is added with the data that the law requires', async () => {
  const { server, user, dialog, more } = await openForm();
  expect(screen.queryByLabelText('Ocupación')).not.toBeInTheDocument();
  await user.click(more);
  await user.selectOptions(screen.getByLabelText('Tipo de documento'), 'Pasaporte');
  fillFields({
    'Nombre completo': 'Pedro Soto',
    'Número de pasaporte': 'AB/123',
    'Fecha de nacimiento': '10/05/2015',
    'Nombre social': 'Amanda',
    Ocupación: 'Estudiante',
  });
  expect(screen.getByText('Es menor de 18 años: anota quién lo representa.')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Previsión'), 'Fonasa B');
  fillFields({ 'Relación con el paciente': 'madre' });
  const save = within(dialog).getByText('Crear Paciente');
  await user.click(save);
  expectFieldError(screen.getByLabelText('Nombre del representante'), 'Escribe el nombre del representante legal');

  fillFields({ 'Nombre del representante': 'María Soto' });
  await user.click(save);
  expectFieldError(screen.getByLabelText('Número de pasaporte'), 'Escribe el número con letras, números y guiones');
  fillFields({ 'Número de pasaporte': '123456785' });
  server.reply(createPatient, patientNumber(1));
  await user.click(save);
  await screen.findByText('Paciente creado correctamente');
  expect(server.requests(createPatient).map(({ body }) => body)).toMatchObject([
    {
      rut: '123456785',
      documentType: 'passport',
      socialName: 'Amanda',
      occupation: 'Estudiante',
      prevision: 'fonasa-b',
      legalRepresentative: { name: 'María Soto', relationship: 'madre' },
    },
  ]);
});

test('changing the type of document keeps the text, without the format of a RUT', async () => {
  const { user, more } = await openForm();
  await user.click(more);
  await user.type(screen.getByLabelText('RUT'), '123456785');
  expect(screen.getByLabelText('RUT')).toHaveValue('12.345.678-5');
  const type = screen.getByLabelText('Tipo de documento');
  await user.selectOptions(type, 'Pasaporte');
  expect(screen.getByLabelText('Número de pasaporte')).toHaveValue('123456785');
  expect(type).toHaveAccessibleDescription('Su número va arriba, en lugar del RUT.');
  fillFields({ 'Número de pasaporte': '12-345' });
  await user.selectOptions(type, 'DNI');
  expect(screen.getByLabelText('Número de DNI')).toHaveValue('12-345');
  await user.selectOptions(type, 'RUT');
  expect(screen.getByLabelText('RUT')).toHaveValue('1.234-5');
});

test('a repeated document is named under its number, and changing the type removes the error', async () => {
  const { server, user, dialog, more } = await openForm();
  await user.click(more);
  await user.selectOptions(screen.getByLabelText('Tipo de documento'), 'Pasaporte');
  fillFields({ 'Nombre completo': 'Pedro Soto', 'Número de pasaporte': 'AB1', 'Fecha de nacimiento': '10/05/1980' });
  const { message } = ERRORS.PATIENT_PASSPORT_EXISTS;
  server.refuse(createPatient, 'PATIENT_PASSPORT_EXISTS');
  await user.click(within(dialog).getByText('Crear Paciente'));
  await waitFor(() => expectFieldError(screen.getByLabelText('Número de pasaporte'), message));
  await user.selectOptions(screen.getByLabelText('Tipo de documento'), 'DNI');
  await waitFor(() => expectNoFieldError(screen.getByLabelText('Número de DNI')));
});

test('the RUT of the representative is formatted, and a wrong check digit warns', async () => {
  const { server, user, dialog, more } = await openForm();
  await user.click(more);
  fillFields({ 'Nombre completo': 'Pedro Soto', RUT: '12.345.678-5', 'Fecha de nacimiento': '10/05/2015' });
  fillFields({ 'Nombre del representante': 'María Soto' });
  const rut = screen.getByLabelText('RUT del representante');
  await user.type(rut, '76543219');
  expect(rut).toHaveValue('7.654.321-9');
  await user.tab();
  expect(rut).toHaveAccessibleDescription('El dígito verificador no coincide. Revisa el RUT.');
  fillFields({ 'RUT del representante': '1'.repeat(21) });
  await user.click(within(dialog).getByText('Crear Paciente'));
  await expectToast('No puede superar los 20 caracteres');
  fillFields({ 'RUT del representante': '7.654.321-6' });
  server.reply(createPatient, patientNumber(1));
  await user.click(within(dialog).getByText('Crear Paciente'));
  await screen.findByText('Paciente creado correctamente');
  expect(server.requests(createPatient).at(-1)?.body).toMatchObject({
    legalRepresentative: { name: 'María Soto', rut: '7654321-6' },
  });
});

test('text in «Más datos» is not discarded without a question', async () => {
  const { user, more } = await openForm();
  await user.click(more);
  fireEvent.change(screen.getByLabelText('Ocupación'), { target: { value: 'Pescadora' } });
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  await user.click(await screen.findByRole('button', { name: 'Seguir editando' }));
  await user.click(more);
  expect(screen.queryByLabelText('Ocupación')).not.toBeInTheDocument();
  await user.click(more);
  expect(screen.getByLabelText('Ocupación')).toHaveValue('Pescadora');
});
