import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { printCertificate } from '#contract/certificates';
import { printClinicalNote, printPlans, printPrescriptions } from '#contract/clinical-notes';
import { type Verification, verifyDocument } from '#contract/documents';
import { ERRORS } from '#contract/errors';
import { CONTENT_HASH_NAME, FILE_HASH_NAME } from '#contract/hash-names';
import { certificateAddress, clinicalServer, noteAddress } from '#web/testing/clinical-server.ts';
import { fill } from '#web/testing/form-fields.ts';
import { expectToast, openApp, serverFor } from '#web/testing/open-app.tsx';

const button = (name: string) => screen.findByRole('button', { name });

test('parts that a note does not have are not printed, which is said without asking the server', async () => {
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

test('while the PDF is made this is said, and it is not requested again', async () => {
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

test('a PDF that cannot be made is reported', async () => {
  const server = clinicalServer();
  const certificate = server.certificates.create({ title: 'Asistencia', content: 'Asistió hoy.' });
  server.certificates.finalize(certificate._id);
  server.respond(printCertificate, 200, 'no es un PDF');
  const { user } = await openApp(certificateAddress(certificate), server);
  await user.click(await button('Imprimir PDF'));
  await expectToast('No se pudo generar el PDF del certificado');
});

test('an incomplete code is not verified, and one in another form is normalised', async () => {
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
  'with the error %s the document is unknown',
  async (error) => {
    const server = serverFor();
    server.refuse(verifyDocument, error);
    await openApp('/verificar/raro', server, { signedIn: null });
    expect(await screen.findByRole('heading', { name: 'Documento desconocido' })).toBeVisible();
  },
);

const VERIFICATION: Verification = {
  valid: true,
  kind: 'certificate',
  type: 'CERTIFICADO MÉDICO',
  folio: 'CER-2026-000184-9C41D07A2E5B',
  finalizedAt: '2026-11-12T12:34:00Z',
  timeZone: 'America/Santiago',
  issuer: 'active',
  identity: 'declared',
  professional: { name: 'Famosa Doctora', profession: 'Médico/a', rnpi: '763509' },
  patientInitials: 'R. D.',
  contentHash: 'ab'.repeat(32),
  fileHash: 'cd'.repeat(32),
  timestamp: 'none',
};
const CLOSED: Verification = {
  ...VERIFICATION,
  issuer: 'closed',
  professional: undefined,
  patientInitials: undefined,
};

test.each([
  [
    'Identidad declarada por el emisor, no verificada',
    VERIFICATION,
    ['Nadie los ha comprobado aquí', CONTENT_HASH_NAME, FILE_HASH_NAME],
  ],
  ['Identidad verificada', { ...VERIFICATION, identity: 'verified' as const }, ['La administración de este servicio']],
  ['Emisor dado de baja', CLOSED, ['Se conservan su tipo, su fecha y sus huellas', VERIFICATION.fileHash]],
])('an intact document says apart what is known of its issuer: %s', async (title, verification, texts) => {
  const server = serverFor();
  server.reply(verifyDocument, verification);
  await openApp('/verificar/0000-0000-1111-7F3K-9QXM-2VTA-HC4D', server, { signedIn: null });
  expect(await screen.findByRole('heading', { name: 'Documento íntegro' })).toBeVisible();
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(titles).toEqual(['Documento íntegro', title, '¿Tienes el archivo PDF?', 'Verificar otro documento']);
  const main = screen.getByRole('main');
  for (const text of [...texts, 'CER-2026-000184-9C41D07A2E5B', '12/11/2026 09:34'])
    expect(main).toHaveTextContent(text);
  const names = ['Profesional', 'Iniciales del paciente', 'RNPI'];
  expect(screen.queryByText('Anulado')).toBeNull();
  for (const name of names) expect(screen.queryAllByText(name)).toHaveLength(verification.issuer === 'closed' ? 0 : 1);
  expect(main).not.toHaveTextContent(/válid|auténtic|adenda/i);
});

test('a void receipt says so first, and since when', async () => {
  const server = serverFor();
  const receipt = {
    ...VERIFICATION,
    kind: 'receipt' as const,
    type: 'Comprobante de Pago',
    identity: 'verified' as const,
  };
  server.reply(verifyDocument, { ...receipt, voidedAt: '2026-11-18T15:30:00Z' });
  await openApp('/verificar/0000-0000-1111-7F3K-9QXM-2VTA-HC4D', server, { signedIn: null });
  expect(await screen.findByRole('heading', { name: 'Anulado' })).toBeVisible();
  expect(screen.getByText(/dejó de valer el 18\/11\/2026 a las 12:30: se anuló un pago/)).toBeVisible();
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(titles.slice(0, 3)).toEqual(['Anulado', 'Documento íntegro', 'Identidad verificada']);
});

test.each([
  [1, 'Incluye 1 adenda'],
  [2, 'Incluye 2 adendas'],
])('a document with %i addenda says how many there are', async (addendaCount, text) => {
  const server = serverFor();
  server.reply(verifyDocument, { ...VERIFICATION, kind: 'clinical-note', type: 'Atención Clínica', addendaCount });
  await openApp('/verificar/0000-0000-1111-7F3K-9QXM-2VTA-HC4D', server, { signedIn: null });
  expect(await screen.findByText(text)).toBeVisible();
});
