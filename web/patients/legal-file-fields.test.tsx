import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createPatient } from '#contract/patients';
import { expectFieldError, fillFields } from '#web/testing/form-fields.ts';
import { openApp } from '#web/testing/open-app.tsx';
import { patientNumber, patientsServer } from '#web/testing/patients-server.ts';

async function openForm() {
  const server = patientsServer();
  const { user } = await openApp('/dashboard/pacientes', server);
  await user.click(await screen.findByRole('button', { name: 'Agregar Paciente' }));
  const dialog = await screen.findByRole('dialog', { name: 'Nuevo Paciente' });
  return { server, user, dialog, more: within(dialog).getByText('Más datos') };
}

test('un paciente con pasaporte se agrega con los datos que pide la ley', async () => {
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

test('un texto en «Más datos» no se descarta sin preguntar', async () => {
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
