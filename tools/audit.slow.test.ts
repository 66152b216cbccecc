import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { eventually } from '#server/testing/eventually';
import { patientInput, registration } from '#server/testing/inputs';
import { serve } from '#server/testing/process';
import { queryAsSuperuser, test } from '#server/testing/process-test';

test.concurrent('a clean stop loses no read, and a change of the log is found, beside a server and without one', async ({
  start,
  dataDir,
}) => {
  const verify = async (...args: string[]) => {
    const { code, output } = await serve({ DATA_DIR: dataDir }, ['node', 'tools/audit.ts', 'verify', ...args]).ended;
    return { code, lines: output.trim().split('\n') };
  };
  const server = await start();
  const post = async (path: string, body: unknown, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    return (await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const account = registration();
  await post('/api/auth/register', account);
  const { accessToken, user } = await post('/api/auth/login', account);
  const patient = await post('/api/patients', patientInput(), accessToken);
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await fetch(`${server.url}/api/patients/${patient._id}`, { headers })).status).toBe(200);
  // At once: what was read a moment ago is not written yet.
  server.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);

  const stopped = await verify();
  expect(stopped).toMatchObject({
    code: 0,
    lines: expect.arrayContaining(['The access log is complete and unchanged']),
  });

  await start();
  const acts = await queryAsSuperuser<{ act: string }>(
    dataDir,
    'select act from audit_entries where owner_id = $1 order by number',
    [user._id],
  );
  expect(acts.map(({ act }) => act)).toEqual([
    'account.registered',
    'session.started',
    'patient.created',
    'patient.opened',
  ]);
  const beside = await verify();
  expect(beside.code).toBe(0);
  const seal = beside.lines.map((line) => /^Last seal: (\d+:[0-9a-f]+)$/.exec(line)?.[1]).find(Boolean) ?? '';
  expect((await verify('--seal', seal)).code).toBe(0);

  await queryAsSuperuser(
    dataDir,
    `alter table audit_entries disable trigger user; delete from audit_entries where act = 'patient.opened';
     alter table audit_entries enable trigger user`,
  );
  const changed = await verify();
  expect(changed.code).toBe(1);
  expect(changed.lines).toEqual(
    expect.arrayContaining([
      `Problem: owner ${user._id}, entry 4: removed from the end`,
      'The access log was changed: 1 problem',
    ]),
  );
});

test.concurrent('removed seals are found by the files of the data folder, until the operator accepts a restore', async ({
  start,
  dataDir,
}) => {
  const audit = async (command: string) => {
    const { code, output } = await serve({ DATA_DIR: dataDir }, ['node', 'tools/audit.ts', command]).ended;
    return { code, lines: output.trim().split('\n') };
  };
  const server = await start();
  const [name = ''] = await eventually(async () => {
    const names = await readdir(join(dataDir, 'audit'));
    expect(names).toHaveLength(1);
    return names;
  });
  expect(name).toMatch(/^seals-\d{4}-\d\d\.log$/);
  expect(await audit('verify')).toMatchObject({ code: 0 });
  expect(await audit('accept-restore')).toMatchObject({
    code: 0,
    lines: ['The database has every seal of DATA_DIR/audit: there is nothing to accept'],
  });

  await queryAsSuperuser(
    dataDir,
    `alter table audit_seals disable trigger user; delete from audit_seals; alter table audit_seals enable trigger user;
     update audit_heads set sealed_number = 0`,
  );
  const found = await audit('verify');
  expect(found.code).toBe(1);
  expect(found.lines[0]).toMatch(
    new RegExp(
      `^Problem: seal 1 \\(owner .*, entry \\d+\\): removed from the database, and present in ${name}, line 1$`,
    ),
  );
  server.kill('SIGTERM');
  await server.ended;
  await start();
  expect((await audit('verify')).code).toBe(1);
  const accepted = await audit('accept-restore');
  expect(accepted.lines[0]).toMatch(/^Accepted: seals after 0, until .*, were lost with the restore$/);
  expect((await audit('verify')).code).toBe(0);

  await rm(join(dataDir, 'audit'), { recursive: true });
  const gone = await audit('verify');
  expect(gone.code).toBe(1);
  expect(gone.lines[0]).toMatch(/^Problem: seals? .*: DATA_DIR\/audit has no seals\./);
});
