import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createCertificate } from '#contract/certificates';
import {
  createClinicalNote,
  finalizeClinicalNote,
  getClinicalNote,
  listClinicalNotes,
  updateClinicalNote,
} from '#contract/clinical-notes';
import { clinicalServer, noteAddress, PROFILE } from '#web/testing/clinical-server.ts';
import { answerFinalizing } from '#web/testing/finalizing.ts';
import { fill } from '#web/testing/form-fields.ts';
import { expectToast, letTimePass, openApp, showPageAgain } from '#web/testing/open-app.tsx';

const NEW_NOTE = `${PROFILE}/atencion`;
const REASON = 'Motivo de Consulta';

const button = (name: string) => screen.findByRole('button', { name });
const expectHeading = (name: string) => screen.findByRole('heading', { level: 1, name });
const expectOffline = async () =>
  expect(await screen.findAllByText('Sin conexión: se guardará al volver')).not.toHaveLength(0);
const comeOnline = () => act(async () => void dispatchEvent(new Event('online')));
/** Lets time pass until the editor has saved by itself. */
const waitForAutosave = () => letTimePass(2000);
const fakeTime = () => vi.useFakeTimers({ shouldAdvanceTime: true });

test('«Guardar y salir» during a save waits and takes the last typed text along', async () => {
  const server = clinicalServer();
  const { user } = await openApp(NEW_NOTE, server);
  const release = server.pause(createClinicalNote);
  await fill(REASON, 'Control');
  await user.click(await button('Guardar'));
  expect(await button('Guardando...')).toBeVisible();
  await fill('Anamnesis', 'Refiere cefalea');
  await user.click(screen.getByRole('link', { name: 'Agenda' }));
  await user.click(await button('Guardar y salir'));
  release();
  await expectHeading('Agenda');
  expect(server.notes.all()).toMatchObject([{ reason: 'Control', anamnesis: 'Refiere cefalea' }]);
});

test('leaving without saving while finalising finalises nothing', async () => {
  const server = clinicalServer();
  const note = server.hasNote({ reason: 'Control' });
  const { user, navigate } = await openApp(noteAddress(note), server);
  const release = server.pause(updateClinicalNote);
  await fill(REASON, 'Control anual');
  await user.click(await button('Guardar Permanentemente'));
  await answerFinalizing(user, 'Finalizar');
  expect(await button('Finalizando...')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Agenda' }));
  await user.click(await button('Salir sin guardar'));
  await expectHeading('Agenda');
  release();
  await waitFor(() => expect(server.notes.get(note._id).reason).toBe('Control anual'));
  await navigate(noteAddress(note));
  await expectHeading('Editar Nota Clínica');
  expect(server.requests(finalizeClinicalNote)).toEqual([]);
  expect(document.querySelector('.toast')).toBeNull();
  expect(server.notes.get(note._id).status).toBe('draft');
});

test('finalising during an automatic save waits, and finalises the last typed text', async () => {
  const server = clinicalServer();
  const note = server.hasNote({ reason: 'Control' });
  const { user } = await openApp(noteAddress(note), server);
  const release = server.pause(updateClinicalNote);
  await screen.findByLabelText(REASON);
  fakeTime();
  await fill(REASON, 'Control anual');
  await waitForAutosave();
  expect(screen.getByText('Guardando…')).toBeVisible();
  await fill('Anamnesis', 'Refiere cefalea');
  await user.click(await button('Guardar Permanentemente'));
  await answerFinalizing(user, 'Finalizar');
  release();
  await expectHeading('Nota Clínica Finalizada');
  expect(server.notes.get(note._id)).toMatchObject({
    status: 'finalized',
    reason: 'Control anual',
    anamnesis: 'Refiere cefalea',
  });
});

test('a change undone after a lost reply is undone on the server too', async () => {
  const server = clinicalServer();
  const note = server.hasNote({ reason: 'Control' });
  await openApp(noteAddress(note), server);
  await screen.findByLabelText(REASON);
  fakeTime();
  server.loseAnswer(updateClinicalNote, 1);
  await fill(REASON, 'Control anual');
  await waitForAutosave();
  await expectOffline();
  await fill(REASON, 'Control');
  await comeOnline();
  expect(await screen.findByText('Guardado hace un momento')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.notes.get(note._id).reason).toBe('Control');
});

test('a new note that was created and changed in another window is shown beside the typed text', async () => {
  const server = clinicalServer();
  const { user, address } = await openApp(NEW_NOTE, server);
  server.loseAnswer(createClinicalNote, 1);
  await fill(REASON, 'Control');
  await user.click(await button('Guardar'));
  await expectOffline();
  const id = server.notes.all()[0]?._id ?? '';
  server.notes.update(id, { reason: 'Lo de la otra ventana', diagnoses: [], prescriptions: [] });
  await fill(REASON, 'Lo mío');
  await comeOnline();
  expect(await screen.findByRole('dialog', { name: 'Esta nota cambió en otra ventana' })).toBeVisible();
  expect(screen.getByLabelText<HTMLTextAreaElement>('La otra versión').value).toContain('Lo de la otra ventana');
  await user.click(await button('Conservar lo mío'));
  await expectHeading('Editar Nota Clínica');
  expect(await screen.findByText('Guardado hace un momento')).toBeVisible();
  expect(address()).toBe(`${NEW_NOTE}/${id}`);
  expect(server.notes.all().map(({ reason }) => reason)).toEqual(['Lo mío']);
});

test('returning to the window does not reload the note while typing', async () => {
  const server = clinicalServer();
  const note = server.hasNote({ reason: 'Control' });
  await openApp(noteAddress(note), server);
  await screen.findByLabelText(REASON);
  const reads = () => [getClinicalNote, listClinicalNotes].map((endpoint) => server.requests(endpoint).length);
  const before = reads();
  fakeTime();
  showPageAgain();
  await comeOnline();
  await fill(REASON, 'Control anual');
  await waitForAutosave();
  await waitFor(() => expect(server.notes.get(note._id).reason).toBe('Control anual'));
  expect(reads()).toEqual(before);
});

test('after a new note is saved, the address of a new note opens another one', async () => {
  const server = clinicalServer();
  const { user, navigate } = await openApp(NEW_NOTE, server);
  await fill(REASON, 'Control');
  await user.click(await button('Guardar'));
  await expectHeading('Editar Nota Clínica');
  await navigate(NEW_NOTE);
  await expectHeading('Nueva Nota Clínica');
  expect(await screen.findByLabelText(REASON)).toHaveValue('');
});

test('a new note without any text is not saved, and says so', async () => {
  const server = clinicalServer();
  const { user } = await openApp(NEW_NOTE, server);
  await fill('Anamnesis', '   ');
  await user.click(await button('Guardar'));
  await expectToast('Escribe algo antes de guardar la nota');
  await waitFor(() => expect(screen.getByLabelText(REASON)).toHaveFocus());
  await fill(REASON, 'Control');
  await user.click(await button('Guardar'));
  await expectHeading('Editar Nota Clínica');
  await fill(REASON, '');
  await user.click(await button('Guardar'));
  await waitFor(() => expect(server.notes.all().map(({ reason }) => reason)).toEqual([undefined]));
});

test('cancelling a new certificate also deletes one created with a lost reply', async () => {
  const server = clinicalServer();
  const { user, address } = await openApp(`${PROFILE}/certificado`, server);
  server.loseAnswer(createCertificate, 1);
  const release = server.pause(createCertificate);
  await fill('Título', 'Reposo');
  await fill('Contenido', 'Tres días');
  await user.click(await button('Guardar'));
  expect(await button('Guardando...')).toBeVisible();
  expect(await button('Cancelar certificado')).toBeDisabled();
  release();
  await expectOffline();
  expect(server.certificates.all()).toHaveLength(1);
  await user.click(await button('Cancelar certificado'));
  await user.click(await button('Sí, cancelar'));
  await waitFor(() => expect(address()).toBe(PROFILE));
  await expectToast('Certificado cancelado correctamente');
  expect(await screen.findByText('No hay registros clínicos')).toBeVisible();
  expect(server.certificates.all()).toEqual([]);
});
