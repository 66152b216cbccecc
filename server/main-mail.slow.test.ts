import { expect } from 'vitest';
import { register } from '#contract/auth';
import { confirmRecovery, requestRecovery } from '#contract/recovery';
import { eventually } from './testing/eventually.ts';
import { registration } from './testing/inputs.ts';
import { openMailbox, tokenIn } from './testing/mailbox.ts';
import type { Served } from './testing/process.ts';
import { test as base } from './testing/process-test.ts';

const test = base.extend('mailbox', async ({ task: _ }, { onCleanup }) => {
  const mailbox = await openMailbox();
  onCleanup(() => mailbox.close());
  return mailbox;
});

const call = (server: Served, { method, path }: { method: string; path: string }, body: unknown) =>
  fetch(server.url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('the product delivers mail by itself, logs neither token nor address, and stops at once', async ({
  start,
  mailbox,
}) => {
  const server = await start({
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Ficha Austral <no-responder@ficha.cl>',
    PUBLIC_URL: 'https://ficha.cl',
    LOG_LEVEL: 'debug',
  });
  const account = registration();
  expect((await call(server, register, account)).status).toBe(201);
  expect((await call(server, requestRecovery, { email: account.email })).status).toBe(202);
  await eventually(() => expect(mailbox.received).toHaveLength(2));
  const recovery = mailbox.received.find(({ text }) => text.includes('https://ficha.cl/nueva-contrasena#'));
  const token = tokenIn(recovery as never);
  expect((await call(server, confirmRecovery, { token, password: 'otra clave larga' })).status).toBe(204);
  server.kill('SIGTERM');
  const { code, output } = await server.ended;
  expect(code).toBe(0);
  expect(output).toContain('/api/auth/recovery/confirm');
  expect(output).not.toContain(token);
  expect(output).not.toContain(account.email);
});
