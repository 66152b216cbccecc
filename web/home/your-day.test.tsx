import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Appointment, listAppointments } from '#contract/agenda';
import { listDrafts } from '#contract/drafts';
import { getPatient, type Patient } from '#contract/patients';
import { getWorkingHours, listAbsences } from '#contract/working-hours';
import { appointmentOf } from '#web/testing/appointments.ts';
import { ADMIN, ANA, openApp, serverFor } from '#web/testing/open-app.tsx';
import { patientNumber } from '#web/testing/patients-server.ts';

const ROSA = patientNumber(1, { allergies: 'Penicilina', alertas: 'Riesgo de caídas' });
const LUIS = patientNumber(2, { name: 'Luis Rojas' });
const USER = { ...ANA, patientCount: 2 };

function serverOn(appointments: Appointment[], patient: Patient = ROSA) {
  // In November Santiago is three hours behind UTC: 09:10.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-16T12:10:00Z') });
  const server = serverFor(USER);
  server.reply(listAppointments, ({ url }) => (url.searchParams.get('date') === '2026-11-16' ? appointments : []));
  server.reply(getPatient, patient);
  return server;
}

const part = async (name: string) => within(await screen.findByRole('region', { name }));
const linksIn = (area: Awaited<ReturnType<typeof part>>) =>
  area.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

test('working hours are requested when the page is idle, and the agenda has them when it opens', async () => {
  const server = serverOn([]);
  const { navigate } = await openApp('/dashboard', server);
  await waitFor(() => expect(server.requests(listAbsences)).toHaveLength(1));
  await navigate('/dashboard/agenda');
  expect(await screen.findByRole('list', { name: 'Citas del día' })).toBeVisible();
  expect([server.requests(getWorkingHours).length, server.requests(listAbsences).length]).toEqual([1, 1]);
});

test('shows the next appointment with its alerts, the rest of the day and the drafts, each with its link', async () => {
  const next = appointmentOf(ROSA, { status: 'arrived' });
  const server = serverOn([
    appointmentOf(LUIS, { time: '08:00', status: 'attended' }),
    next,
    appointmentOf(LUIS, { time: '10:00', status: 'confirmed' }),
  ]);
  const draft = { patientId: LUIS._id, patientName: LUIS.name, updatedAt: '2026-11-15T21:30:00.000Z' };
  const [noteId, certificateId] = ['0197d000-0000-7000-8000-000000000001', '0197d000-0000-7000-8000-000000000002'];
  const addendumId = '0197d000-0000-7000-8000-000000000003';
  server.reply(listDrafts, ({ url }) => [
    { ...draft, kind: 'clinical-note' as const, _id: noteId },
    { ...draft, kind: 'certificate' as const, _id: certificateId },
    ...(url.searchParams.get('addenda') === 'true'
      ? [{ ...draft, kind: 'addendum' as const, _id: addendumId, noteId }]
      : []),
  ]);
  await openApp('/dashboard', server);

  expect(await screen.findByText('Penicilina')).toBeVisible();
  const first = await part('Próxima cita');
  expect(first.getByText('Riesgo de caídas')).toBeVisible();
  expect(first.getByText('09:00 - 09:30')).toBeVisible();
  expect(first.getByText('En sala')).toBeVisible();
  const profile = `/dashboard/pacientes/${ROSA._id}`;
  expect(linksIn(first)).toEqual([
    ['Rosa Díaz', profile],
    ['Iniciar atención', `${profile}/atencion?cita=${next._id}`],
  ]);

  const ofLuis = `/dashboard/pacientes/${LUIS._id}`;
  expect(linksIn(await part('El resto del día'))).toEqual([['10:00Luis RojasConfirmada', ofLuis]]);
  expect(linksIn(await part('Borradores sin finalizar'))).toEqual([
    ['Luis RojasNota clínica · 15/11/2026 18:30', `${ofLuis}/atencion/${noteId}`],
    ['Luis RojasCertificado · 15/11/2026 18:30', `${ofLuis}/certificado/${certificateId}`],
    ['Luis RojasAdenda · 15/11/2026 18:30', `${ofLuis}/atencion/${noteId}?adenda=${addendumId}`],
  ]);
});

test('a social name comes first, with the legal name beside it', async () => {
  const amanda = patientNumber(3, { name: 'Pedro Soto', socialName: 'Amanda Soto' });
  const server = serverOn([appointmentOf(amanda), appointmentOf(amanda, { time: '10:00' })], amanda);
  server.reply(listDrafts, [
    {
      kind: 'clinical-note',
      _id: '0197d000-0000-7000-8000-000000000001',
      patientId: amanda._id,
      patientName: amanda.name,
      patientSocialName: 'Amanda Soto',
      updatedAt: '2026-11-15T21:30:00.000Z',
    },
  ]);
  await openApp('/dashboard', server);
  for (const name of ['Próxima cita', 'El resto del día', 'Borradores sin finalizar']) {
    expect(await (await part(name)).findByText('Amanda Soto (Pedro Soto)')).toBeVisible();
  }
});

test('a patient without alerts or allergies says so', async () => {
  await openApp('/dashboard', serverOn([appointmentOf(LUIS)], LUIS));
  expect(await screen.findByText('Sin alertas ni alergias registradas.')).toBeVisible();
});

test('alerts that failed to load do not look like none', async () => {
  const server = serverOn([appointmentOf(LUIS)], LUIS);
  server.refuse(getPatient, 'NOT_FOUND');
  await openApp('/dashboard', server);
  expect(await screen.findByText('No se pudieron cargar sus alertas y alergias.')).toBeVisible();
  expect(screen.queryByText('Sin alertas ni alergias registradas.')).not.toBeInTheDocument();
});

test.each([
  ['a day without appointments', [], 'No tienes citas para hoy.'],
  ['a day that is over', [appointmentOf(LUIS, { time: '08:00' })], 'No te quedan citas por hoy.'],
])('%s says so', async (_, appointments, text) => {
  await openApp('/dashboard', serverOn(appointments));
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByText('No hay más citas hoy.')).toBeVisible();
  expect(await screen.findByText('No tienes borradores sin finalizar.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Abrir la agenda' })).toHaveAttribute('href', '/dashboard/agenda');
});

test('a part that failed to load is requested again', async () => {
  const server = serverOn([appointmentOf(ROSA)]);
  server.refuse(listAppointments, 'INVALID_INPUT', 1);
  server.refuse(listDrafts, 'INVALID_INPUT', 1);
  const { user } = await openApp('/dashboard', server);
  const failures = [/No se pudieron cargar las citas/, /No se pudieron cargar los borradores/];
  for (const text of failures) expect(await screen.findByText(text)).toBeVisible();
  for (const button of screen.getAllByRole('button', { name: 'Volver a intentar' })) await user.click(button);
  expect(await screen.findByText('Penicilina')).toBeVisible();
  expect(await screen.findByText('No tienes borradores sin finalizar.')).toBeVisible();
});

test.each([
  ['without patients', ANA],
  ['to administrators', { ...ADMIN, patientCount: 1 }],
])('is not shown %s, and requests nothing', async (_, account) => {
  const server = serverFor(account);
  await openApp('/dashboard', server, { signedIn: account });
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('link', { name: /^Ver agenda/ })).toBeVisible());
  expect(screen.queryByText('Tu día')).not.toBeInTheDocument();
  expect(server.requests(listAppointments)).toEqual([]);
  expect(server.requests(listDrafts)).toEqual([]);
});
