import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listAppointments } from '#contract/agenda';
import { listCertificates } from '#contract/certificates';
import { canWriteClinically, listClinicalNotes } from '#contract/clinical-notes';
import { listPatientImports, undoPatientImport } from '#contract/imports/patient-import';
import { deletePatient, getPatient, listPatients } from '#contract/patients';
import { SHORTCUTS } from '#web/app/shortcuts.ts';
import { adminServer } from '#web/testing/admin-server.ts';
import type { MockServer } from '#web/testing/mock-server.ts';
import { ADMIN, expectToast, openApp } from '#web/testing/open-app.tsx';
import { patientNumber, patientsServer } from '#web/testing/patients-server.ts';

const ROSA = patientNumber(1, { name: 'Rosa Núñez', rut: '17654321-6' });
const IGNACIO = patientNumber(2, { name: 'Ignacio Peñaloza', rut: '9876543-3' });

function clinicServer(): MockServer {
  const server = patientsServer([ROSA, IGNACIO]);
  server.reply(listAppointments, []);
  server.reply(getPatient, ({ url }) => (url.pathname.endsWith(ROSA._id) ? ROSA : IGNACIO));
  server.reply(listClinicalNotes, []);
  server.reply(listCertificates, []);
  server.reply(canWriteClinically, { canCreate: true, message: '' });
  return server;
}

const search = () => screen.queryByRole('dialog', { name: /^Buscar/ });
const box = () => screen.findByRole('combobox', { name: 'Buscar pacientes y páginas' });
const results = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const chosen = () => screen.queryByRole('option', { selected: true })?.textContent;
const ready = () => screen.findByRole('heading', { level: 1 });

test('/ opens the search, which finds a patient by name and opens the file with Enter', async () => {
  const server = clinicServer();
  const { user, address } = await openApp('/dashboard/configuracion', server);
  await ready();
  await user.keyboard('/');
  expect(await box()).toHaveFocus();
  expect(await box()).toHaveValue('');
  // A search field would have a button of the browser beside the one that closes the dialog.
  expect(await box()).toHaveAttribute('type', 'text');
  await user.keyboard('nunez');
  await waitFor(() => expect(results()).toEqual(['Rosa Núñez17.654.321-6']));
  // One request for all letters.
  expect(server.requests(listPatients).map(({ url }) => url.searchParams.get('search'))).toEqual(['nunez']);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe(`/dashboard/pacientes/${ROSA._id}`));
  expect(search()).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

test('pages and actions are chosen with the arrow keys, and «Nueva cita» opens its form', async () => {
  const { user, address } = await openApp('/dashboard/agenda?fecha=2030-01-07', clinicServer());
  await ready();
  await user.keyboard('{Control>}k{/Control}');
  expect(await box()).toHaveFocus();
  expect(chosen()).toBe('Nueva citaAcción');
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toBe('Nuevo pacienteAcción');
  await user.keyboard('{ArrowUp}{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Nueva Cita' })).toBeVisible();
  expect(address()).toBe('/dashboard/agenda?fecha=2030-01-07');
  // With a dialog open, the keys do nothing.
  await user.keyboard('{Control>}k{/Control}');
  expect(search()).not.toBeInTheDocument();
});

test('Enter before the results arrive waits for them and opens the first patient, not a page', async () => {
  const server = clinicServer();
  const ines = patientNumber(3, { name: 'Inés Paz' });
  const release = server.hold(listPatients);
  const { user, address } = await openApp('/dashboard/configuracion', server);
  await ready();
  await user.keyboard('/');
  expect(await box()).toHaveAttribute('placeholder', 'Buscar paciente o RUT');
  await user.keyboard('in{Enter}');
  await waitFor(() => expect(server.requests(listPatients)).toHaveLength(1));
  // The page is found at once, and is not opened.
  expect(results()).toContain('InicioPágina');
  expect(chosen()).toBeUndefined();
  expect(address()).toBe('/dashboard/configuracion');
  release({ patients: [ines], total: 1, page: 1, limit: 8 });
  await waitFor(() => expect(address()).toBe(`/dashboard/pacientes/${ines._id}`));
  expect(search()).not.toBeInTheDocument();
});

test('Enter before the results arrive opens no page when no patient is found', async () => {
  const server = clinicServer();
  const release = server.hold(listPatients);
  const { user, address } = await openApp('/dashboard/configuracion', server);
  await ready();
  await user.keyboard('/');
  await box();
  await user.keyboard('inicio{Enter}');
  await waitFor(() => expect(server.requests(listPatients)).toHaveLength(1));
  release({ patients: [], total: 0, page: 1, limit: 8 });
  expect(await screen.findByText('1 resultado')).toBeVisible();
  expect(address()).toBe('/dashboard/configuracion');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/dashboard'));
});

test('Enter before the results arrive opens nothing after a failure, nor after more letters', async () => {
  const server = clinicServer();
  server.respond(listPatients, 500, {});
  const { user, address } = await openApp('/dashboard/configuracion', server);
  await ready();
  await user.keyboard('/');
  await box();
  await user.keyboard('inicio{Enter}');
  expect(await screen.findByText('No se pudieron buscar los pacientes')).toBeVisible();
  expect(address()).toBe('/dashboard/configuracion');

  server.reply(listPatients, { patients: [ROSA], total: 1, page: 1, limit: 8 });
  await user.clear(await box());
  await user.keyboard('ros{Enter}a');
  await waitFor(() => expect(chosen()).toBe('Rosa Núñez17.654.321-6'));
  expect(address()).toBe('/dashboard/configuracion');
});

test('typing again cancels the previous search', async () => {
  const server = clinicServer();
  const signals: AbortSignal[] = [];
  const release = server.pause(listPatients, 1);
  const watched: MockServer = {
    ...server,
    fetch: (address, init) => {
      if (String(address).includes('search=') && init?.signal) signals.push(init.signal);
      return server.fetch(address, init);
    },
  };
  const { user } = await openApp('/dashboard/configuracion', watched);
  await ready();
  await user.keyboard('/ros');
  await waitFor(() => expect(signals).toHaveLength(1));
  expect(screen.getByText('Buscando...')).toBeVisible();
  await user.keyboard('{Backspace}{Backspace}{Backspace}ign');
  await waitFor(() => expect(results()).toEqual(['Ignacio Peñaloza9.876.543-3']));
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  release();
});

test('without text it offers recent patients, without deleted ones', async () => {
  const server = clinicServer();
  const { user, navigate } = await openApp(`/dashboard/pacientes/${ROSA._id}`, server);
  await screen.findByRole('heading', { level: 1, name: ROSA.name });
  await navigate(`/dashboard/pacientes/${IGNACIO._id}`);
  await screen.findByRole('heading', { level: 1, name: IGNACIO.name });
  await user.click(screen.getByRole('button', { name: 'Buscar paciente o RUT' }));
  await box();
  expect(results().slice(0, 3)).toEqual(['Ignacio Peñaloza9.876.543-3', 'Rosa Núñez17.654.321-6', 'Nueva citaAcción']);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Buscar paciente o RUT' })).toHaveFocus());

  server.reply(deletePatient, undefined);
  await user.click(screen.getByRole('button', { name: 'Editar Paciente' }));
  await user.click(await screen.findByRole('button', { name: 'Eliminar Paciente' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Eliminar' }));
  await screen.findByRole('heading', { level: 1, name: 'Pacientes' });
  await user.click(screen.getByRole('button', { name: 'Buscar paciente o RUT' }));
  await box();
  expect(results().slice(0, 2)).toEqual(['Rosa Núñez17.654.321-6', 'Nueva citaAcción']);
});

test('after an import of patients is undone it offers no recent ones', async () => {
  const server = clinicServer();
  const made = { importedAt: '2026-07-15T14:30:00.000Z', undoableUntil: '2026-07-16T14:30:00.000Z' };
  server.reply(listPatientImports, [{ _id: '0197a000-0000-7000-8000-0000000000c1', count: 2, ...made }]);
  server.reply(undoPatientImport, undefined);
  const { user, navigate } = await openApp(`/dashboard/pacientes/${ROSA._id}`, server);
  await screen.findByRole('heading', { level: 1, name: ROSA.name });
  await navigate('/dashboard/pacientes/importar');
  await user.click(await screen.findByRole('button', { name: /^Deshacer la importación/ }));
  await user.click(await screen.findByRole('button', { name: 'Sí, deshacer' }));
  await expectToast('Importación de pacientes deshecha');
  await user.click(screen.getByRole('button', { name: 'Buscar paciente o RUT' }));
  await box();
  expect(results()[0]).toBe('Nueva citaAcción');
});

test('a failed search of patients is reported, and the pages stay', async () => {
  const server = clinicServer();
  server.respond(listPatients, 500, {});
  const { user } = await openApp('/dashboard/configuracion', server);
  await ready();
  await user.keyboard('/pacientes');
  expect(await screen.findByText('No se pudieron buscar los pacientes')).toBeVisible();
  expect(results()[0]).toBe('PacientesPágina');
  expect(document.querySelector('.toast')).not.toBeInTheDocument();
});

test('? lists all shortcuts, which can be turned off except those with Ctrl', async () => {
  const { user } = await openApp('/dashboard', clinicServer());
  await ready();
  await user.keyboard('?');
  const dialog = within(await screen.findByRole('dialog', { name: 'Atajos de teclado' }));
  expect(dialog.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(SHORTCUTS.map(({ text }) => text));
  expect(dialog.getAllByRole('definition')[0]).toHaveTextContent('/oCtrlK');
  await user.click(dialog.getByRole('switch'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.keyboard('?/');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.keyboard('{Control>}k{/Control}');
  await box();
  await user.keyboard('atajos');
  await screen.findByText('1 resultado');
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Atajos de teclado' })).toBeVisible();
});

test('in a field the keys type', async () => {
  const { user, address } = await openApp('/dashboard/pacientes', clinicServer());
  const field = await screen.findByRole('searchbox', { name: 'Buscar pacientes' });
  await user.type(field, 'a/c?');
  expect(field).toHaveValue('a/c?');
  await user.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(address()).toMatch(/^\/dashboard\/pacientes/);
});

test('on a locked screen they do nothing', async () => {
  const { user } = await openApp('/dashboard', clinicServer());
  await ready();
  const state = JSON.parse(localStorage.getItem('screenLock') ?? '{}');
  localStorage.setItem('screenLock', JSON.stringify({ ...state, isLocked: true }));
  window.dispatchEvent(new StorageEvent('storage'));
  await screen.findByRole('heading', { name: 'Pantalla bloqueada' });
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await user.keyboard('?');
  await user.keyboard('{Control>}k{/Control}');
  expect(screen.queryByText('Atajos de teclado')).not.toBeInTheDocument();
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
});

test('an administrator searches pages and no patients', async () => {
  const server = adminServer(0);
  const { user, address } = await openApp('/dashboard', server, { signedIn: ADMIN });
  await ready();
  await user.keyboard('/');
  await screen.findByRole('combobox', { name: 'Buscar páginas' });
  expect(results()[0]).toBe('InicioPágina');
  await user.keyboard('scripts');
  await waitFor(() => expect(results()).toEqual(['Scripts del SistemaPágina']));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/dashboard/system-scripts'));
  expect(server.requests(listPatients)).toEqual([]);
});
