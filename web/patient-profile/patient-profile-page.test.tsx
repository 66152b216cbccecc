import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listCertificates } from '#contract/certificates';
import { canWriteClinically, listClinicalNotes } from '#contract/clinical-notes';
import { ERRORS } from '#contract/errors';
import { deletePatient, getPatient, type Patient, updatePatient } from '#contract/patients';
import { SHOW_TOGETHER_MS } from '#web/patient-profile/use-patient-profile.ts';
import { queryClient } from '#web/platform/query-client.ts';
import { fill } from '#web/testing/form-fields.ts';
import { letTimePass, openApp } from '#web/testing/open-app.tsx';
import { patientNumber, patientsServer } from '#web/testing/patients-server.ts';
import { LONGEST_WAIT } from '#web/ui/shown-when.tsx';

const ROSA = patientNumber(1, {
  phone: '+56 9 1234 5678',
  email: 'rosa@ejemplo.cl',
  sex: 'femenino',
  allergies: 'Penicilina',
  alertas: 'Riesgo de caídas',
  notas: 'Trae exámenes',
  preferencias: 'Por la mañana',
});
const PROFILE = `/dashboard/pacientes/${ROSA._id}`;

const button = (name: string) => screen.findByRole('button', { name });

function profileServer(patient: Patient = ROSA, canCreate = true) {
  const server = patientsServer();
  server.reply(getPatient, patient);
  server.reply(canWriteClinically, { canCreate, message: canCreate ? '' : ERRORS.CLINICAL_LIMIT.message });
  server.reply(listClinicalNotes, []);
  server.reply(listCertificates, []);
  return server;
}

test('the patient file shows its highlights, is edited and deleted', async () => {
  const server = profileServer();
  const { user, address } = await openApp(PROFILE, server);
  expect(await screen.findByRole('heading', { level: 1, name: 'Rosa Díaz' })).toBeVisible();
  for (const text of ['Riesgo de caídas', 'Trae exámenes', 'Por la mañana', '10/05/1980']) {
    expect(screen.getByText(text)).toBeVisible();
  }
  expect(await screen.findByText('No hay registros clínicos')).toBeVisible();
  expect(screen.getByRole('link', { name: '+56 9 1234 5678' })).toHaveAttribute('href', expect.stringMatching(/^tel:/));
  expect(screen.getByRole('link', { name: 'rosa@ejemplo.cl' })).toHaveAttribute('href', 'mailto:rosa@ejemplo.cl');

  await user.click(await button('Editar Paciente'));
  await fill('Alertas', '');
  server.reply(updatePatient, { ...ROSA, alertas: null });
  await user.click(screen.getByText('Guardar Cambios'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.queryByText('Riesgo de caídas')).not.toBeInTheDocument();
  expect(server.requests(updatePatient).map(({ body }) => body)).toMatchObject([{ name: 'Rosa Díaz', alertas: null }]);

  server.reply(deletePatient, undefined);
  await user.click(await button('Editar Paciente'));
  await user.click(await button('Eliminar Paciente'));
  const confirm = await screen.findByRole('alertdialog', { name: '¿Eliminar paciente?' });
  expect(confirm).toHaveTextContent('no se puede deshacer');
  expect(confirm).toHaveTextContent('15 años');
  expect(confirm).toHaveTextContent('Sus cobros y pagos se mantienen en Cobros, con su nombre.');
  await user.click(within(confirm).getByRole('button', { name: 'Eliminar' }));
  expect(await screen.findByText('No hay pacientes registrados')).toBeVisible();
  expect(address()).toBe('/dashboard/pacientes');
});

test('the content below the history appears when its height is known, and stays', async () => {
  const server = profileServer();
  const release = server.hold(listClinicalNotes);
  const failing = { code: 'INTERNAL', error: 'x', message: 'x' } as const;
  await openApp(PROFILE, server);
  const below = await screen.findByRole('heading', { name: 'Registro de accesos', hidden: true });
  expect(below).not.toBeVisible();
  release([]);
  await waitFor(() => expect(below).toBeVisible());
  server.respond(listClinicalNotes, 500, failing);
  await act(() => queryClient.resetQueries());
  await waitFor(() => expect(server.requests(listClinicalNotes).length).toBeGreaterThan(1));
  expect(below).toBeVisible();
});

/** The timer of the moment alone, because requests need those of the library. */
function holdMoment(): () => void {
  const timers: (() => void)[] = [];
  const { setTimeout: later } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, delay?: number) => {
    if (delay !== SHOW_TOGETHER_MS) return later(run, delay);
    timers.push(run);
    return 0;
  }) as typeof setTimeout);
  onTestFinished(() => void vi.restoreAllMocks());
  return () =>
    act(() => {
      for (const run of timers) run();
    });
}

/** Everything else has arrived. */
const untilNotesAlone = (server: ReturnType<typeof profileServer>) =>
  waitFor(() => {
    expect(server.requests(listClinicalNotes)).toHaveLength(1);
    expect(queryClient.isFetching()).toBe(1);
  });

const isLoading = (name: string) => screen.queryByRole('status', { name }) !== null;

test('a link to the charges leads to their card once the history is shown', async () => {
  await openApp(`${PROFILE}#cobros`, profileServer());
  await waitFor(() => expect(document.getElementById('cobros')).toHaveFocus());
});

test('parts that arrive within a moment are shown together', async () => {
  const endMoment = holdMoment();
  const server = profileServer();
  const release = server.hold(listClinicalNotes);
  await openApp(PROFILE, server);
  await untilNotesAlone(server);
  expect(screen.queryByRole('heading', { level: 1 })).not.toBeInTheDocument();
  expect(isLoading('Cargando paciente')).toBe(false);
  release([]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Rosa Díaz' })).toBeVisible();
  expect(screen.getByText('No hay registros clínicos')).toBeVisible();
  endMoment();
});

test('a part that takes longer than a moment does not hold back the others', async () => {
  const endMoment = holdMoment();
  const server = profileServer();
  server.hold(listClinicalNotes);
  await openApp(PROFILE, server);
  await untilNotesAlone(server);
  endMoment();
  expect(await screen.findByRole('heading', { level: 1, name: 'Rosa Díaz' })).toBeVisible();
  expect(isLoading('Cargando el historial clínico')).toBe(true);
});

test('a permission that does not arrive does not hide the file forever', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  const server = profileServer();
  server.hold(canWriteClinically);
  await openApp(PROFILE, server);
  await waitFor(() => expect(server.requests(listClinicalNotes)).not.toHaveLength(0));
  await letTimePass(SHOW_TOGETHER_MS);
  await waitFor(() => expect(isLoading('Cargando paciente')).toBe(true));
  expect(screen.queryByRole('heading', { level: 1 })).not.toBeInTheDocument();
  await letTimePass(LONGEST_WAIT);
  expect(await screen.findByRole('heading', { level: 1, name: 'Rosa Díaz' })).toBeVisible();
});

test('a patient who cannot be loaded is reported without waiting for the rest, and a retry leaves no empty page', async () => {
  holdMoment();
  const server = profileServer();
  server.hold(listClinicalNotes);
  server.respond(getPatient, 500, { code: 'INTERNAL', error: 'x', message: 'x' });
  const { user } = await openApp(PROFILE, server);
  const retry = await screen.findByRole('button', { name: /intentar/ });
  server.hold(getPatient);
  await user.click(retry);
  await waitFor(() => expect(isLoading('Cargando paciente')).toBe(true));
});

test('on return to the file everything is requested again, and until then the patient is not shown', async () => {
  const server = profileServer();
  const { navigate } = await openApp(PROFILE, server);
  expect(await screen.findByRole('heading', { level: 1, name: 'Rosa Díaz' })).toBeVisible();
  await navigate('/dashboard/pacientes');
  await screen.findByRole('heading', { level: 1, name: 'Pacientes' });
  server.hold(getPatient);
  await navigate(PROFILE);
  await waitFor(() => expect(isLoading('Cargando paciente')).toBe(true));
  expect(screen.queryByText('Rosa Díaz')).not.toBeInTheDocument();
  for (const list of [listClinicalNotes, listCertificates]) expect(server.requests(list)).toHaveLength(2);
});

test('the file of a missing patient, or of another account, is not found', async () => {
  const server = profileServer();
  const { status, message } = ERRORS.NOT_FOUND;
  server.respond(getPatient, status, { code: 'NOT_FOUND', error: message, message });
  const { user, address } = await openApp(PROFILE, server);
  expect(await screen.findByText('Paciente no encontrado')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Volver a Pacientes' }));
  await waitFor(() => expect(address()).toBe('/dashboard/pacientes'));
});

test('when the plan ends with more patients than its limit, the file says so', async () => {
  await openApp(PROFILE, profileServer(ROSA, false));
  expect(await screen.findByRole('heading', { name: 'Funcionalidad Limitada' })).toBeVisible();
  expect(screen.getByText('Las funciones clínicas multipaciente requieren una cuenta Pro.')).toBeVisible();
  expect(await button('Agregar Atención')).toBeDisabled();
  expect(await button('Nuevo Certificado')).toBeDisabled();
  const plans = screen.getByRole('link', { name: 'Ver planes' });
  expect(plans).toHaveAttribute('href', '/dashboard/configuracion?tab=suscripcion');
});

test('with a plan that allows it there is no notice', async () => {
  await openApp(PROFILE, profileServer());
  expect(await button('Agregar Atención')).toBeEnabled();
  expect(screen.queryByText('Funcionalidad Limitada')).not.toBeInTheDocument();
});
