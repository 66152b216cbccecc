import { pbkdf2 } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Cluster, launch } from './embedded-process.ts';

/** Keeps the thread pool of Node busy, as hashing passwords does. File operations wait meanwhile. */
function occupyThreadPool(): void {
  for (let task = 0; task < 8; task++) pbkdf2('clave', 'sal', 60_000, 64, 'sha512', () => undefined);
}

let dataDir: string;
let cluster: Cluster;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ficha-launch-'));
  await mkdir(join(dataDir, 'bin'));
  await mkdir(join(dataDir, 'run'));
  cluster = {
    folder: join(dataDir, 'postgres'),
    logPath: join(dataDir, 'postgres.log'),
    socket: { folder: join(dataDir, 'run'), superuser: 'postgres', password: '' },
    place: { dataDir, binaries: dataDir, account: undefined },
  };
});
afterEach(() => rm(dataDir, { recursive: true }));

async function writeProgram(command: string): Promise<void> {
  const program = join(dataDir, 'bin/postgres');
  await writeFile(program, `#!/bin/sh\n${command}\n`);
  await chmod(program, 0o755);
}

test('a PostgreSQL that ends at once is noticed, however busy the process is', { timeout: 15_000 }, async () => {
  await writeProgram('exit 1');
  // An aborted launch makes one attempt.
  const launched = launch(cluster, AbortSignal.abort());
  occupyThreadPool();
  await expect(launched).rejects.toThrow(/abort/);
});

test.each([
  ['while the launched one waits', 'exec sleep 60'],
  ['after the launched one has ended', 'exit 1'],
])('a password that another PostgreSQL refuses %s refuses the start', async (_, command) => {
  await writeProgram(command);
  const fields = ['SFATAL', 'C28P01', 'Mpassword authentication failed', '\0'].join('\0');
  const reply = Buffer.concat([Buffer.from('E\0\0\0'), Buffer.from([fields.length + 4]), Buffer.from(fields)]);
  const other = createServer((connection) => connection.once('data', () => connection.end(reply)));
  await once(other.listen(join(dataDir, 'run/.s.PGSQL.5432')), 'listening');
  try {
    const reason = `PostgreSQL is running on ${cluster.folder}, and the password in ${dataDir}/keys/postgres.password is missing or wrong.`;
    await expect(launch(cluster)).rejects.toMatchObject({
      name: 'StartRefused',
      message: expect.stringContaining(reason),
    });
  } finally {
    other.close();
  }
});
