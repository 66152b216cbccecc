import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  importAppointments,
  listAppointmentImports,
  undoAppointmentImport,
} from '#contract/imports/appointment-import';
import type { Import } from '#contract/imports/imports';
import {
  importPatients,
  listPatientImports,
  type PatientImportPreview,
  undoPatientImport,
} from '#contract/imports/patient-import';
import { expectToast, openApp } from '#web/testing/open-app.tsx';
import { patientNumber, patientsServer } from '#web/testing/patients-server.ts';

const PATIENTS = '/dashboard/pacientes/importar';
const APPOINTMENTS = '/dashboard/agenda/importar';
const ID = '0197a000-0000-7000-8000-0000000000c1';
const IMPORT: Import = {
  _id: ID,
  importedAt: '2026-07-15T14:30:00.000Z',
  count: 2,
  undoableUntil: '2026-07-16T14:30:00.000Z',
};

const PREVIEW: PatientImportPreview = {
  columns: [
    { name: 'Nombre', field: 'name', samples: ['Rosa Díaz'] },
    { name: 'Carnet', field: 'rut', samples: ['1-9'] },
    { name: 'Nació', field: null, samples: ['10/05/1980'] },
  ],
  dateOrder: 'day-first',
  rows: 3,
  ready: 2,
  problems: [{ row: 4, field: 'rut', message: 'El dígito verificador no corresponde', value: '1-1', label: 'Eva' }],
  problemCount: 1,
};

const file = (name: string) => new File(['Nombre;RUT'], name);
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const sentForms = (server: ReturnType<typeof patientsServer>, endpoint = importPatients) =>
  server.requests(endpoint).map(({ url, body }) => {
    const { file: _, ...fields } = Object.fromEntries(body as FormData);
    return { dryRun: url.searchParams.get('dryRun'), ...fields };
  });

async function openImport() {
  const server = patientsServer();
  server.reply(listPatientImports, []);
  server.reply(importPatients, PREVIEW);
  const { user } = await openApp(PATIENTS, server);
  await user.upload(await screen.findByLabelText('Arrastra tu archivo hasta aquí, o elígelo'), file('pacientes.csv'));
  await screen.findByText(/El archivo tiene 3 filas/);
  return { server, user };
}

test('a problem with another document names it', async () => {
  const { server, user } = await openImport();
  const message = 'Ya tienes un paciente con ese pasaporte';
  const problem = { row: 4, field: 'rut', message, value: 'AB1', label: 'Eva', documentType: 'passport' as const };
  server.reply(importPatients, { ...PREVIEW, problems: [problem] });
  await user.type(screen.getByLabelText('RUT de la fila 4'), '9');
  await user.click(await button('Revisar las correcciones'));
  expect(await screen.findByLabelText('Pasaporte de la fila 4')).toBeVisible();
  expect(screen.getByText(`Pasaporte: ${message}`)).toBeVisible();
});

test('a file is checked, corrected and imported, and can be undone', async () => {
  const { server, user } = await openImport();
  const status = screen.getByText(/El archivo tiene 3 filas/);
  expect(status).toHaveTextContent('Se puede importar: 2 pacientes.');
  expect(screen.getByText(/1 fila con problemas/)).toBeVisible();
  const row = within(screen.getByRole('table', { name: 'Problemas del archivo' })).getByRole('row', { name: /Eva/ });
  expect(row).toHaveTextContent('RUT: El dígito verificador no corresponde');

  const correction = screen.getByLabelText('RUT de la fila 4');
  expect(correction).toHaveValue('1-1');
  await user.clear(correction);
  await user.type(correction, '1-9');
  expect(screen.queryByRole('button', { name: /^Importar 2/ })).toBeNull();
  server.reply(importPatients, { ...PREVIEW, ready: 3, problems: [], problemCount: 0 }, 1);
  await user.click(await button('Revisar las correcciones'));
  const send = await button('Importar 3 pacientes');
  expect(send).toHaveFocus();
  expect(screen.queryByRole('table')).toBeNull();

  server.reply(importPatients, { imported: 3, importId: ID });
  server.reply(listPatientImports, [IMPORT]);
  await user.click(send);
  expect(await screen.findByText('Importación lista: 3 pacientes')).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Ver mis pacientes' })).toHaveAttribute('href', '/dashboard/pacientes');
  const corrections = '{"4":{"rut":"1-9"}}';
  expect(sentForms(server)).toEqual([
    { dryRun: 'true', corrections: '{}' },
    { dryRun: 'true', corrections },
    { dryRun: null, corrections, ready: '3' },
  ]);

  server.reply(undoPatientImport, undefined);
  await user.click(await button(/^Deshacer la importación de 2 pacientes/));
  server.reply(listPatientImports, []);
  await user.click(await button('Sí, deshacer'));
  await expectToast('Importación de pacientes deshecha');
  await waitFor(() => expect(screen.queryByText('Importaciones recientes')).toBeNull());
  expect(screen.queryByText('Importación lista: 3 pacientes')).toBeNull();
});

test('an unrecognised column is chosen by hand, and the file is checked again', async () => {
  const { server, user } = await openImport();
  const column = screen.getByLabelText('Nació');
  expect(column).toHaveValue('');
  expect(column).toHaveAccessibleDescription('10/05/1980');
  await user.selectOptions(column, 'Fecha de nacimiento');
  await user.selectOptions(await screen.findByLabelText('Orden de las fechas'), 'Mes/día/año');
  await waitFor(() => expect(sentForms(server)).toHaveLength(3));
  const mapping = '["name","rut","birthDate"]';
  expect(sentForms(server).slice(1)).toEqual([
    { dryRun: 'true', mapping, corrections: '{}' },
    { dryRun: 'true', mapping, dateOrder: 'month-first', corrections: '{}' },
  ]);
});

test('a problem of the whole file prevents the import', async () => {
  const server = patientsServer();
  server.reply(listPatientImports, []);
  const problems = [{ row: 0, field: 'plan', message: 'Has alcanzado el límite', value: '', label: '' }];
  server.reply(importPatients, { ...PREVIEW, problems });
  const { user } = await openApp(PATIENTS, server);
  await user.upload(await screen.findByLabelText('Arrastra tu archivo hasta aquí, o elígelo'), file('pacientes.xlsx'));
  expect(await screen.findByText(/^Has alcanzado el límite/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ver planes' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Importar/ })).toBeNull();
});

test('an unreadable file says why, and a file that is too large is not sent', async () => {
  const server = patientsServer();
  server.reply(listPatientImports, []);
  server.refuse(importPatients, 'IMPORT_MACROS');
  const { user } = await openApp(PATIENTS, server);
  const input = await screen.findByLabelText('Arrastra tu archivo hasta aquí, o elígelo');
  await user.upload(input, file('pacientes.xlsx'));
  expect(await screen.findByRole('alert')).toHaveTextContent('El archivo tiene macros');
  const large = file('grande.csv');
  Object.defineProperty(large, 'size', { value: 11 * 1024 * 1024 });
  await user.upload(input, large);
  await expectToast('El archivo es demasiado grande');
  expect(server.requests(importPatients)).toHaveLength(1);
});

test('an appointment without a recognised patient is imported with the chosen patient', async () => {
  const rosa = patientNumber(1);
  const server = patientsServer([rosa]);
  server.reply(listAppointmentImports, [IMPORT]);
  const problem = {
    row: 1,
    field: 'patientId',
    message: 'Elige el paciente',
    value: 'Control',
    label: 'Control',
    date: '2026-07-20',
    time: '09:30',
  };
  const preview = { from: '2026-07-15', rows: 1, ready: 0, problems: [problem], problemCount: 1, skipped: 2 };
  server.reply(importAppointments, preview, 1);
  const { user } = await openApp(APPOINTMENTS, server);
  await user.upload(await screen.findByLabelText('Arrastra tu calendario hasta aquí, o elígelo'), file('citas.ics'));
  expect(await screen.findByText(/No se consideran 2 eventos/)).toBeVisible();
  expect(screen.getByRole('columnheader', { name: 'Evento' })).toBeVisible();
  expect(screen.getByText('20/07/2026 09:30')).toBeVisible();
  await user.click(await button('Elegir paciente para el evento 1'));
  await user.click(await screen.findByRole('option', { name: /Rosa Díaz/ }));
  expect(await button('Rosa Díaz para el evento 1')).toBeVisible();

  server.reply(importAppointments, { ...preview, ready: 1, problems: [], problemCount: 0 }, 1);
  await user.click(await button('Revisar las correcciones'));
  server.reply(importAppointments, { imported: 1, importId: ID }, 1);
  await user.click(await button('Importar 1 cita'));
  expect(await screen.findByText('Importación lista: 1 cita')).toBeVisible();
  const corrections = JSON.stringify({ 1: { patientId: rosa._id } });
  expect(sentForms(server, importAppointments as never).at(-1)).toEqual({
    dryRun: null,
    corrections,
    ready: '1',
    from: '2026-07-15',
  });

  server.refuse(undoAppointmentImport, 'IMPORT_UNDO_CHANGED');
  await user.click(await button(/^Deshacer la importación de 2 citas/));
  await user.click(await button('Sí, deshacer'));
  await expectToast('La importación no se puede deshacer');
});

test('the empty list and the settings lead to the import', async () => {
  const { user, address } = await openApp('/dashboard/pacientes', patientsServer());
  await user.click(await screen.findByRole('link', { name: 'Importar pacientes' }));
  await screen.findByRole('heading', { level: 1, name: 'Importar pacientes' });
  expect(address()).toBe(PATIENTS);
});
