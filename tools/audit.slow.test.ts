import { expect } from 'vitest';
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
