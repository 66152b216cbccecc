import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type BackupState, getSystem, type SystemState } from '#contract/system';
import { adminServer, QUIET_SYSTEM } from '#web/testing/admin-server.ts';
import { expectToast, letTimePass, openApp } from '#web/testing/open-app.tsx';

const PAGE = '/dashboard/admin';
const MADE: BackupState = {
  status: 'ok',
  lastSuccessAt: '2026-07-15T15:00:00.000Z',
  lastSuccessBytes: 1_536_000,
  lastFailureAt: null,
  nextDueAt: '2026-07-16T15:00:00.000Z',
};
const BUSY: SystemState = {
  ...QUIET_SYSTEM,
  requests: {
    lastHour: { total: 4200, failed: 0, p95Ms: 84.6, p99Ms: 1430 },
    minutes: [
      ...Array(58).fill({ total: 70, failed: 0, p95Ms: 80 }),
      { total: 120, failed: 0, p95Ms: 95 },
      { total: 3, failed: 0, p95Ms: null },
    ],
  },
  connections: [
    { pool: 'tenant', size: 16, idle: 2, inUse: 3, waiting: 0 },
    { pool: 'identity', size: 16, idle: 2, inUse: 1, waiting: 0 },
  ],
  backup: MADE,
};

afterEach(() => {
  vi.useRealTimers();
});

function serverWith(state: SystemState) {
  const server = adminServer(0);
  server.reply(getSystem, state);
  return server;
}

/** Opens the panel and returns the part under that heading. */
async function openPart(name: string, server: ReturnType<typeof adminServer>): Promise<HTMLElement> {
  await openApp(PAGE, server);
  const heading = await screen.findByRole('heading', { name });
  const part = heading.closest('section');
  if (!part) throw new Error('the heading is not in a section');
  return part;
}

const definitions = (part: HTMLElement) =>
  within(part)
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);

test('a healthy system says so, with figures and charts', async () => {
  const card = await openPart('Estado del sistema', serverWith(BUSY));
  expect(await within(card).findByText('Sin problemas')).toHaveClass('text-green');
  expect(within(card).queryByRole('list')).toBeNull();
  expect(within(card).getByText('4.200 en la última hora')).toBeVisible();
  expect(within(card).getByText('85 ms')).toBeVisible();
  expect(within(card).getByText('p99: 1,4 s')).toBeVisible();
  expect(definitions(card)).toEqual(
    expect.arrayContaining(['4 en uso de 32', 'Sin documentos en espera', 'Al día', '61,2 GB de 80 GB', '0.3.0']),
  );
  // The minute under way is not shown.
  const chart = within(card).getByRole('img', { name: /^Peticiones por minuto/ });
  expect(chart).toHaveAccessibleName('Peticiones por minuto, 59 minutos con datos: último 120, mínimo 70, máximo 120');
  expect(within(card).getAllByRole('img')).toHaveLength(4);
});

test('without requests there is no latency to show', async () => {
  const card = await openPart('Estado del sistema', serverWith(QUIET_SYSTEM));
  expect(await within(card).findByRole('img', { name: 'Latencia (p95): sin datos en la última hora' })).toBeVisible();
  expect(within(card).getByText('sin peticiones')).toBeVisible();
});

test('a problem is reported in words', async () => {
  const lagging = { ...BUSY, reconciliation: { lagSeconds: 1500 } };
  const card = await openPart('Estado del sistema', serverWith(lagging));
  expect(await within(card).findByText('Atención')).toHaveClass('text-orange');
  expect(within(card).getByRole('list')).toHaveTextContent('La conciliación de pagos lleva 25 min de atraso');
  expect(definitions(card)).toContain('Atrasada en 25 min');
});

test('the figures are updated by themselves', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serverWith(BUSY);
  const card = await openPart('Estado del sistema', server);
  await within(card).findByText('4.200 en la última hora');
  server.reply(getSystem, {
    ...BUSY,
    requests: { ...BUSY.requests, lastHour: { ...BUSY.requests.lastHour, total: 4321 } },
  });
  await letTimePass(21_000);
  expect(await within(card).findByText('4.321 en la última hora')).toBeVisible();
});

test('if updates stop, the figures keep their time and a single warning is shown', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serverWith(BUSY);
  const card = await openPart('Estado del sistema', server);
  await within(card).findByText('4.200 en la última hora');
  server.respond(getSystem, 500, {});
  await letTimePass(25_000);
  expect(
    await within(card).findByText(/^No se pudo cargar el estado del sistema\. Estas cifras son de las \d\d:\d\d\.$/),
  ).toBeVisible();
  expect(within(card).getByText('4.200 en la última hora')).toBeVisible();
  const asked = () => server.requests(getSystem).length;
  const before = asked();
  await letTimePass(120_000);
  expect(asked()).toBe(before);
});

test('a card that fails to load is reported and can be retried', async () => {
  const server = adminServer(0);
  server.respond(getSystem, 500, {}, 2);
  const { user } = await openApp(PAGE, server);
  await expectToast('No se pudo cargar el estado del sistema');
  await user.click(await screen.findByRole('button', { name: 'Volver a intentar' }));
  expect(await screen.findByText('No configurados')).toBeVisible();
});

test('without configured backups it says so without alarm', async () => {
  const part = await openPart('Respaldos', adminServer(0));
  expect(await within(part).findByText('No configurados')).toBeVisible();
  expect(part).toHaveTextContent('configura BACKUP_DIR y BACKUP_PASSPHRASE');
  expect(part.querySelector('.text-red')).toBeNull();
  expect(screen.getByText('Sin problemas')).toBeVisible();
});

test('the last backup is shown with date, size and the date of the next one', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-15T16:00:00Z') });
  const part = await openPart('Respaldos', serverWith(BUSY));
  expect(await within(part).findByText('Al día')).toBeVisible();
  expect(definitions(part)).toEqual(['15/07/2026 11:00', '1,5 MB', '16/07/2026 11:00']);
});

test('a backup whose folder cannot be used is not up to date, and is shown in red', async () => {
  const disks = [{ folder: 'backups' as const, freeBytes: null, totalBytes: null }];
  const part = await openPart('Respaldos', serverWith({ ...BUSY, disks }));
  expect(await within(part).findByText('Carpeta no disponible')).toHaveClass('text-red');
  expect(within(part).queryByText('Al día')).toBeNull();
  expect(within(part).getByText(/No se puede usar la carpeta de respaldos/)).toHaveClass('text-red');
});

test.each([
  ['missed', 'Atrasados', 'No se hizo el respaldo que correspondía'],
  ['failed', 'Falló el último intento', 'El respaldo del 16/07/2026 11:05 no se pudo hacer'],
] as const)('a backup %s is reported in red and in words', async (status, label, advice) => {
  const backup = { ...MADE, status, lastFailureAt: '2026-07-16T15:05:00.000Z' };
  const part = await openPart('Respaldos', serverWith({ ...BUSY, backup }));
  expect(await within(part).findByText(label)).toHaveClass('text-red');
  expect(within(part).getByText(new RegExp(advice))).toHaveClass('text-red');
  expect(screen.getByText('Atención')).toBeVisible();
});
