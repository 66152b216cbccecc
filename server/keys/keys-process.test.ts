import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePort, type Served, serve } from '#server/testing/process';
import { test } from '#server/testing/process-test';
import { patientInput, registration } from '#server/testing/test-app';

const newKey = () => randomBytes(32).toString('base64');

async function signIn(server: Served) {
  const account = registration();
  const call = async (path: string, body?: unknown, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const method = body === undefined ? 'GET' : 'POST';
    const reply = await fetch(`${server.url}${path}`, { method, headers, body: JSON.stringify(body) });
    return { status: reply.status, body: await reply.json() };
  };
  await call('/api/auth/register', account);
  const { body } = await call('/api/auth/login', account);
  return (path: string, sent?: unknown) => call(path, sent, body.accessToken);
}

async function refusal(environment: Record<string, string>) {
  const { code, output } = await serve({ PORT: await freePort(), ...environment }).ended;
  return { code, lines: output.trim().split('\n') };
}

const refused = (line: RegExp) => ({ code: 1, lines: [expect.stringMatching(line)] });

test.concurrent('a missing, wrong or duplicated key refuses the start, and nothing is made or written', async ({
  start,
  dataDir,
  emptyDir,
}) => {
  const first = await start();
  const ana = await signIn(first);
  const { body: patient } = await ana('/api/patients', patientInput({ allergies: 'Penicilina' }));
  expect(patient.allergies).toBe('Penicilina');

  // A second process on the same database, which has keys of its own or none.
  const url = `postgres://postgres@localhost/postgres?host=${join(dataDir, 'run')}`;
  const second = (environment: Record<string, string>) =>
    refusal({ DATABASE_URL: url, DATA_DIR: emptyDir, ...environment });
  expect(await second({})).toEqual(refused(/^Data key 1 is missing: .+ does not exist\. Put it back from your copy/));
  expect(await readdir(emptyDir)).toEqual([]);
  expect(await second({ DATA_KEYS: `1:${newKey()}` })).toEqual(
    refused(/^Data key 1 in DATA_KEYS is not the key of this database: its fingerprint is/),
  );
  const dataKeys = (await readFile(join(dataDir, 'keys/data.keys'), 'utf8')).trim();
  expect(await second({ DATA_KEYS: `${dataKeys},1:${newKey()}` })).toEqual(
    refused(/^Data key 1 is in DATA_KEYS twice/),
  );
  expect(await second({ DATA_KEYS: dataKeys, TOKEN_KEY: newKey() })).toEqual(
    refused(/^The token key in TOKEN_KEY is not the key of this database/),
  );
  first.kill('SIGTERM');
  await first.ended;

  const path = join(dataDir, 'keys/data.keys');
  await rename(path, `${path}.away`);
  expect(await refusal({ DATA_DIR: dataDir })).toEqual(refused(/^Data key 1 is missing: .+data\.keys does not exist/));
  await writeFile(path, dataKeys.slice(0, 20));
  expect(await refusal({ DATA_DIR: dataDir })).toEqual(refused(/^Data key 1 in .+data\.keys is damaged: .+32 bytes/));
  await rename(`${path}.away`, path);
  await rename(join(dataDir, 'keys/signing.pem'), join(dataDir, 'keys/signing.away'));
  const again = await start();
  expect(again.output()).toMatch(/^Warning: documents are signed with another certificate/m);
});
