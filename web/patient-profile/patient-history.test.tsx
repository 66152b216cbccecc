import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { finalizeClinicalNote, listClinicalNotes } from '#contract/clinical-notes';
import { ERRORS } from '#contract/errors';
import { clinicalServer, noteAddress, PROFILE } from '#web/testing/clinical-server.ts';
import { answerFinalizing } from '#web/testing/finalizing.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';

const REASON = 'Control de presión';

const button = (name: string) => screen.findByRole('button', { name });
const entries = async () =>
  within(await screen.findByRole('list', { name: 'Historial Clínico' })).getAllByRole('article');
const entry = async () => (await screen.findByText(REASON)).closest('article') as HTMLElement;
const buttonsOf = (of: HTMLElement) =>
  within(of)
    .queryAllByRole('button')
    .map(({ textContent }) => textContent);

test('each note shows status, reason and diagnoses, newest first, and opens', async () => {
  const server = clinicalServer();
  const old = server.hasNote({ reason: 'Dolor lumbar', diagnoses: ['Lumbago', 'Estrés'] });
  server.notes.finalize(old._id);
  const draft = server.hasNote({ reason: REASON });
  const { user, address } = await openApp(PROFILE, server);
  await entry();
  const [first, last] = await entries();
  expect(first).toHaveTextContent(`Motivo: ${REASON}`);
  expect(first).toHaveTextContent('Nota en edición');
  expect(first).not.toHaveTextContent('Diagnósticos:');
  expect(last).toHaveTextContent(/Finalizada.*Motivo: Dolor lumbar.*Diagnósticos: Lumbago, Estrés/);
  expect(buttonsOf(last as HTMLElement)).toEqual(['Imprimir PDF']);
  await user.click(within(first as HTMLElement).getByRole('link'));
  await waitFor(() => expect(address()).toBe(noteAddress(draft)));
});

test('without notes it says so, and «Agregar Atención» leads to a new one', async () => {
  const { user, address } = await openApp(PROFILE, clinicalServer());
  expect(await screen.findByText('No hay registros clínicos')).toBeVisible();
  expect(
    screen.getByText(/^Las atenciones y los certificados de este paciente aparecerán aquí\. Empieza con/),
  ).toBeVisible();
  await user.click(await button('Agregar Atención'));
  await waitFor(() => expect(address()).toBe(`${PROFILE}/atencion`));
});

test('a note is finalised from the patient file', async () => {
  const server = clinicalServer();
  server.hasNote({ reason: REASON });
  const release = server.pause(finalizeClinicalNote);
  const { user, address } = await openApp(PROFILE, server);
  await user.click(within(await entry()).getByRole('button', { name: 'Guardar definitivamente' }));
  await answerFinalizing(user, 'Finalizar');
  expect(await button('Finalizando...')).toHaveAttribute('aria-disabled', 'true');
  expect(address()).toBe(PROFILE);
  release();
  await expectToast('ÉxitoNota clínica finalizada correctamente');
  expect(await entry()).toHaveTextContent('Finalizada');
  expect(buttonsOf(await entry())).toEqual(['Imprimir PDF']);
  expect(within(await entry()).getByRole('link')).toHaveFocus();
});

test('a note that another window finalised is reported and shown', async () => {
  const server = clinicalServer();
  const note = server.hasNote({ reason: REASON });
  const { user } = await openApp(PROFILE, server);
  await entry();
  server.notes.finalize(note._id);
  await user.click(await button('Guardar definitivamente'));
  await expectToast('ErrorNo se puede modificar una nota finalizada');
  await waitFor(async () => expect(await entry()).toHaveTextContent('Finalizada'));
});

test('a failure to finalise or to load is reported and can be retried', async () => {
  const server = clinicalServer();
  server.hasNote({ reason: REASON });
  server.respond(listClinicalNotes, 500, {}, 2);
  server.respond(finalizeClinicalNote, 500, {}, 1);
  const { user } = await openApp(PROFILE, server);
  await expectToast('No se pudo cargar la información');
  expect(await screen.findByText('No se pudo cargar el historial clínico')).toBeVisible();
  expect(screen.queryByText('No hay registros clínicos')).toBeNull();
  await user.click(await button('Volver a intentar'));
  await entry();
  await user.click(await button('Guardar definitivamente'));
  await answerFinalizing(user, 'Finalizar');
  await expectToast('ErrorNo se pudo finalizar la nota');
  expect(await entry()).toHaveTextContent('Nota en edición');
  await user.click(await button('Guardar definitivamente'));
  await answerFinalizing(user, 'Finalizar');
  await waitFor(async () => expect(await entry()).toHaveTextContent('Finalizada'));
});

test('without the plan the history is read and not changed', async () => {
  const server = clinicalServer();
  server.hasNote({ reason: REASON });
  const { user, address } = await openApp(PROFILE, server);
  await entry();
  expect(await button('Agregar Atención')).toBeEnabled();
  server.setPermission({ canCreate: false, message: ERRORS.CLINICAL_LIMIT.message });
  await user.click(await button('Guardar definitivamente'));
  await answerFinalizing(user, 'Finalizar');
  await expectToast(`Acceso Restringido${ERRORS.CLINICAL_LIMIT.message}`);
  expect(await screen.findByRole('heading', { name: 'Funcionalidad Limitada' })).toBeVisible();
  expect(await button('Agregar Atención')).toBeDisabled();
  expect(await entry()).toHaveTextContent('Nota en edición');
  expect(within(await entry()).queryByRole('link')).toBeNull();
  expect(buttonsOf(await entry())).toEqual([]);
  await user.click(await entry());
  expect(address()).toBe(PROFILE);
});

test('without notes and without the plan it says that none can be created', async () => {
  const server = clinicalServer();
  server.setPermission({ canCreate: false, message: ERRORS.CLINICAL_LIMIT.message });
  await openApp(PROFILE, server);
  expect(await screen.findByText('No hay registros clínicos')).toBeVisible();
  expect(await screen.findByText('Tu plan no permite crear registros para este paciente.')).toBeVisible();
});
