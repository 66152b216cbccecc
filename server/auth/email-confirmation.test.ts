import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAccount } from '#contract/account';
import { login, me } from '#contract/auth';
import { listPatients } from '#contract/patients';
import { setIdentity } from '#contract/professional-identity';
import { confirmEmail, confirmRecovery, requestConfirmationMail } from '#contract/recovery';
import { type Mailbox, openMailbox, tokenIn } from '#server/testing/mailbox';
import { createTestApp, type TestApp } from '#server/testing/test-app';

const DAY_MS = 24 * 3600 * 1000;

let testApp: TestApp;
let mailbox: Mailbox;
beforeAll(async () => {
  [testApp, mailbox] = await Promise.all([createTestApp({ sendsMail: true }), openMailbox()]);
});
afterAll(async () => {
  await Promise.all([testApp.close(), mailbox.close()]);
});

const confirm = (token: string) => testApp.send(confirmEmail, { body: { token } });

async function newProfessional() {
  const person = await testApp.newProfessional();
  const [mail] = await mailbox.deliver(testApp);
  return { ...person, token: tokenIn(mail as never), mail };
}

test('registration sends a link, the account says so until it is opened, and nothing is blocked meanwhile', async () => {
  const ana = await newProfessional();
  expect(ana.mail?.to).toEqual([ana.user.email]);
  expect(ana.mail?.text).toContain('http://localhost:3000/confirmar-correo#');
  expect(ana.user.emailUnconfirmed).toBe(true);
  expect((await ana.send(listPatients)).status).toBe(200);

  expect((await confirm(ana.token)).status).toBe(204);
  expect((await ana.send(me)).body.emailUnconfirmed).toBeUndefined();
  const [entry] = await testApp.sql`
    select act from audit_entries where owner_id = ${ana.user._id} and act = 'email.confirmed'`;
  expect(entry).toEqual({ act: 'email.confirmed' });
  expect((await confirm(ana.token)).error.code).toBe('LINK_INVALID');
});

test('a new link can be asked for, and a confirmed account gets no more of them', async () => {
  const ana = await newProfessional();
  expect((await ana.send(requestConfirmationMail)).status).toBe(202);
  const [again] = await mailbox.deliver(testApp);
  expect((await confirm(tokenIn(again as never))).status).toBe(204);
  expect((await confirm(ana.token)).error.code).toBe('LINK_INVALID');
  expect((await ana.send(requestConfirmationMail)).status).toBe(202);
  expect(await mailbox.deliver(testApp)).toEqual([]);
});

test('a link expires after seven days and recovers no password', async () => {
  const ana = await newProfessional();
  const body = { token: ana.token, password: 'otra clave larga' };
  expect((await testApp.send(confirmRecovery, { body })).error.code).toBe('LINK_INVALID');
  testApp.passTime(7 * DAY_MS + 1);
  expect((await confirm(ana.token)).error.code).toBe('LINK_INVALID');
});

test('an identity is confirmed only when the address is', async () => {
  const [ana, admin] = await Promise.all([newProfessional(), testApp.newAdmin()]);
  const decide = () =>
    admin.send(setIdentity, {
      params: { id: ana.user._id },
      body: { verified: true, evidence: 'Registro de la Superintendencia, 15-11-2026' },
    });
  expect((await decide()).error.code).toBe('EMAIL_UNCONFIRMED');
  await confirm(ana.token);
  expect((await decide()).status).toBe(204);
});

test('an installation without mail answers as the specification says', async () => {
  const silent = await createTestApp();
  const ana = await silent.newProfessional();
  const { body } = await silent.send(login, { body: { email: ana.user.email, password: 'clave-de-prueba' } });
  for (const user of [body.user, (await ana.send(me)).body, (await ana.send(getAccount)).body]) {
    expect(user).not.toHaveProperty('emailUnconfirmed');
  }
  expect((await ana.send(requestConfirmationMail)).status).toBe(404);
  expect((await silent.send(confirmEmail, { body: { token: 'A'.repeat(43) } })).status).toBe(404);
  await silent.close();
});
