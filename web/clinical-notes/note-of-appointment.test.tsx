import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listAppointments } from '#contract/agenda';
import { createClinicalNote, getClinicalNote } from '#contract/clinical-notes';
import { listDrafts } from '#contract/drafts';
import { ERRORS } from '#contract/errors';
import { valuesOf } from '#web/clinical-notes/clinical-note-form.ts';
import { draftName } from '#web/drafts/draft.ts';
import { storeUnsavedChanges } from '#web/drafts/unsaved-changes.ts';
import { clinicalServer, noteAddress, PROFILE, ROSA } from '#web/testing/clinical-server.ts';
import { answerFinalizing } from '#web/testing/finalizing.ts';
import { fill } from '#web/testing/form-fields.ts';
import { ANA, expectToast, openApp } from '#web/testing/open-app.tsx';

const APPOINTMENT = '0197c000-0000-7000-8000-0000000000c1';
const NEW_NOTE = `${PROFILE}/atencion`;
const NOTE_OF_APPOINTMENT = `${NEW_NOTE}?cita=${APPOINTMENT}`;

const bodies = (server: ReturnType<typeof clinicalServer>) =>
  server.requests(createClinicalNote).map(({ body }) => body as { appointmentId?: string; reason?: string });
const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const save = (user: Awaited<ReturnType<typeof openApp>>['user']) =>
  user.click(screen.getByRole('button', { name: 'Guardar' }));

/** The days of the agenda that were requested. */
const days = (server: ReturnType<typeof clinicalServer>) =>
  server.requests(listAppointments).filter(({ url }) => url.searchParams.has('date'));

test('a note started from an appointment names it when created, and finalising reloads the agenda', async () => {
  const server = clinicalServer();
  const { user, address, navigate } = await openApp('/dashboard/agenda', server);
  // The day and its neighbours.
  await waitFor(() => expect(days(server)).toHaveLength(3));
  await navigate(NOTE_OF_APPOINTMENT);
  expect(await title('Nueva Nota Clínica')).toBeVisible();
  await fill('Motivo de Consulta', 'Control');
  await save(user);
  await waitFor(() => expect(bodies(server)).toMatchObject([{ appointmentId: APPOINTMENT, reason: 'Control' }]));
  await waitFor(() => expect(address()).toMatch(/atencion\/[\da-f-]{36}$/));
  expect(screen.getByLabelText('Motivo de Consulta')).toHaveValue('Control');
  await user.click(await screen.findByRole('button', { name: 'Guardar Permanentemente' }));
  await answerFinalizing(user, 'Finalizar');
  await expectToast('Nota clínica finalizada correctamente');

  await navigate('/dashboard/agenda');
  await waitFor(() => expect(days(server).length).toBeGreaterThan(3));
});

test('the text of the booking stays in sight in a new note and in a draft', async () => {
  const server = clinicalServer();
  const note = server.hasNote({ reason: 'Control' });
  const booked = { _id: APPOINTMENT, note: 'Primera vez', time: '09:00', duration: 30, status: 'arrived' as const };
  const appointment = {
    ...booked,
    date: '2030-01-07',
    overbooked: false,
    patientName: ROSA.name,
    patientRut: ROSA.rut,
  };
  server.reply(listAppointments, ({ url }) =>
    url.searchParams.get('patientId') === ROSA._id ? [{ ...appointment, patientId: ROSA._id }] : [],
  );
  const { navigate } = await openApp(NOTE_OF_APPOINTMENT, server);
  await title('Nueva Nota Clínica');
  const line = await screen.findByRole('region', { name: 'Edad, alergias y alertas' });
  await waitFor(() => expect(line).toHaveTextContent('Cita: Primera vez'));

  await navigate(noteAddress(note));
  await title('Editar Nota Clínica');
  expect(screen.queryByText('Primera vez')).toBeNull();
  await navigate(PROFILE);
  server.reply(getClinicalNote, { ...note, appointmentId: APPOINTMENT });
  await navigate(noteAddress(note));
  expect(await screen.findByText('Primera vez')).toBeVisible();
});

test('a draft of the appointment that exists is opened', async () => {
  const server = clinicalServer();
  const note = server.hasNote({ reason: 'Empezada antes' });
  const draft = { kind: 'clinical-note' as const, patientName: 'Rosa Díaz', updatedAt: note.updatedAt };
  server.reply(listDrafts, ({ url }) =>
    url.searchParams.get('appointmentId') === APPOINTMENT
      ? [{ ...draft, _id: note._id, patientId: note.patientId }]
      : [],
  );
  const { address } = await openApp(NOTE_OF_APPOINTMENT, server);
  expect(await title('Editar Nota Clínica')).toBeVisible();
  expect(address()).toBe(noteAddress(note));
  expect(screen.getByLabelText('Motivo de Consulta')).toHaveValue('Empezada antes');
});

test('when this is unknown, or the appointment no longer exists, the note is written all the same', async () => {
  const server = clinicalServer();
  server.refuse(listDrafts, 'INVALID_INPUT');
  const { status, message } = ERRORS.INVALID_INPUT;
  const details = [{ field: 'appointmentId', message: 'La cita no es de este paciente' }];
  server.respond(createClinicalNote, status, { code: 'INVALID_INPUT', error: message, message, details }, 1);
  const { user } = await openApp(NOTE_OF_APPOINTMENT, server);
  expect(await title('Nueva Nota Clínica')).toBeVisible();
  await fill('Motivo de Consulta', 'Control');
  await save(user);
  await expectToast('Nota clínica guardada correctamente');
  const sent = bodies(server);
  expect(sent.map(({ appointmentId }) => appointmentId)).toEqual([APPOINTMENT, undefined]);
});

test('unsaved text of an appointment returns with that appointment, and not in another note', async () => {
  const server = clinicalServer();
  const note = server.hasNote({ reason: 'Empezada en otra ventana' });
  server.reply(listDrafts, [{ ...note, kind: 'clinical-note', patientName: 'Rosa Díaz' }]);
  const values = { ...valuesOf(), reason: 'De la cita' };
  const name = draftName('clinical-note', { patientId: note.patientId, appointmentId: APPOINTMENT });
  storeUnsavedChanges(ANA._id, name, { id: APPOINTMENT, values, version: undefined });
  const { user, navigate } = await openApp(NEW_NOTE, server);
  await title('Nueva Nota Clínica');
  expect(screen.getByLabelText('Motivo de Consulta')).toHaveValue('');
  await navigate(NOTE_OF_APPOINTMENT);
  await waitFor(() => expect(screen.getByLabelText('Motivo de Consulta')).toHaveValue('De la cita'));
  await save(user);
  await waitFor(() => expect(bodies(server)).toMatchObject([{ appointmentId: APPOINTMENT, reason: 'De la cita' }]));
});

test('an appointment that is no id is ignored', async () => {
  const server = clinicalServer();
  const { user } = await openApp(`${NEW_NOTE}?cita=otra`, server);
  await title('Nueva Nota Clínica');
  await fill('Motivo de Consulta', 'Control');
  await save(user);
  await waitFor(() => expect(bodies(server)).toHaveLength(1));
  expect(bodies(server)[0]).not.toHaveProperty('appointmentId');
  expect(server.requests(listDrafts)).toEqual([]);
});
