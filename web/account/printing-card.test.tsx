import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getPrintSettings, putPrintSettings } from '#contract/print-settings';
import { expectToast, openApp, serverFor } from '#web/testing/open-app.tsx';

const SETTINGS = '/dashboard/configuracion';
const pageSize = () => screen.findByLabelText<HTMLSelectElement>('Tamaño de hoja');

test('the page is letter, and another one is saved as soon as it is chosen', async () => {
  const server = serverFor();
  const { user } = await openApp(SETTINGS, server);
  expect(await pageSize()).toHaveValue('letter');
  expect([...(await pageSize()).options].map(({ text }) => text)).toEqual([
    'Carta (21,6 × 27,9 cm)',
    'A4 (21 × 29,7 cm)',
    'Media carta para recetas',
  ]);

  server.reply(putPrintSettings, { pageSize: 'half-letter' });
  await user.selectOptions(await pageSize(), 'half-letter');
  await expectToast('ÉxitoTamaño de hoja guardado correctamente');
  expect(server.requests(putPrintSettings).map(({ body }) => body)).toEqual([{ pageSize: 'half-letter' }]);
  expect(await pageSize()).toHaveValue('half-letter');
});

test('a page that could not be saved is not shown as chosen', async () => {
  const server = serverFor();
  const { user } = await openApp(SETTINGS, server);
  server.respond(putPrintSettings, 500, {});
  await user.selectOptions(await pageSize(), 'a4');
  await expectToast(/No se pudo guardar el tamaño de hoja/);
  await vi.waitFor(async () => expect(await pageSize()).toHaveValue('letter'));
});

test('settings that could not be loaded can be loaded again', async () => {
  const server = serverFor();
  server.respond(getPrintSettings, 500, {});
  const { user } = await openApp(SETTINGS, server);
  const failure = (await screen.findByText('No se pudo cargar el tamaño de hoja')).closest('div') as HTMLElement;
  server.reply(getPrintSettings, { pageSize: 'a4' });
  await user.click(within(failure).getByRole('button'));
  expect(await pageSize()).toHaveValue('a4');
});
