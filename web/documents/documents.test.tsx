import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { printCertificate } from '#contract/certificates';
import { printClinicalNote, printPlans, printPrescriptions } from '#contract/clinical-notes';
import { verifyDocument } from '#contract/documents';
import { ERRORS } from '#contract/errors';
import { certificateAddress, clinicalServer, noteAddress } from '#web/testing/clinical-server.ts';
import { fill } from '#web/testing/form-fields.ts';
import { expectToast, openApp, serverFor } from '#web/testing/open-app.tsx';

const button = (name: string) => screen.findByRole('button', { name });

test('lo que una nota no tiene no se imprime, y se dice sin preguntar al servidor', async () => {
  const server = clinicalServer();
  const note = server.hasNote({ reason: 'Control' });
  server.notes.finalize(note._id);
  const { user } = await openApp(noteAddress(note), server);
  for (const [name, text] of [
    ['Imprimir planes e indicaciones', ERRORS.NO_PLANS.message],
    ['Imprimir recetas', ERRORS.NO_PRESCRIPTIONS.message],
  ] as const) {
    await user.click(await button(name));
    await expectToast(`Error${text}`);
  }
  expect([...server.requests(printPlans), ...server.requests(printPrescriptions)]).toEqual([]);
});

test('mientras se genera el PDF se dice, y no se pide otra vez', async () => {
  const server = clinicalServer();
  const note = server.hasNote({ reason: 'Control' });
  server.notes.finalize(note._id);
  server.reply(printClinicalNote, new Uint8Array([37, 80, 68, 70]));
  const release = server.pause(printClinicalNote);
  const download = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { user } = await openApp(noteAddress(note), server);
  await user.click(await button('Imprimir Atención (PDF)'));
  await user.click(await button('Generando PDF...'));
  release();
  await expectToast('PDF generado correctamente');
  expect(server.requests(printClinicalNote)).toHaveLength(1);
  expect(download.mock.contexts.map((link) => (link as HTMLAnchorElement).download)).toEqual([
    `atencion-clinica-${note._id}.pdf`,
  ]);
});

test('si el PDF no se puede generar se dice', async () => {
  const server = clinicalServer();
  const certificate = server.certificates.create({ title: 'Asistencia', content: 'Asistió hoy.' });
  server.certificates.finalize(certificate._id);
  server.respond(printCertificate, 200, 'no es un PDF');
  const { user } = await openApp(certificateAddress(certificate), server);
  await user.click(await button('Imprimir PDF'));
  await expectToast('No se pudo generar el PDF del certificado');
});

test('un código incompleto no se verifica, y uno escrito de otra forma se ordena', async () => {
  const server = serverFor();
  server.refuse(verifyDocument, 'DOCUMENT_UNKNOWN');
  const { user, address } = await openApp('/verificar', server, { signedIn: null });
  await fill('Código de verificación', '7F3K-9QXM');
  await user.click(await button('Verificar'));
  const code = () => screen.getByLabelText('Código de verificación');
  await waitFor(() => expect(code()).toHaveAccessibleDescription(/El código no está completo/));
  expect(code()).toHaveFocus();
  expect(server.requests(verifyDocument)).toEqual([]);
  await fill('Código de verificación', 'ooooooooiiii 7f3k9qxm 2vtahc4d');
  await user.click(await button('Verificar'));
  expect(await screen.findByRole('heading', { name: 'Documento desconocido' })).toBeVisible();
  expect(address()).toBe('/verificar/0000-0000-1111-7F3K-9QXM-2VTA-HC4D');
  expect(screen.getByRole('heading', { name: 'Verificar otro documento' })).toBeVisible();
  expect(code()).toHaveValue('');
  await fill('Código de verificación', 'Z'.repeat(28));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/verificar/ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ'));
});

test.each(['DOCUMENT_UNKNOWN', 'NOT_FOUND', 'INVALID_INPUT'] as const)(
  'con el error %s el documento es desconocido',
  async (error) => {
    const server = serverFor();
    server.refuse(verifyDocument, error);
    await openApp('/verificar/raro', server, { signedIn: null });
    expect(await screen.findByRole('heading', { name: 'Documento desconocido' })).toBeVisible();
  },
);
