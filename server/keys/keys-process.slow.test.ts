import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { superuserPassword } from '#server/platform/embedded-postgres/embedded-password';
import { patientInput, registration } from '#server/testing/inputs';
import { freePort, type Served, serve, withPassphrase } from '#server/testing/process';
import { queryAsSuperuser, test } from '#server/testing/process-test';

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

type SignedIn = Awaited<ReturnType<typeof signIn>>;

async function refusal(environment: Record<string, string>) {
  const { code, output } = await serve({ PORT: await freePort(), ...environment }).ended;
  return { code, lines: output.trim().split('\n') };
}

const refused = (line: RegExp) => ({ code: 1, lines: [expect.stringMatching(line)] });

test('a missing or wrong key refuses the start, and a rotation beside a running server changes the key without downtime', async ({
  start,
  dataDir,
  emptyDir,
}) => {
  const first = await start();
  const ana = await signIn(first);
  const { body: patient } = await ana('/api/patients', patientInput({ allergies: 'Penicilina' }));
  expect(patient.allergies).toBe('Penicilina');

  // A second process on the same database, which has keys of its own or none.
  const password = await superuserPassword(dataDir);
  const url = `postgres://postgres:${password}@localhost/postgres?host=${join(dataDir, 'run')}`;
  const second = (environment: Record<string, string>) =>
    refusal({ DATABASE_URL: url, DATA_DIR: emptyDir, ...environment });
  expect(await second({})).toEqual(refused(/^Data key 1 is missing: .+ does not exist\. Put it back from your copy/));
  expect(await readdir(emptyDir)).toEqual([]);
  const dataKeys = (await readFile(join(dataDir, 'keys/data.keys'), 'utf8')).trim();
  expect(await second({ DATA_KEYS: dataKeys, TOKEN_KEY: newKey() })).toEqual(
    refused(/^The token key in TOKEN_KEY is not the key of this database/),
  );
  first.kill('SIGTERM');
  await first.ended;

  const path = join(dataDir, 'keys/data.keys');
  await rename(path, `${path}.away`);
  expect(await refusal({ DATA_DIR: dataDir })).toEqual(refused(/^Data key 1 is missing: .+data\.keys does not exist/));
  await rename(`${path}.away`, path);
  await rename(join(dataDir, 'keys/signing.pem'), join(dataDir, 'keys/signing.away'));
  const server = await start({ LOG_LEVEL: 'silent' });
  expect(server.output()).toMatch(/^Warning: documents are signed with another certificate/m);
  await expectRotation(await signIn(server), dataDir, emptyDir);
});

/** The keys are rotated while the account writes, and then exported. */
async function expectRotation(ana: SignedIn, dataDir: string, emptyDir: string): Promise<void> {
  const { body: patient } = await ana('/api/patients', patientInput({ allergies: 'Penicilina' }));
  const environment = { DATA_DIR: dataDir, ...withPassphrase('tres tristes tigres') };
  const keys = async (args: string[]) => {
    const { code, output } = await serve(environment, ['node', 'tools/keys.ts', ...args]).ended;
    return { code, output };
  };

  const rotating = keys(['rotate']);
  const statuses = new Set<number>();
  let isRotating = true;
  void rotating.then(() => {
    isRotating = false;
  });
  for (let visit = 0; isRotating; visit++) {
    const { status, body } = await ana('/api/clinical-notes', { patientId: patient._id, reason: `Visita ${visit}` });
    statuses.add(status);
    expect((await ana(`/api/clinical-notes/${body._id}`)).body.reason).toBe(`Visita ${visit}`);
  }
  const { code, output } = await rotating;
  expect([...statuses]).toEqual([201]);
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('Data key 2 encrypts all text') });
  expect(output).toMatch(/\[#{30}\] 100 % of \d+ rows/);
  expect((await ana(`/api/patients/${patient._id}`)).body.allergies).toBe('Penicilina');
  expect(await queryAsSuperuser(dataDir, 'select distinct get_byte(content, 1) as key from clinical_notes')).toEqual([
    { key: 2 },
  ]);
  const { output: status } = await keys(['status']);
  expect(status).toMatch(
    /^ {2}key 1: retired, fingerprint [0-9a-f]{16}, 0 rows\. Data key 1 is retired: it may be removed/m,
  );
  expect(status).toMatch(/^ {2}key 2: current, fingerprint [0-9a-f]{16}, \d+ rows$/m);
  expect(status).toMatch(/^Running: \S+ decrypts with 1, 2 and encrypts with 2$/m);

  const copy = join(emptyDir, 'keys.age');
  expect(await keys(['export', copy])).toEqual({
    code: 0,
    output: `${copy}: data.keys, token.key, signing.pem, push.key, verified. Keep it apart from the data and from the passphrase\n`,
  });
  expect((await keys(['erase'])).output).toMatch(/^Usage: npm run keys -- status \| rotate/);
}
