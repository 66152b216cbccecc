import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as api from '#contract/admin';
import { adminServer } from '#web/testing/admin-server.ts';
import { expectToast, openApp } from '#web/testing/open-app.tsx';

const PAGE = '/dashboard/admin';
const MADE: api.BackupState = {
  status: 'ok',
  lastSuccessAt: '2026-07-15T15:00:00.000Z',
  lastSuccessBytes: 1_536_000,
  lastFailureAt: null,
  nextDueAt: '2026-07-16T15:00:00.000Z',
};

/** Opens the panel and returns the card. */
async function openCard(server: ReturnType<typeof adminServer>): Promise<HTMLElement> {
  await openApp(PAGE, server);
  const heading = await screen.findByRole('heading', { name: 'Respaldos' });
  const card = heading.closest('section');
  if (!card) throw new Error('the heading is not in a card');
  return card;
}

test('sin respaldos configurados, se dice sin alarma', async () => {
  const card = await openCard(adminServer(0));
  expect(await within(card).findByText('No configurados')).toBeVisible();
  expect(card).toHaveTextContent('configura BACKUP_DIR y BACKUP_PASSPHRASE');
  expect(card.querySelector('.text-red')).toBeNull();
});

test('el último respaldo se muestra con fecha, tamaño y la fecha del próximo', async () => {
  const server = adminServer(0);
  server.reply(api.getSystem, { backup: MADE });
  const card = await openCard(server);
  expect(await within(card).findByText('Al día')).toBeVisible();
  const texts = within(card)
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);
  expect(texts).toEqual(['15/07/2026 11:00', '1,5 MB', '16/07/2026 11:00']);
});

test.each([
  ['missed', 'Atrasado', 'No se hizo el respaldo que correspondía'],
  ['failed', 'Falló el último intento', 'El respaldo del 16/07/2026 11:05 no se pudo hacer'],
] as const)('un respaldo %s se dice en rojo y con palabras', async (status, label, advice) => {
  const server = adminServer(0);
  server.reply(api.getSystem, { backup: { ...MADE, status, lastFailureAt: '2026-07-16T15:05:00.000Z' } });
  const card = await openCard(server);
  expect(await within(card).findByText(label)).toHaveClass('text-red');
  expect(within(card).getByText(new RegExp(advice))).toHaveClass('text-red');
});

test('si no carga, se dice y puede intentarse de nuevo', async () => {
  const server = adminServer(0);
  server.respond(api.getSystem, 500, {}, 2);
  const { user } = await openApp(PAGE, server);
  await expectToast('No se pudo cargar el estado del sistema');
  await user.click(await screen.findByRole('button', { name: 'Volver a intentar' }));
  expect(await screen.findByText('No configurados')).toBeVisible();
});
