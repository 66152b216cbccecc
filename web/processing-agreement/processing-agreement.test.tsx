import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  acceptProcessingAgreement,
  getProcessingAgreement,
  PROCESSING_AGREEMENT,
} from '#contract/processing-agreement';
import { ACCEPTED_AGREEMENT, ADMIN, expectToast, openApp, serverFor } from '#web/testing/open-app.tsx';

const HOME = '/dashboard';
const SETTINGS = '/dashboard/configuracion';
const NONE = { ...PROCESSING_AGREEMENT, accepted: null, history: [] };
const EARLIER = { version: '2025-01', acceptedAt: '2025-02-01T15:00:00.000Z' };
const OUTDATED = { ...NONE, accepted: EARLIER, history: [EARLIER] };

const notice = () => screen.findByRole('region', { name: 'Contrato de encargo' });
test('the home page asks to read and accept the contract, and is quiet afterwards', async () => {
  const server = serverFor();
  server.reply(getProcessingAgreement, NONE);
  server.reply(acceptProcessingAgreement, ACCEPTED_AGREEMENT);
  const { user } = await openApp(HOME, server);
  const asked = await notice();
  expect(asked).toHaveTextContent('Lee y acepta el contrato de encargo');
  expect(within(asked).getByRole('link', { name: 'Leer el contrato' })).toHaveAttribute('href', '/encargo');
  await user.click(within(asked).getByRole('button', { name: 'Aceptar' }));
  await expectToast('ÉxitoContrato de encargo aceptado');
  expect(server.requests(acceptProcessingAgreement).map(({ body }) => body)).toEqual([
    { version: PROCESSING_AGREEMENT.version },
  ]);
  expect(screen.queryByRole('region', { name: 'Contrato de encargo' })).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('who accepted an earlier version is told that there is a new one', async () => {
  const server = serverFor();
  server.reply(getProcessingAgreement, OUTDATED);
  await openApp(HOME, server);
  expect(await notice()).toHaveTextContent('Hay una nueva versión del contrato de encargo');
});

test.each([
  ['who accepted it', ACCEPTED_AGREEMENT, undefined],
  ['an administrator', NONE, ADMIN],
])('%s is not asked', async (_, agreement, account) => {
  const server = serverFor(account);
  server.reply(getProcessingAgreement, agreement);
  await openApp(HOME, server);
  await screen.findByRole('heading', { name: 'Tu Perfil Profesional' });
  expect(screen.queryByRole('region', { name: 'Contrato de encargo' })).not.toBeInTheDocument();
});

test('the home page is shown when the contract could not be loaded', async () => {
  const server = serverFor();
  server.respond(getProcessingAgreement, 500, {});
  await openApp(HOME, server);
  await screen.findByRole('heading', { name: 'Tu Perfil Profesional' }, { timeout: 60_000 });
  expect(document.querySelector('.toast')).toBeNull();
});

test('the settings list the accepted versions and accept the one in force', async () => {
  const server = serverFor();
  server.reply(getProcessingAgreement, OUTDATED);
  const both = { ...ACCEPTED_AGREEMENT, history: [...ACCEPTED_AGREEMENT.history, EARLIER] };
  server.reply(acceptProcessingAgreement, both);
  const { user } = await openApp(SETTINGS, server);
  const accept = await screen.findByRole('button', { name: `Aceptar la versión ${PROCESSING_AGREEMENT.version}` });
  const card = accept.closest('section') as HTMLElement;
  expect(card).toHaveTextContent('Aceptaste la versión 2025-01 el 01/02/2025');
  await user.click(accept);
  await waitFor(() => expect(card).toHaveTextContent(`Aceptaste la versión ${PROCESSING_AGREEMENT.version} el`));
  expect(card).toHaveTextContent(', la vigente.');
  expect(within(card).queryByRole('button')).not.toBeInTheDocument();
});

test('a version that was replaced meanwhile is not accepted, and the new one is shown', async () => {
  const server = serverFor();
  server.reply(getProcessingAgreement, NONE);
  const { user } = await openApp(SETTINGS, server);
  const button = await screen.findByRole('button', { name: /^Aceptar la versión/ });
  server.respond(acceptProcessingAgreement, 409, { code: 'AGREEMENT_OUTDATED', error: 'Vuelve a leerlo.' });
  server.reply(getProcessingAgreement, { ...NONE, version: '2027-03' });
  await user.click(button);
  await expectToast(/Hay otra versión|Vuelve a leerlo/);
  expect(await screen.findByRole('button', { name: 'Aceptar la versión 2027-03' })).toBeVisible();
});
