import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listAppointments } from '#contract/agenda';
import { type FirstSteps, getFirstSteps } from '#contract/first-steps';
import { queryClient } from '#web/platform/query-client.ts';
import { ADMIN, ANA, openApp, reloadApp, serverFor } from '#web/testing/open-app.tsx';
import { patientsServer } from '#web/testing/patients-server.ts';

const NONE: FirstSteps = { patient: false, appointment: false, note: false };
const ALL: FirstSteps = { patient: true, appointment: true, note: true };
const title = () => screen.queryByRole('heading', { name: 'Primeros pasos' });

const card = async () => {
  const section = (await screen.findByRole('heading', { name: 'Primeros pasos' })).closest('section');
  if (!section) throw new Error('No card');
  return within(section);
};
const stepTexts = async () =>
  (await card()).getAllByRole('listitem').map((entry) => entry.querySelector('a, p')?.textContent);

test('an empty account shows the three steps, which are marked as they are completed', async () => {
  const server = patientsServer();
  server.reply(listAppointments, []);
  server.reply(getFirstSteps, NONE);
  const { user, address, navigate } = await openApp('/dashboard', server);
  expect(await stepTexts()).toEqual([
    'Agrega tu primer paciente',
    'Agenda tu primera cita',
    'Escribe tu primera nota clínica',
  ]);
  expect((await card()).getByRole('status')).toHaveTextContent('0 de 3 hechos');
  // Appointments and notes need a patient.
  expect((await card()).getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard/pacientes?crear=paciente',
    '/primeros-pasos',
  ]);

  await user.click((await card()).getByRole('link', { name: 'Agrega tu primer paciente' }));
  expect(await screen.findByRole('dialog', { name: 'Nuevo Paciente' })).toBeVisible();
  expect(address()).toBe('/dashboard/pacientes');
  server.reply(getFirstSteps, { ...NONE, patient: true });
  await user.keyboard('{Escape}');
  await navigate('/dashboard');
  await waitFor(async () => expect((await card()).getByRole('status')).toHaveTextContent('1 de 3 hechos'));
  expect(await stepTexts()).toEqual([
    'Hecho: Agrega tu primer paciente',
    'Agenda tu primera cita',
    'Escribe tu primera nota clínica',
  ]);

  await user.click((await card()).getByRole('link', { name: 'Agenda tu primera cita' }));
  expect(await screen.findByRole('dialog', { name: 'Nueva Cita' })).toBeVisible();
  expect(address()).toBe('/dashboard/agenda');
  server.reply(getFirstSteps, ALL);
  await user.keyboard('{Escape}');
  await navigate('/dashboard');
  await waitFor(async () => expect((await card()).getByRole('status')).toHaveTextContent('Listo'));
});

test('steps hidden before the reply of the server do not return with it', async () => {
  const server = serverFor();
  const release = server.hold(getFirstSteps);
  const { user } = await openApp('/dashboard', server);
  await user.click(await screen.findByRole('button', { name: 'Ocultar los primeros pasos' }));
  release(NONE);
  await reloadApp('/dashboard', server);
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(title()).not.toBeInTheDocument();
});

test('hidden steps do not return in this browser, and the focus goes to the title', async () => {
  const server = serverFor();
  server.reply(getFirstSteps, NONE);
  const { user } = await openApp('/dashboard', server);
  await user.click(await screen.findByRole('button', { name: 'Ocultar los primeros pasos' }));
  expect(title()).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();

  const asked = server.requests(getFirstSteps).length;
  const { navigate } = await reloadApp('/dashboard', server);
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  await navigate('/dashboard/configuracion');
  await navigate('/dashboard');
  expect(title()).not.toBeInTheDocument();
  expect(server.requests(getFirstSteps)).toHaveLength(asked);
});

test('an account in use does not see them, nor does an administrator', async () => {
  const server = serverFor({ ...ANA, patientCount: 4 });
  await openApp('/dashboard', server);
  await waitFor(() => expect(server.requests(getFirstSteps)).toHaveLength(1));
  await waitFor(() => expect(localStorage.getItem(`firstSteps:${ANA._id}`)).toBe('closed'));
  expect(title()).not.toBeInTheDocument();

  const ofAdmin = serverFor(ADMIN);
  await reloadApp('/dashboard', ofAdmin);
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Administración');
  expect(title()).not.toBeInTheDocument();
  expect(ofAdmin.requests(getFirstSteps)).toEqual([]);
});

test('in a browser that does not know them they come last, so that nothing moves; later they come first', async () => {
  const server = serverFor({ ...ANA, patientCount: 4 });
  server.reply(getFirstSteps, { ...NONE, patient: true });
  const headings = async () => {
    await screen.findByRole('heading', { name: 'Primeros pasos' });
    return screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  };
  await openApp('/dashboard', server);
  expect((await headings()).at(-1)).toBe('Primeros pasos');
  await reloadApp('/dashboard', server);
  expect((await headings())[0]).toBe('Primeros pasos');
});
