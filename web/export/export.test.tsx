import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { listCertificates } from '#contract/certificates';
import { canWriteClinically, listClinicalNotes } from '#contract/clinical-notes';
import { listCustody } from '#contract/custody';
import { type Endpoint, ESTIMATE_HEADER } from '#contract/endpoint';
import { ERRORS } from '#contract/errors';
import { exportAccount, exportCustody, exportPatient } from '#contract/export';
import { getPatient } from '#contract/patients';
import { reauthenticate } from '#contract/sessions';
import type { MockServer } from '#web/testing/mock-server.ts';
import { closeToast, expectToast, openApp, serverFor } from '#web/testing/open-app.tsx';
import { patientNumber, patientsServer } from '#web/testing/patients-server.ts';

const ROSA = patientNumber(1);
const SETTINGS = '/dashboard/configuracion';

afterEach(() => vi.restoreAllMocks());

/** Answers with a file that arrives chunk by chunk, as the test sends it. */
function streamFrom(server: MockServer, endpoint: Endpoint) {
  const sent: ReadableStreamDefaultController<Uint8Array>[] = [];
  const stream = () =>
    new Response(new ReadableStream<Uint8Array>({ start: (controller) => void sent.push(controller) }), {
      headers: { [ESTIMATE_HEADER]: '4000' },
    });
  server.answer(endpoint, stream);
  return {
    send: (bytes: number) => sent.at(-1)?.enqueue(new Uint8Array(bytes)),
    end: () => sent.at(-1)?.close(),
    breakOff: () => sent.at(-1)?.error(new TypeError('network error')),
    /** As a browser does with the body of a cancelled request. */
    cancel: () => sent.at(-1)?.error(new DOMException('', 'AbortError')),
  };
}

/** What the browser was told to save. */
function savedFiles() {
  const saved: { name: string; size: number }[] = [];
  const sizes = new Map<string, number>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    const url = `blob:${sizes.size}`;
    sizes.set(url, (file as Blob).size);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, size: sizes.get(this.getAttribute('href') ?? '') ?? -1 });
  });
  return saved;
}

function profileServer(): MockServer {
  const server = patientsServer();
  server.reply(getPatient, ROSA);
  server.reply(canWriteClinically, { canCreate: true, message: '' });
  server.reply(listClinicalNotes, []);
  server.reply(listCertificates, []);
  return server;
}

const progress = () => screen.findByRole('progressbar', { name: 'Avance de la exportación' });

test('the account is exported with its progress, and an interrupted export is not saved', async () => {
  const server = serverFor();
  const file = streamFrom(server, exportAccount);
  const saved = savedFiles();
  const { user } = await openApp(SETTINGS, server);
  await user.click(await screen.findByRole('button', { name: 'Exportar mi cuenta' }));
  const bar = await progress();
  file.send(1000);
  await vi.waitFor(() => expect(bar).toHaveAttribute('value', '0.25'));
  expect(bar).toHaveAttribute('aria-valuetext', 'Exportando: 1 KB de unos 4 KB');
  file.send(5000);
  await vi.waitFor(() => expect(bar).toHaveAttribute('value', '0.99'));
  expect(saved).toEqual([]);
  file.end();
  await expectToast('Exportación lista');
  expect(saved).toEqual([{ name: 'mi-cuenta.zip', size: 6000 }]);
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  closeToast();

  await user.click(await screen.findByRole('button', { name: 'Exportar mi cuenta' }));
  await progress();
  file.breakOff();
  await expectToast('No se pudo exportar');
  closeToast();
  await user.click(await screen.findByRole('button', { name: 'Exportar mi cuenta' }));
  await progress();
  await user.click(await screen.findByRole('button', { name: 'Cancelar exportación' }));
  file.cancel();
  expect(await screen.findByRole('button', { name: 'Exportar mi cuenta' })).toBeVisible();
  server.refuse(exportAccount, 'EXPORT_RUNNING');
  await user.click(screen.getByRole('button', { name: 'Exportar mi cuenta' }));
  await expectToast('Ya hay una exportación de tu cuenta en curso');
  expect(saved).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Derechos sobre los datos personales' })).toHaveAttribute(
    'href',
    '/derechos',
  );
});

test('the account is exported after the password is confirmed, and nothing is saved without it', async () => {
  const server = serverFor();
  const saved = savedFiles();
  server.refuse(exportAccount, 'REAUTHENTICATE', 1);
  const { user } = await openApp(SETTINGS, server);
  const start = async () => user.click(await screen.findByRole('button', { name: 'Exportar mi cuenta' }));
  const asked = async () => within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }));
  await start();
  await user.click((await asked()).getByRole('button', { name: 'Cancelar' }));
  await expectToast(ERRORS.REAUTHENTICATE.message);
  closeToast();
  expect([saved, server.requests(exportAccount)]).toEqual([[], [expect.anything()]]);

  server.refuse(exportAccount, 'REAUTHENTICATE', 1);
  server.reply(reauthenticate, undefined);
  await start();
  const dialog = await asked();
  const file = streamFrom(server, exportAccount);
  await user.type(dialog.getByLabelText('Contraseña'), 'clave-de-prueba');
  await user.click(dialog.getByRole('button', { name: 'Confirmar' }));
  await vi.waitFor(() => expect(server.requests(exportAccount)).toHaveLength(3));
  await progress();
  file.send(1000);
  file.end();
  await expectToast('Exportación lista');
  expect(saved).toEqual([{ name: 'mi-cuenta.zip', size: 1000 }]);
});

test('where the browser allows it, the account is written to the chosen file as it arrives', async () => {
  const written: number[] = [];
  const file = {
    write: async (chunk: Uint8Array) => void written.push(chunk.byteLength),
    close: vi.fn(async () => undefined),
    abort: vi.fn(async () => undefined),
  };
  const picker = vi.fn(async () => ({ createWritable: async () => file }));
  vi.stubGlobal('showSaveFilePicker', picker);
  const server = serverFor();
  const stream = streamFrom(server, exportAccount);
  const { user } = await openApp(SETTINGS, server);
  const start = async () => user.click(await screen.findByRole('button', { name: 'Exportar mi cuenta' }));
  await start();
  await progress();
  stream.send(1000);
  await vi.waitFor(() => expect(written).toEqual([1000]));
  stream.end();
  await expectToast('Exportación lista');
  expect(picker).toHaveBeenCalledWith({ suggestedName: 'mi-cuenta.zip' });
  expect(file.close).toHaveBeenCalledOnce();
  closeToast();
  await start();
  await progress();
  stream.breakOff();
  await expectToast('No se pudo exportar');
  expect(file.abort).toHaveBeenCalledOnce();
  expect(file.close).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

test('the patient file is exported from the profile and from the dialog that deletes it', async () => {
  const server = profileServer();
  const file = streamFrom(server, exportPatient);
  const saved = savedFiles();
  const { user } = await openApp(`/dashboard/pacientes/${ROSA._id}`, server);
  await user.click(await screen.findByRole('button', { name: 'Exportar ficha' }));
  await progress();
  file.send(10);
  file.end();
  await expectToast('Exportación lista');
  expect(saved).toEqual([{ name: `ficha-${ROSA._id}.zip`, size: 10 }]);

  await user.click(screen.getByRole('button', { name: 'Editar Paciente' }));
  await user.click(await screen.findByRole('button', { name: 'Eliminar Paciente' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: '¿Eliminar paciente?' }));
  await user.click(dialog.getByRole('button', { name: 'Exportar ficha' }));
  await progress();
  file.end();
  await vi.waitFor(() => expect(saved).toHaveLength(2));
});

test('files in custody are shown on request, and each one is exported', async () => {
  const server = serverFor();
  server.refuse(listCustody, 'UNEXPECTED', 2);
  const file = streamFrom(server, exportCustody);
  const saved = savedFiles();
  const { user } = await openApp(SETTINGS, server);
  expect(server.requests(listCustody)).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Ver fichas en custodia' }));
  expect(await screen.findByText('No se pudieron cargar las fichas en custodia', { selector: 'p' })).toBeVisible();
  server.reply(listCustody, [
    {
      patientId: ROSA._id,
      name: 'Rosa Díaz',
      rut: '12345678-5',
      documents: 2,
      lastRecordAt: '2026-07-15T13:05:00.000Z',
      keptUntil: '2041-07-15T13:05:00.000Z',
    },
    {
      patientId: patientNumber(2)._id,
      name: 'Pedro Soto',
      socialName: 'Amanda Soto',
      rut: '123456785',
      documentType: 'passport',
      documents: 1,
      lastRecordAt: '2026-07-14T13:05:00.000Z',
      keptUntil: '2041-07-14T13:05:00.000Z',
    },
  ]);
  await user.click(screen.getByRole('button', { name: /intentar/i }));
  const list = await screen.findByRole('list', { name: 'Fichas en custodia' });
  expect(list).toHaveTextContent(
    'Rosa DíazRUT 12.345.678-52 documentos, el último del 15/07/2026. Se conserva hasta el 15/07/2041.',
  );
  expect(list).toHaveTextContent('Amanda Soto (Pedro Soto)Pasaporte 1234567851 documento,');
  await user.click(within(list).getByRole('button', { name: 'Exportar la ficha de Rosa Díaz' }));
  await progress();
  file.end();
  await expectToast('Exportación lista');
  expect(saved).toEqual([{ name: `custodia-${ROSA._id}.zip`, size: 0 }]);
});

test('files in custody are shown page by page', async () => {
  const server = serverFor();
  const record = (number: number) => ({
    patientId: `0197a000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    name: `Paciente ${number}`,
    documents: 1,
    lastRecordAt: '2026-07-15T13:05:00.000Z',
    keptUntil: '2041-07-15T13:05:00.000Z',
  });
  server.reply(listCustody, ({ url: { searchParams } }) =>
    searchParams.has('before') ? [record(51)] : Array.from({ length: 50 }, (_, i) => record(i + 1)),
  );
  const { user } = await openApp('/dashboard/configuracion', server);
  await user.click(await screen.findByRole('button', { name: 'Ver fichas en custodia' }));
  await user.click(await screen.findByRole('button', { name: 'Ver anteriores' }));
  expect(await screen.findByText('Paciente 51')).toBeVisible();
  expect(server.requests(listCustody).map(({ url }) => url.search)).toEqual([
    '?limit=50',
    `?limit=50&before=${record(50).patientId}`,
  ]);
  expect(screen.queryByRole('button', { name: 'Ver anteriores' })).toBeNull();
});
