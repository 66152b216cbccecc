import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ScramClient } from './scram-client.ts';

/** AuthenticationCleartextPassword of the PostgreSQL protocol. */
const ASKS_FOR_PASSWORD = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]);

test('the password is not sent to a server that asks for it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ficha-socket-'));
  const received: Buffer[] = [];
  const impostor = createServer((socket) => {
    socket.on('error', () => undefined).on('data', (chunk) => received.push(chunk));
    socket.once('data', () => socket.write(ASKS_FOR_PASSWORD));
  });
  impostor.listen(join(folder, '.s.PGSQL.5432'));
  await once(impostor, 'listening');
  const client = new ScramClient({ host: folder, user: 'postgres', password: 'secreta', database: 'postgres' });
  client.on('error', () => undefined);
  await expect(client.connect()).rejects.toThrow('asked for the password itself');
  await new Promise((resolve) => impostor.close(resolve));
  expect(Buffer.concat(received).toString('latin1')).toContain('postgres');
  expect(Buffer.concat(received).toString('latin1')).not.toContain('secreta');
  await rm(folder, { recursive: true });
});
