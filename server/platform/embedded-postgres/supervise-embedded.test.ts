import { expect, test } from 'vitest';
import { eventually } from '#server/testing/eventually';
import { superviseEmbedded } from './supervise-embedded.ts';

test('PostgreSQL is started again although the free space of its disk cannot be determined', async () => {
  const dataDir = '/nowhere/ficha-austral';
  const cluster = {
    folder: `${dataDir}/postgres`,
    logPath: `${dataDir}/postgres.log`,
    socket: { folder: `${dataDir}/run`, superuser: 'postgres', password: 'x' },
    place: { dataDir, binaries: '/nowhere', account: undefined, settings: {} },
  };
  const lock = {
    ended: Promise.resolve(),
    query: async () => ({ rows: [], rowCount: 0 }),
    release: async () => undefined,
  };
  const lines: string[] = [];
  const stop = superviseEmbedded(cluster, lock, { report: (line) => lines.push(line), onLost: () => undefined });
  await eventually(() => expect(lines).toContain('PostgreSQL died and is started again'));
  expect(lines[1]).toMatch(/^The free space of \/nowhere\/ficha-austral cannot be determined or made: ENOENT/);
  await stop();
});
