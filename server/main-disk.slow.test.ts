import { readdir } from 'node:fs/promises';
import { expect } from 'vitest';
import { login, register } from '#contract/auth';
import { ERRORS } from '#contract/errors';
import { registration } from './testing/inputs.ts';
import { test } from './testing/process-test.ts';

test('a start below the floor of free space succeeds, refuses writes and says so', async ({ start, dataDir }) => {
  // More than any disk has.
  const server = await start({ DISK_FLOOR_MB: '1000000000000' });
  const post = (path: string, body: unknown) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const refused = await post(register.path, registration());
  expect({ status: refused.status, body: await refused.json() }).toMatchObject({
    status: 503,
    body: { code: 'STORAGE_LOW', error: ERRORS.STORAGE_LOW.message },
  });
  expect((await post(login.path, { email: 'nadie@ejemplo.cl', password: 'x' })).status).toBe(401);
  expect(server.output()).toMatch(
    /has \d+ MB free, less than DISK_FLOOR_MB=1000000000000: writes are refused with 503/,
  );
  expect(await readdir(dataDir)).toContain('disk-reserve');
});
