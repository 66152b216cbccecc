import { pbkdf2 } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Cluster, launch } from './embedded-process.ts';

/** Keeps the thread pool of Node busy, as hashing passwords does. File operations wait meanwhile. */
function occupyThreadPool(): void {
  for (let task = 0; task < 8; task++) pbkdf2('clave', 'sal', 60_000, 64, 'sha512', () => undefined);
}

test('a PostgreSQL that ends at once is noticed, however busy the process is', { timeout: 15_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ficha-launch-'));
  try {
    const program = join(dataDir, 'bin/postgres');
    await mkdir(join(dataDir, 'bin'));
    await writeFile(program, '#!/bin/sh\nexit 1\n');
    await chmod(program, 0o755);
    const cluster: Cluster = {
      folder: join(dataDir, 'postgres'),
      logPath: join(dataDir, 'postgres.log'),
      socket: { folder: join(dataDir, 'run'), superuser: 'postgres', password: '' },
      place: { dataDir, binaries: dataDir, account: undefined },
    };
    // An aborted launch makes one attempt.
    const launched = launch(cluster, AbortSignal.abort());
    occupyThreadPool();
    await expect(launched).rejects.toThrow(/abort/);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
