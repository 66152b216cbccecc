import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  type Attachment,
  addAttachment,
  deleteAttachment,
  getAttachment,
  listAttachments,
} from '#contract/attachments';
import { listCertificates } from '#contract/certificates';
import { canWriteClinically, listClinicalNotes } from '#contract/clinical-notes';
import { ERRORS } from '#contract/errors';
import { getPatient } from '#contract/patients';
import { openApp } from '#web/testing/open-app.tsx';
import { patientNumber, patientsServer } from '#web/testing/patients-server.ts';

const EXAM: Attachment = {
  _id: '0197a000-0000-7000-8000-0000000000a1',
  name: 'Examen de sangre.pdf',
  type: 'application/pdf',
  size: 250_000,
  createdAt: '2026-07-01T12:00:00.000Z',
  isPermanent: false,
};
const PICTURE: Attachment = {
  ...EXAM,
  _id: '0197a000-0000-7000-8000-0000000000a2',
  noteId: '0197a000-0000-7000-8000-0000000000b1',
  name: 'Lunar.png',
  type: 'image/png',
  thumbnail: 'data:image/webp;base64,UklGRg==',
  isPermanent: true,
};

let number = 100;
/** Each test has another patient: uploads are remembered by patient. */
async function openProfile(attachments: Attachment[]) {
  number += 1;
  const patient = patientNumber(number);
  const server = patientsServer();
  server.reply(getPatient, patient);
  server.reply(canWriteClinically, { canCreate: true, message: '' });
  server.reply(listClinicalNotes, []);
  server.reply(listCertificates, []);
  server.reply(listAttachments, attachments);
  const { user } = await openApp(`/dashboard/pacientes/${patient._id}`, server);
  const card = await screen.findByRole('region', { name: 'Archivos' });
  return { server, user, card, patient };
}

const pdf = (name = 'nuevo.pdf') => new File(['%PDF'], name, { type: 'application/pdf' });
const picker = (card: HTMLElement) => within(card).getByLabelText('Agregar archivos');

test('files are shown, and files of a finalised note cannot be deleted', async () => {
  const { server, user, card } = await openProfile([EXAM, PICTURE]);
  const list = await within(card).findByRole('list', { name: 'Archivos guardados' });
  expect(list).toHaveTextContent('01/07/2026 · 244 KB');
  expect(within(list).getByText(/De una atención/)).toHaveTextContent('01/07/2026 · 244 KB · De una atención');
  expect(within(list).queryByRole('button', { name: 'Eliminar Lunar.png' })).not.toBeInTheDocument();

  server.reply(deleteAttachment, undefined);
  server.reply(listAttachments, [PICTURE]);
  await user.click(within(list).getByRole('button', { name: 'Eliminar Examen de sangre.pdf' }));
  const confirm = await screen.findByRole('alertdialog', { name: '¿Eliminar archivo?' });
  await user.click(within(confirm).getByRole('button', { name: 'Eliminar' }));
  await waitFor(() => expect(screen.queryByText('Examen de sangre.pdf')).not.toBeInTheDocument());
  expect(server.requests(deleteAttachment)).toHaveLength(1);
});

test('the name of a file is one text, which a copy and a screen reader get whole', async () => {
  const name = 'radiografia.png';
  const { card } = await openProfile([{ ...EXAM, name }]);
  const button = await within(card).findByRole('button', { name: `Ver ${name}` });
  const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
  expect(texts.nextNode()?.textContent).toBe(name);
  expect(texts.nextNode()).toBeNull();
});

test('deleting with the keyboard moves the focus to the next file, the previous one, and finally the add button', async () => {
  let files = ['uno', 'dos', 'tres'].map((name, index) => ({ ...EXAM, _id: `${EXAM._id.slice(0, -1)}${index}`, name }));
  const { server, user, card } = await openProfile(files);
  server.reply(deleteAttachment, undefined);
  const removeByKeyboard = async (name: string) => {
    files = files.filter((file) => file.name !== name);
    server.reply(listAttachments, files);
    (await within(card).findByRole('button', { name: `Eliminar ${name}` })).focus();
    await user.keyboard('{Enter}');
    const confirm = await screen.findByRole('alertdialog');
    within(confirm).getByRole('button', { name: 'Eliminar' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  };
  await removeByKeyboard('dos');
  await waitFor(() => expect(within(card).getByRole('button', { name: 'Ver tres' })).toHaveFocus());
  await removeByKeyboard('tres');
  await waitFor(() => expect(within(card).getByRole('button', { name: 'Ver uno' })).toHaveFocus());
  await removeByKeyboard('uno');
  await waitFor(() => expect(picker(card)).toHaveFocus());
});

test('a picture opens in the page', async () => {
  const { server, user, card } = await openProfile([PICTURE]);
  server.answer(getAttachment, () => new Response(new Blob(['png']), { headers: { 'content-type': 'image/png' } }));
  await user.click(await within(card).findByRole('button', { name: 'Ver Lunar.png' }));
  const dialog = await screen.findByRole('dialog', { name: 'Lunar.png' });
  expect(await within(dialog).findByRole('img', { name: 'Lunar.png' })).toHaveAttribute(
    'src',
    expect.stringMatching(/^blob:/),
  );
});

test('several files are uploaded, and a refused one says why without losing the others', async () => {
  const { server, user, card } = await openProfile([]);
  server.refuse(addAttachment, 'ATTACHMENT_UNREADABLE', 1);
  server.reply(addAttachment, EXAM);
  server.reply(listAttachments, [EXAM]);
  server.refuse(addAttachment, 'ATTACHMENT_UNREADABLE', 1);
  await user.upload(picker(card), [pdf('malo.pdf'), pdf('bueno.pdf')]);
  expect(await within(card).findByRole('alert')).toHaveTextContent(ERRORS.ATTACHMENT_UNREADABLE.message);
  expect(await within(card).findByRole('button', { name: 'Ver Examen de sangre.pdf' })).toBeVisible();
  expect(within(card).queryByRole('button', { name: 'Reintentar malo.pdf' })).not.toBeInTheDocument();
  await user.click(within(card).getByRole('button', { name: 'Quitar malo.pdf' }));
  expect(within(card).queryByRole('list', { name: 'Archivos por subir' })).not.toBeInTheDocument();
  const sent = server.requests(addAttachment).map(({ body }) => ((body as FormData).get('file') as File).name);
  expect(sent).toEqual(['malo.pdf', 'bueno.pdf']);
});

test('an upload without connection or turn is retried with the same id', async () => {
  const { server, user, card } = await openProfile([]);
  server.reply(addAttachment, EXAM);
  server.refuse(addAttachment, 'ATTACHMENT_BUSY', 1);
  await user.upload(picker(card), pdf());
  await within(card).findByRole('button', { name: 'Reintentar nuevo.pdf' });
  const reconnect = server.disconnect(addAttachment);
  await user.click(within(card).getByRole('button', { name: 'Reintentar nuevo.pdf' }));
  const retry = await within(card).findByRole('button', { name: 'Reintentar nuevo.pdf' });
  reconnect();
  server.reply(listAttachments, [EXAM]);
  await user.click(retry);
  expect(await within(card).findByRole('button', { name: 'Ver Examen de sangre.pdf' })).toBeVisible();
  const ids = server.requests(addAttachment).map(({ body }) => (body as FormData).get('_id'));
  expect(ids.length).toBeGreaterThan(1);
  expect(ids).toEqual(ids.map(() => expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)));
  expect(new Set(ids).size).toBe(1);
});

test('dropped files and pasted pictures are added, but not text pasted into a field', async () => {
  const { server, card } = await openProfile([]);
  server.reply(addAttachment, EXAM);
  fireEvent.drop(card, { dataTransfer: { types: ['Files'], files: [pdf('arrastrado.pdf')] } });
  await waitFor(() => expect(server.requests(addAttachment)).toHaveLength(1));

  const paste = (target: Element, types: string[]) => {
    const event = createEvent.paste(target, {
      clipboardData: { types, files: [new File(['png'], 'image.png', { type: 'image/png' })] },
    });
    fireEvent(target, event);
    return event.defaultPrevented;
  };
  const field = document.body.appendChild(document.createElement('textarea'));
  expect(paste(field, ['text/plain', 'Files'])).toBe(false);
  expect(paste(field, ['Files'])).toBe(true);
  expect(paste(document.body, ['text/plain', 'Files'])).toBe(true);
  field.remove();
  await waitFor(() => expect(server.requests(addAttachment)).toHaveLength(3));
  const names = server.requests(addAttachment).map(({ body }) => ((body as FormData).get('file') as File).name);
  expect(names).toEqual(['arrastrado.pdf', 'Imagen pegada.png', 'Imagen pegada.png']);
});
