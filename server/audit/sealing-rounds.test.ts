import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/test-app';
import { sealingRounds } from './sealing-job.ts';

const FIVE_MINUTES = 5 * 60 * 1000;
const SEALED = 'the access log was sealed';

let testApp: TestApp;
let folder: string;
let printed: string[];
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ficha-rounds-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Starts a server in an empty folder: its first round. Returns the next round, which finds new entries. */
async function firstRound() {
  printed = [];
  const print = (_: object, message: string) => void printed.push(message);
  const deps = { ...testApp.deps, inform: print, warn: print };
  await testApp.newProfessional();
  const next = sealingRounds(deps, testApp.ring, folder, new AbortController().signal);
  await next();
  return async () => {
    printed = [];
    testApp.passTime(FIVE_MINUTES);
    await testApp.newProfessional();
    await next();
    return printed;
  };
}

const fileNames = () => readdir(folder);

describe('a running server warns', () => {
  // Before any other test of this file: afterwards the database has earlier seals.
  test('of nothing at the first start of an installation', async () => {
    await firstRound();
    expect(printed).toEqual([SEALED]);
  });

  test('when its newest lines are missing, once', async () => {
    const next = await firstRound();
    expect(await next()).toEqual([SEALED]);
    const [name = ''] = await fileNames();
    const [first] = (await readFile(join(folder, name), 'utf8')).split('\n');
    await writeFile(join(folder, name), `${first}\n`);
    expect(await next()).toEqual([expect.stringMatching(/^lines of DATA_DIR\/audit were removed/), SEALED]);
    expect(await next()).toEqual([SEALED]);
  });

  test('when its files are gone, once', async () => {
    const next = await firstRound();
    for (const name of await fileNames()) await rm(join(folder, name));
    expect(await next()).toEqual([expect.stringMatching(/^DATA_DIR\/audit has no seals/), SEALED]);
    expect(await next()).toEqual([SEALED]);
  });

  test('of nothing when past months are moved away', async () => {
    const next = await firstRound();
    const [name = ''] = await fileNames();
    testApp.passTime(32 * 24 * 3600 * 1000);
    await next();
    await rename(join(folder, name), join(folder, 'archived'));
    expect(await next()).toEqual([SEALED]);
  });
});
