import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listCertificates } from '#contract/certificates';
import { canWriteClinically, listClinicalNotes } from '#contract/clinical-notes';
import { ERRORS } from '#contract/errors';
import { canCreatePatient, createPatient, getPatient, listPatients } from '#contract/patients';
import { fillFields } from '#web/testing/form-fields.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';
import { patientNumber, patientsServer } from '#web/testing/patients-server.ts';

const PATIENTS = '/dashboard/pacientes';
const button = (name: string) => screen.findByRole('button', { name });
const search = (text: string) => fillFields({ 'Buscar pacientes': text });
const links = () => [...document.querySelectorAll('main h2 a')].map(({ textContent }) => textContent);

test('the first patient is added from the empty list', async () => {
  const server = patientsServer();
  const { user } = await openApp(PATIENTS, server);
  expect(await screen.findByText('No hay pacientes registrados')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Pacientes' })).toBeVisible();
  expect(screen.getByText('Gestiona las fichas de tus pacientes')).toBeVisible();
  expect(screen.getByText('Comienza agregando tu primer paciente')).toBeVisible();
  await user.click(await button('Agregar Paciente'));
  const dialog = await screen.findByRole('dialog', { name: 'Nuevo Paciente' });
  const save = within(dialog).getByText('Crear Paciente');
  await user.click(save);
  await expectToast('Por favor completa los campos obligatorios');

  fillFields({ 'Nombre completo': '  Rosa Aguilera Muñoz ', RUT: '123456785', 'Fecha de nacimiento': '1980-05-10' });
  expect(screen.getByLabelText('RUT')).toHaveValue('12.345.678-5');
  expect(await within(dialog).findByText(/\d+ años/)).toBeVisible();
  fillFields({ Alergias: 'Penicilina' });
  const rosa = patientNumber(1, { name: 'Rosa Aguilera Muñoz' });
  server.reply(createPatient, rosa);
  server.reply(listPatients, { patients: [rosa], total: 1, page: 1, limit: 50 });
  await user.click(save);
  await expectToast('Éxito');
  expect(await screen.findByRole('link', { name: 'Rosa Aguilera Muñoz' })).toBeVisible();
  expect(server.requests(createPatient).map(({ body }) => body)).toEqual([
    {
      name: 'Rosa Aguilera Muñoz',
      rut: expect.stringMatching(/^12\.?345\.?678-5$/),
      birthDate: '1980-05-10',
      allergies: 'Penicilina',
      notas: null,
      alertas: null,
      preferencias: null,
      documentType: 'rut',
    },
  ]);
});

test('the free trial has a single patient, and says so', async () => {
  const server = patientsServer([patientNumber(1)]);
  server.reply(canCreatePatient, { canCreate: false, message: ERRORS.PATIENT_LIMIT.message });
  const { user } = await openApp(PATIENTS, server);
  await user.click(await button('Nuevo Paciente'));
  await expectToast('Límite alcanzadoHas alcanzado el límite de 1 paciente de la prueba gratuita.');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('if the limits cannot be verified, no patient is created', async () => {
  const server = patientsServer();
  server.respond(canCreatePatient, 500, {});
  const { user } = await openApp(PATIENTS, server);
  await user.click(await button('Nuevo Paciente'));
  await expectToast('Error al verificar límites de pacientes');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('patients are found by a part of the name or the RUT, and a search without results says so', async () => {
  const javiera = patientNumber(1, { name: 'Javiera Núñez Ortúzar', rut: '17654321-6' });
  const ignacio = patientNumber(2, { name: 'Ignacio Peñaloza Soto', rut: '9876543-3' });
  const { address } = await openApp(PATIENTS, patientsServer([javiera, ignacio]));
  expect(await screen.findByText(/17\.654\.321-6/)).toBeVisible();
  expect(links()).toEqual([javiera.name, ignacio.name]);
  expect(screen.getByRole('link', { name: 'Importar' })).toHaveAttribute('href', '/dashboard/pacientes/importar');
  search('nunez');
  await waitFor(() => expect(address()).toBe(`${PATIENTS}?buscar=nunez`));
  await waitFor(() => expect(links()).toEqual([javiera.name]));
  search('98765');
  await waitFor(() => expect(links()).toEqual([ignacio.name]));
  search('nadie');
  expect(await screen.findByText('No se encontraron pacientes')).toBeVisible();
  expect(screen.getByText('Intenta con otros términos de búsqueda')).toBeVisible();
});

test('more than one page of patients can be paged through', async () => {
  const patients = Array.from({ length: 51 }, (_, at) =>
    patientNumber(at, { name: `Paciente ${String(at).padStart(2, '0')}` }),
  );
  const { user } = await openApp(PATIENTS, patientsServer(patients));
  await waitFor(() => expect(links()).toHaveLength(50));
  await user.click(screen.getByText('Siguiente'));
  await waitFor(() => expect(links()).toEqual(['Paciente 50']));
  search('paciente 07');
  await waitFor(() => expect(links()).toEqual(['Paciente 07']));
});

test('a new patient comes first in the list until it changes, and the toast leads to the record', async () => {
  const patients = Array.from({ length: 60 }, (_, at) =>
    patientNumber(at, { name: `Paciente ${String(at).padStart(2, '0')}` }),
  );
  const zoe = patientNumber(99, { name: 'Zoe Zúñiga' });
  const server = patientsServer(patients);
  server.reply(createPatient, zoe);
  server.reply(getPatient, zoe);
  server.reply(listClinicalNotes, []);
  server.reply(listCertificates, []);
  server.reply(canWriteClinically, { canCreate: true, message: '' });
  const { user, address } = await openApp(PATIENTS, server);
  await waitFor(() => expect(links()).toHaveLength(50));
  await user.click(await button('Nuevo Paciente'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nuevo Paciente' }));
  fillFields({ 'Nombre completo': 'Zoe Zúñiga', RUT: '123456785', 'Fecha de nacimiento': '1980-05-10' });
  patients.push(zoe);
  await user.click(dialog.getByRole('button', { name: 'Crear Paciente' }));
  await expectToast('Paciente creado correctamente');
  expect(links().slice(0, 2)).toEqual(['Zoe Zúñiga', 'Paciente 00']);
  expect(screen.getByText('Nuevo')).toBeVisible();

  search('paciente 07');
  await waitFor(() => expect(links()).toEqual(['Paciente 07']));
  await user.click(await button('Abrir ficha'));
  await waitFor(() => expect(address()).toBe(`${PATIENTS}/${zoe._id}`));
  expect(await screen.findByRole('heading', { level: 1, name: 'Zoe Zúñiga' })).toBeVisible();
});

test('each patient shows the last visit', async () => {
  const rosa = { ...patientNumber(1, { name: 'Rosa Díaz' }), lastVisit: '2026-10-05' };
  await openApp(PATIENTS, patientsServer([rosa, patientNumber(2, { name: 'Sara Soto' })]));
  await screen.findByRole('link', { name: 'Rosa Díaz' });
  const visits = screen.getAllByText(/^Última visita/).map(({ textContent }) => textContent);
  expect(visits).toEqual(['Última visita: 05-10-2026', 'Última visita: –ninguna']);
});

test('while another page of results is on its way, the earlier ones stay', async () => {
  const patients = Array.from({ length: 60 }, (_, at) =>
    patientNumber(at, { name: `Paciente ${String(at).padStart(2, '0')}` }),
  );
  const server = patientsServer(patients);
  const { address } = await openApp(PATIENTS, server);
  await waitFor(() => expect(links()).toHaveLength(50));
  const release = server.hold(listPatients);
  search('59 paciente');
  await waitFor(() => expect(address()).toBe(`${PATIENTS}?buscar=59+paciente`));
  await waitFor(() => expect(server.requests(listPatients)).toHaveLength(2));
  expect(links()).toHaveLength(50);
  expect(screen.queryByRole('status', { name: 'Cargando pacientes' })).not.toBeInTheDocument();
  release({ patients: patients.slice(59), total: 1, page: 1, limit: 50 });
  await waitFor(() => expect(links()).toEqual(['Paciente 59']));
});

test('the permission of the plan is requested once for the record and the note that follows', async () => {
  const rosa = patientNumber(1, { name: 'Rosa Aguilera Muñoz' });
  const server = patientsServer([rosa]);
  server.reply(canWriteClinically, { canCreate: true, message: '' });
  server.reply(getPatient, rosa);
  server.reply(listClinicalNotes, []);
  server.reply(listCertificates, []);
  const { user } = await openApp(PATIENTS, server);
  await user.click(await screen.findByRole('link', { name: 'Rosa Aguilera Muñoz' }));
  expect(await button('Agregar Atención')).toBeEnabled();
  await user.click(await button('Agregar Atención'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Nueva Nota Clínica' })).toBeVisible();
  expect(server.requests(canWriteClinically)).toHaveLength(1);
});
