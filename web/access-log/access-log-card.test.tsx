import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  type AccessEntry,
  exportPatientAccessLog,
  getAccountAccessLog,
  getPatientAccessLog,
} from '#contract/access-log';
import { getAccessLogSeal } from '#contract/access-log-seal';
import { listCertificates } from '#contract/certificates';
import { canWriteClinically, listClinicalNotes } from '#contract/clinical-notes';
import { ERRORS } from '#contract/errors';
import { getPatient } from '#contract/patients';
import { expectToast, openApp, serverFor } from '#web/testing/open-app.tsx';
import { patientNumber, patientsServer } from '#web/testing/patients-server.ts';

const ROSA = patientNumber(1);

const entry = (number: number, details: Partial<AccessEntry> = {}): AccessEntry => ({
  number,
  at: '2026-07-15T13:05:00.000Z',
  act: 'patient.opened',
  actor: 'Ana Pérez Soto',
  address: '200.1.2.3',
  detail: null,
  ...details,
});

const items = async () =>
  within(await screen.findByRole('list', { name: 'Accesos' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('the patient file shows its access log on request, page by page', async () => {
  const server = patientsServer();
  server.reply(getPatient, ROSA);
  server.reply(canWriteClinically, { canCreate: true, message: '' });
  server.reply(listClinicalNotes, []);
  server.reply(listCertificates, []);
  const change = {
    before: { name: 'Rosa Dias', birthDate: '1980-10-05' },
    after: { name: 'Rosa Díaz', birthDate: '1980-05-10' },
  };
  server.reply(getPatientAccessLog, ({ url: { searchParams } }) =>
    searchParams.has('before')
      ? [entry(1, { act: 'patient.created' })]
      : Array.from({ length: 20 }, (_, i) => entry(40 - i, i === 0 ? { act: 'patient.updated', detail: change } : {})),
  );
  server.reply(getAccessLogSeal, null);
  const { user } = await openApp(`/dashboard/pacientes/${ROSA._id}`, server);
  server.refuse(exportPatientAccessLog, 'UNEXPECTED');
  await user.click(await screen.findByRole('button', { name: 'Exportar CSV' }));
  await expectToast(ERRORS.UNEXPECTED.message);
  await user.click(await screen.findByRole('button', { name: 'Ver registro' }));
  expect((await items()).slice(0, 2)).toEqual([
    '15/07/2026 09:05Cambió los datos de la fichaNombre: antes «Rosa Dias», ahora «Rosa Díaz». Fecha de nacimiento: antes «05/10/1980», ahora «10/05/1980»Ana Pérez Soto · desde 200.1.2.3',
    '15/07/2026 09:05Abrió la fichaAna Pérez Soto · desde 200.1.2.3',
  ]);
  await user.click(screen.getByRole('button', { name: 'Ver anteriores' }));
  await vi.waitFor(async () => expect((await items()).length).toBe(21));
  expect(server.requests(getPatientAccessLog).map(({ url }) => url.searchParams.get('before'))).toEqual([null, '21']);
  expect(screen.queryByRole('button', { name: 'Ver anteriores' })).not.toBeInTheDocument();
  expect(server.requests(getAccessLogSeal)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Copiar sello' })).not.toBeInTheDocument();
});

test('the security tab shows the access log of the account', async () => {
  const server = serverFor();
  const failed = {
    act: 'login.failed',
    actor: 'Persona no identificada',
    detail: { loginFailure: 'wrong-credentials' },
  };
  server.refuse(getAccountAccessLog, 'UNEXPECTED', 1);
  server.reply(getAccessLogSeal, {
    seal: '12:5f0c1a2b3c4d5e6f',
    sealedAt: '2026-07-15T13:10:00.000Z',
    lastEntry: 2,
  });
  const { user } = await openApp('/dashboard/configuracion?tab=seguridad', server);
  await user.click(await screen.findByRole('button', { name: 'Ver registro' }));
  expect(await screen.findByText('No se pudo cargar el registro de accesos', { selector: 'p' })).toBeVisible();
  server.reply(getAccountAccessLog, [
    entry(2, { ...failed, address: null } as Partial<AccessEntry>),
    entry(1, { act: 'un-acto.futuro', patient: 'Rosa Díaz' }),
  ]);
  await user.click(screen.getByRole('button', { name: /intentar/i }));
  expect(await items()).toEqual([
    '15/07/2026 09:05Intento fallido de inicio de sesiónContraseña incorrectaPersona no identificada',
    '15/07/2026 09:05un-acto.futuroPaciente: Rosa DíazAna Pérez Soto · desde 200.1.2.3',
  ]);
  const text = 'Último sello: 12:5f0c1a2b3c4d5e6f, del 15/07/2026 09:10:00, hasta el acceso N.º 2';
  expect(await screen.findByRole('textbox', { name: 'Sello para guardar' })).toHaveValue(text);
  await user.click(screen.getByRole('button', { name: 'Copiar sello' }));
  expect(await screen.findByText('Copiado')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(text);
});
