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

const list = async (name: string) => within(await screen.findByRole('list', { name }));
const rows = async (name: string) => (await list(name)).getAllByRole('listitem').map((row) => row.textContent);
const linksIn = (area: { getAllByRole: typeof screen.getAllByRole }) =>
  area.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
const drafts = () => {
  const card = screen.getByRole('heading', { name: 'Borradores sin finalizar' }).closest('section');
  if (!card) throw new Error('The drafts have no card');
  return within(card);
};

test('working hours are requested when the page is idle, and the agenda has them when it opens', async () => {
  const server = serverOn([]);
  const { navigate } = await openApp('/dashboard', server);
  await waitFor(() => expect(server.requests(listAbsences)).toHaveLength(1));
  await navigate('/dashboard/agenda');
  expect(await screen.findByRole('list', { name: 'Citas del día' })).toBeVisible();
  expect([server.requests(getWorkingHours).length, server.requests(listAbsences).length]).toEqual([1, 1]);
});

const NOTE_ID = '0197d000-0000-7000-8000-000000000001';
const DRAFT = { patientId: LUIS._id, patientName: LUIS.name, updatedAt: '2026-11-15T21:30:00.000Z' };

test('lists all appointments of the day with their status, the next one first and with its alerts', async () => {
  const next = appointmentOf(ROSA, { status: 'arrived', note: 'Primera vez' });
  const later = appointmentOf(LUIS, { time: '10:00', status: 'confirmed' });
  const missed = appointmentOf(LUIS, { time: '08:30', status: 'no-show' });
  await openApp(
    '/dashboard',
    serverOn([appointmentOf(LUIS, { time: '08:00', status: 'attended' }), missed, next, later]),
  );

  expect(await screen.findByText('Penicilina')).toBeVisible();
  expect(await rows('Citas por atender')).toEqual([
    '09:00 - 09:30Rosa DíazPrimera vezEn salaIniciar atenciónPróxima citaAlergias: PenicilinaAlertas: Riesgo de caídas',
    '10:00 - 10:30Luis RojasConfirmadaIniciar atención',
  ]);
  expect(await rows('Atendidas y anteriores')).toEqual([
    '08:00 - 08:30Luis RojasAtendida',
    '08:30 - 09:00Luis RojasNo asistió',
  ]);
  expect(screen.getByText('4 citas')).toBeVisible();
  const [ofRosa, ofLuis] = [`/dashboard/pacientes/${ROSA._id}`, `/dashboard/pacientes/${LUIS._id}`];
  expect(linksIn(await list('Citas por atender'))).toEqual([
    ['Rosa Díaz', ofRosa],
    ['Iniciar atención', `${ofRosa}/atencion?cita=${next._id}`],
    ['Luis Rojas', ofLuis],
    ['Iniciar atención', `${ofLuis}/atencion?cita=${later._id}`],
  ]);
  expect(screen.getByRole('link', { name: 'Iniciar atención de Rosa Díaz' })).toBeVisible();
});

test('an appointment whose note was begun says so, and opens the same address', async () => {
  const [begun, other] = [appointmentOf(LUIS), appointmentOf(LUIS, { time: '10:00' })];
  const server = serverOn([begun, other], LUIS);
  server.reply(listDrafts, [{ ...DRAFT, kind: 'clinical-note', _id: NOTE_ID, appointmentId: begun._id }]);
  await openApp('/dashboard', server);
  const link = await screen.findByRole('link', { name: 'Continuar atención de Luis Rojas' });
  expect(link).toHaveAttribute('href', `/dashboard/pacientes/${LUIS._id}/atencion?cita=${begun._id}`);
  expect(screen.getAllByRole('link', { name: 'Iniciar atención de Luis Rojas' })).toHaveLength(1);
});

test('an appointment that was left open can be begun after its hour', async () => {
  await openApp('/dashboard', serverOn([appointmentOf(LUIS, { time: '08:00' })]));
  expect(await rows('Atendidas y anteriores')).toEqual(['08:00 - 08:30Luis RojasAgendadaIniciar atención']);
});

test('the drafts are beside the day, each with a link to its editor', async () => {
  const [certificateId, addendumId] = ['0197d000-0000-7000-8000-000000000002', '0197d000-0000-7000-8000-000000000003'];
  const server = serverOn([]);
  server.reply(listDrafts, ({ url }) => [
    { ...DRAFT, kind: 'clinical-note' as const, _id: NOTE_ID },
    { ...DRAFT, kind: 'certificate' as const, _id: certificateId },
    ...(url.searchParams.get('addenda') === 'true'
      ? [{ ...DRAFT, kind: 'addendum' as const, _id: addendumId, noteId: NOTE_ID }]
      : []),
  ]);
  await openApp('/dashboard', server);
  await screen.findByText(/^Certificado/);
  const ofLuis = `/dashboard/pacientes/${LUIS._id}`;
  expect(linksIn(drafts())).toEqual([
    ['Luis RojasNota clínica · 15/11/2026 18:30', `${ofLuis}/atencion/${NOTE_ID}`],
    ['Luis RojasCertificado · 15/11/2026 18:30', `${ofLuis}/certificado/${certificateId}`],
    ['Luis RojasAdenda · 15/11/2026 18:30', `${ofLuis}/atencion/${NOTE_ID}?adenda=${addendumId}`],
  ]);
});

test('of many drafts the last eight are shown, and all of them after a press', async () => {
  const server = serverOn([]);
  const many = Array.from({ length: 10 }, (_, index) => `0197d000-0000-7000-8000-${String(index).padStart(12, '0')}`);
  server.reply(
    listDrafts,
    many.map((_id) => ({ ...DRAFT, kind: 'clinical-note' as const, _id })),
  );
  const { user } = await openApp('/dashboard', server);
  const more = await screen.findByRole('button', { name: 'Mostrar los 2 restantes' });
  expect(drafts().getAllByRole('link')).toHaveLength(8);
  await user.click(more);
  expect(drafts().getAllByRole('link')).toHaveLength(10);
});

test('what is below the day is shown when the day is known, so that it does not move', async () => {
  const server = serverOn([appointmentOf(LUIS)], LUIS);
  const answer = server.pause(listAppointments, 1);
  await openApp('/dashboard', server);
  expect(await screen.findByRole('status', { name: 'Cargando citas' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ver agenda' })).toBeVisible();
  expect(screen.queryByText('Tu Perfil Profesional')).not.toBeInTheDocument();
  answer();
  expect(await screen.findByText('Tu Perfil Profesional')).toBeVisible();
  expect(await rows('Citas por atender')).toHaveLength(1);
});

test('a social name comes first, with the legal name beside it', async () => {
  const amanda = patientNumber(3, { name: 'Pedro Soto', socialName: 'Amanda Soto' });
  const server = serverOn([appointmentOf(amanda)], amanda);
  const patient = { patientId: amanda._id, patientName: amanda.name, patientSocialName: 'Amanda Soto' };
  server.reply(listDrafts, [{ ...DRAFT, ...patient, kind: 'clinical-note', _id: NOTE_ID }]);
  await openApp('/dashboard', server);
  const both = 'Amanda Soto (Pedro Soto)';
  expect((await list('Citas por atender')).getByText(both)).toBeVisible();
  expect(await drafts().findByText(both)).toBeVisible();
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
