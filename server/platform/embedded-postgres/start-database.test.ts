import { expect, test } from 'vitest';
import { embeddedConnections } from '../database/connection.ts';
import { openDatabase, poolSizeOf } from '../database/database.ts';
import { maxConnectionsOf } from './start-database.ts';

/** All pools of a worker, and the connection that listens. Pools connect when they are used, so nothing is opened. */
async function connectionsOfWorker(workers: number): Promise<number> {
  const socket = { folder: '/nowhere', superuser: 'postgres', password: '' };
  const database = openDatabase(embeddedConnections({ socket }), { poolSize: poolSizeOf(workers) });
  const sizes = database.poolUse().map(({ size }) => size);
  await database.close();
  return sizes.reduce((sum, size) => sum + size, 1);
}

test.each([
  [2, 40],
  [3, 35],
  [4, 27],
  [16, 27],
])('each of %i workers opens up to %i connections, as docs/operations.md says', async (workers, connections) => {
  expect(await connectionsOfWorker(workers)).toBe(connections);
});

test.each([1, 2, 3, 4, 5, 8, 16])('the embedded database of %i workers leaves some for commands', async (workers) => {
  const [reserved, primary] = [3, 1];
  const left = maxConnectionsOf(workers) - reserved - primary - workers * (await connectionsOfWorker(workers));
  expect(left).toBeGreaterThanOrEqual(5);
});
