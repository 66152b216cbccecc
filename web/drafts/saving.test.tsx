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

test('«Guardar y salir» mientras se guarda espera y lleva también lo último que se escribió', async () => {
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

test('quien sale sin guardar mientras se finaliza no finaliza nada', async () => {
  const server = clinicalServer();
  const note = server.hasNote({ reason: 'Control' });
  const { user, navigate } = await openApp(noteAddress(note), server);
  const release = server.pause(updateClinicalNote);
  await fill(REASON, 'Control anual');
  await user.click(await button('Guardar Permanentemente'));
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

test('finalizar mientras se guarda solo espera, y finaliza lo último que se escribió', async () => {
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
  release();
  await expectHeading('Nota Clínica Finalizada');
  expect(server.notes.get(note._id)).toMatchObject({
    status: 'finalized',
    reason: 'Control anual',
    anamnesis: 'Refiere cefalea',
  });
});

test('lo que se deshace después de una respuesta perdida queda deshecho también en el servidor', async () => {
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

test('una nota nueva que ya se creó y cambió en otra ventana se muestra junto a lo escrito', async () => {
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

test('volver a la ventana no pide la nota de nuevo mientras se escribe', async () => {
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

test('después de guardar una nota nueva, la dirección de una nota nueva abre otra', async () => {
  const server = clinicalServer();
  const { user, navigate } = await openApp(NEW_NOTE, server);
  await fill(REASON, 'Control');
  await user.click(await button('Guardar'));
  await expectHeading('Editar Nota Clínica');
  await navigate(NEW_NOTE);
  await expectHeading('Nueva Nota Clínica');
  expect(await screen.findByLabelText(REASON)).toHaveValue('');
});

test('una nota nueva en la que no se escribió nada no se guarda, y lo dice', async () => {
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

test('cancelar un certificado nuevo borra también el que se creó con una respuesta perdida', async () => {
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
