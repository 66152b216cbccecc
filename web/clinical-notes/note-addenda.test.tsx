import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createAddendum, deleteAddendum, finalizeAddendum, updateAddendum } from '#contract/addenda';
import { getClinicalNote } from '#contract/clinical-notes';
import { clinicalServer, noteAddress, PROFILE, ROSA } from '#web/testing/clinical-server.ts';
import { answerFinalizing, finalizingQuestion } from '#web/testing/finalizing.ts';
import { expectFieldError, fill } from '#web/testing/form-fields.ts';
import { expectToast, openApp, reloadApp } from '#web/testing/open-app.tsx';

const TEXT = 'Texto de la adenda';
const button = (name: string) => screen.findByRole('button', { name });
const field = () => screen.findByLabelText<HTMLTextAreaElement>(TEXT);
const cards = async () => (await screen.findAllByRole('article')).map(({ textContent }) => textContent);

function withFinalizedNote() {
  const server = clinicalServer();
  const note = server.hasNote({ reason: 'Control' });
  server.notes.finalize(note._id);
  return { server, note };
}
const dialog = (name: string) => screen.findByRole('alertdialog', { name });

test('an addendum is written, saved by itself and finalised under the note', async () => {
  const { server, note } = withFinalizedNote();
  const { user, address } = await openApp(noteAddress(note), server);
  await user.click(await button('Agregar adenda'));
  expect(await field()).toHaveFocus();
  await user.click(await button('Guardar'));
  await waitFor(async () => expectFieldError(await field(), 'Escribe la adenda'));
  expect(server.requests(createAddendum)).toEqual([]);

  await fill(TEXT, 'Hemograma normal');
  await user.click(await button('Guardar'));
  await expectToast('Adenda guardada correctamente');
  expect(address()).toBe(noteAddress(note));
  await fill(TEXT, 'Hemograma y perfil normales');
  await waitFor(() => expect(server.requests(updateAddendum).at(-1)?.body).toMatchObject({ version: 1 }));

  await user.click(await button('Finalizar adenda'));
  expect(await finalizingQuestion()).toHaveTextContent(`Adenda a una nota clínica de ${ROSA.name}`);
  await answerFinalizing(user, 'Finalizar');
  await expectToast('Adenda finalizada correctamente');
  const [card] = await cards();
  expect(card).toMatch(/Adenda · .*Finalizada.*Escrita por Ana Pérez Soto.*Hemograma y perfil normales.*b{64}/);
  expect(screen.queryByLabelText(TEXT)).toBeNull();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Adendas' })).toHaveFocus());
  expect(await button('Agregar adenda')).toBeVisible();
});

test('a draft is continued from the note or by its address, and can be deleted', async () => {
  const { server, note } = withFinalizedNote();
  const draft = server.addenda.create({ content: 'Falta el resultado', noteId: note._id });
  const { user, navigate } = await openApp(noteAddress(note), server);
  expect((await cards())[0]).toMatch(/Borrador(?!.*Escrita por).*Falta el resultado/);
  await user.click(await button('Continuar adenda'));
  expect(await field()).toHaveValue('Falta el resultado');

  await navigate(PROFILE);
  await navigate(`${noteAddress(note)}?adenda=${draft._id}`);
  expect(await field()).toHaveValue('Falta el resultado');

  await user.click(await button('Eliminar borrador'));
  await user.click(within(await dialog('¿Eliminar el borrador?')).getByRole('button', { name: 'Sí, eliminar' }));
  await expectToast('Adenda eliminada');
  expect(server.requests(deleteAddendum)).toHaveLength(1);
  expect(screen.queryByRole('article')).toBeNull();
});

test('a draft that could not be decrypted is not continued, and can be deleted', async () => {
  const { server, note } = withFinalizedNote();
  const draft = server.addenda.create({ content: 'No se pudo descifrar', noteId: note._id });
  server.reply(getClinicalNote, { ...server.notes.get(note._id), addenda: [{ ...draft, undecryptable: true }] });
  const { user } = await openApp(`${noteAddress(note)}?adenda=${draft._id}`, server);
  await user.click(await button('Eliminar borrador'));
  expect(screen.queryByLabelText(TEXT)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Continuar adenda' })).toBeNull();
  await user.click(within(await dialog('¿Eliminar el borrador?')).getByRole('button', { name: 'Sí, eliminar' }));
  await expectToast('Adenda eliminada');
  expect(server.requests(deleteAddendum)).toHaveLength(1);
  expect(screen.queryByRole('article')).toBeNull();
});

test('unsaved text is still there after a reload', async () => {
  const { server, note } = withFinalizedNote();
  const { user } = await openApp(noteAddress(note), server);
  await user.click(await button('Agregar adenda'));
  await fill(TEXT, 'Sin guardar todavía');
  await reloadApp(noteAddress(note), server);
  expect(await field()).toHaveValue('Sin guardar todavía');
});

test('two windows: an addendum finalised in the other one is shown, and the own text can be copied', async () => {
  const { server, note } = withFinalizedNote();
  const draft = server.addenda.create({ content: 'Una', noteId: note._id });
  const { user } = await openApp(noteAddress(note), server);
  await user.click(await button('Continuar adenda'));
  server.addenda.finalize(draft._id);
  await fill(TEXT, 'Otra');
  await user.click(await button('Guardar'));
  await user.click(await button('Ver adenda finalizada'));
  expect((await cards())[0]).toMatch(/Finalizada.*Una/);
  expect(await screen.findByText('Lo que habías escrito y no se guardó')).toBeVisible();
  expect(server.requests(finalizeAddendum)).toEqual([]);
});

test('without the plan addenda are read and not added; the patient file says how many the note has', async () => {
  const { server, note } = withFinalizedNote();
  const first = server.addenda.create({ content: 'Una', noteId: note._id });
  server.addenda.finalize(first._id);
  server.addenda.create({ content: 'En curso', noteId: note._id });
  server.setPermission({ canCreate: false, message: 'Sin plan' });
  const { navigate } = await openApp(PROFILE, server);
  expect(await screen.findByText('2 adendas · 1 en borrador')).toBeVisible();
  await navigate(noteAddress(note));
  expect(await cards()).toHaveLength(2);
  for (const name of ['Agregar adenda', 'Continuar adenda']) expect(screen.queryByRole('button', { name })).toBeNull();
});
