import { expect, test } from 'vitest';
import { eventually } from '#server/testing/eventually';
import { mayRestart, superviseEmbedded } from './supervise-embedded.ts';

const MINUTE = 60_000;

test('PostgreSQL is started again at most five times in ten minutes', () => {
  expect(mayRestart([], 0)).toBe(true);
  expect(
    mayRestart(
      [0, 1, 2, 3].map((n) => n * MINUTE),
      4 * MINUTE,
    ),
  ).toBe(true);
  const five = [0, 1, 2, 3, 4].map((n) => n * MINUTE);
  expect(mayRestart(five, 5 * MINUTE)).toBe(false);
  expect(mayRestart(five, 10 * MINUTE - 1)).toBe(false);
  expect(mayRestart(five, 10 * MINUTE)).toBe(true);
});

test('PostgreSQL is started again although the free space of its disk cannot be determined', async () => {
  const dataDir = '/nowhere/ficha-austral';
  const cluster = {
    folder: `${dataDir}/postgres`,
    logPath: `${dataDir}/postgres.log`,
    socket: { folder: `${dataDir}/run`, superuser: 'postgres', password: 'x' },
    place: { dataDir, binaries: '/nowhere', account: undefined, settings: {} },
  };
  const lock = { ended: Promise.resolve(), query: async () => ({ rows: [] }), release: async () => undefined };
  const lines: string[] = [];
  const stop = superviseEmbedded(cluster, lock, { report: (line) => lines.push(line), onLost: () => undefined });
  await eventually(() => expect(lines).toContain('PostgreSQL died and is started again'));
  expect(lines[1]).toMatch(/^The free space of \/nowhere\/ficha-austral cannot be determined or made: ENOENT/);
  await stop();
});
