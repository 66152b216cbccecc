import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { acceptInvitation, getInvitation, inviteAssistant, listAssistants } from '#contract/assistants';
import { answerChallenge, me, register } from '#contract/auth';
import { requestRecovery } from '#contract/recovery';
import { codeAt, enableSecondFactor } from '#server/testing/authenticator';
import { registration } from '#server/testing/inputs';
import { accept, invitation, invite } from '#server/testing/invitations';
import { openMailbox, tokenIn } from '#server/testing/mailbox';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

const OTHER_PASSWORD = 'otra clave larga';

let testApp: TestApp;
let ana: Person;
let berta: Person;
beforeAll(async () => {
  testApp = await createTestApp({ sendsMail: true });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  [ana, berta] = await Promise.all([testApp.newProfessional(), testApp.newProfessional()]);
});

/** An assistant of Ana whom Berta has invited too. */
async function invitedTwice() {
  const first = await invite(ana);
  await accept(testApp, first.token);
  return { ...(await invite(berta, { email: first.email, name: 'M. Soto' })), email: first.email };
}

const countAccounts = async (email: string) => (await testApp.sql`select from users where email = ${email}`).length;

test('a new account needs a password of six characters, and the link goes on working', async () => {
  const { token, email } = await invite(ana);
  const { status, error } = await accept(testApp, token, '12345');
  expect([status, error.details]).toEqual([
    400,
    [{ field: 'password', message: 'La contraseña debe tener al menos 6 caracteres' }],
  ]);
  expect(await countAccounts(email)).toBe(0);
  expect((await accept(testApp, token)).status).toBe(200);
});

test('two requests with one link make one account', async () => {
  const { token, email } = await invite(ana);
  const replies = await Promise.all(Array.from({ length: 8 }, () => accept(testApp, token)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)]);
  expect(await countAccounts(email)).toBe(1);
});

test('two invitations accepted at once make one account, which has both', async () => {
  const one = await invite(ana);
  const other = await invite(berta, { email: one.email });
  const replies = await Promise.all([accept(testApp, one.token), accept(testApp, other.token)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(await countAccounts(one.email)).toBe(1);
  for (const owner of [ana, berta]) {
    expect((await owner.send(listAssistants)).body).toMatchObject([{ status: 'active' }]);
  }
});

test('an assistant accepts another invitation with their own password, and keeps their name', async () => {
  const { token, email } = await invitedTwice();
  expect((await testApp.send(getInvitation, { params: { token } })).body).toMatchObject({ hasAccount: true });
  const { body } = await accept(testApp, token);
  expect(body).toMatchObject({ user: { name: 'Marta Soto', email } });
  expect(await countAccounts(email)).toBe(1);
});

test('a wrong password is recorded as a failed login, and accepts nothing', async () => {
  const { token, email } = await invitedTwice();
  const { status, error } = await accept(testApp, token, OTHER_PASSWORD);
  expect([status, error.code]).toEqual([401, 'WRONG_CREDENTIALS']);
  expect((await berta.send(listAssistants)).body).toMatchObject([{ status: 'invited' }]);
  await testApp.deps.accessRecorder.flush();
  const failures = await testApp.sql`
    select from audit_entries e join users u on u.id = e.owner_id where u.email = ${email} and e.act = 'login.failed'`;
  expect(failures).toHaveLength(1);
  expect((await accept(testApp, token)).status).toBe(200);
});

test('tries through several invitations are limited like logins', async () => {
  const limited = await createTestApp({ rateLimit: true });
  const [professional, ...others] = await Promise.all(Array.from({ length: 3 }, () => limited.newProfessional()));
  const { email, token } = await invite(professional as Person);
  await accept(limited, token);
  const statuses = [];
  for (const other of others) {
    const again = await invite(other, { email });
    for (let i = 0; i < 6; i += 1) statuses.push((await accept(limited, again.token, OTHER_PASSWORD)).status);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  await limited.close();
});

test('an address gets ten invitations in an hour, whoever sends them', async () => {
  const limited = await createTestApp({ rateLimit: true });
  const professionals = await Promise.all(Array.from({ length: 2 }, () => limited.newProfessional()));
  const statuses = [];
  for (let i = 0; i < 12; i += 1) {
    const sender = professionals[i % 2] as Person;
    statuses.push((await sender.send(inviteAssistant, { body: invitation({ email: 'rosa@ejemplo.cl' }) })).status);
  }
  expect(statuses).toEqual([...Array(10).fill(201), 429, 429]);
  const [first] = professionals as [Person];
  expect((await first.send(listAssistants)).body).toHaveLength(1);
  await limited.close();
});

test('with a second factor the invitation is accepted, and the login continues with a code', async () => {
  const first = await invite(ana);
  await accept(testApp, first.token);
  const marta = await testApp.logIn(first.email);
  const { secret } = await enableSecondFactor(testApp, marta);
  const { token } = await invite(berta, { email: first.email });
  const { body } = await accept(testApp, token);
  if (!('challenge' in body)) throw new Error('no code was asked for');
  expect((await berta.send(listAssistants)).body).toMatchObject([{ status: 'active' }]);
  testApp.passTime(60_000);
  const code = codeAt(secret, testApp.deps.now());
  const answered = await testApp.send(answerChallenge, { body: { challenge: body.challenge, code } });
  expect(answered.body).toMatchObject({ user: { role: 'assistant' } });
});

test('an address that became a professional meanwhile accepts nothing', async () => {
  const { token, email } = await invite(ana);
  await testApp.newProfessional({ email });
  const { status, error } = await accept(testApp, token);
  expect([status, error.code]).toEqual([409, 'EMAIL_IN_USE']);
  expect((await testApp.send(getInvitation, { params: { token } })).body).toMatchObject({ hasAccount: false });
});

test('nobody registers as a professional with the address of an assistant', async () => {
  const { token, email } = await invite(ana);
  await accept(testApp, token);
  const { status, error } = await testApp.send(register, { body: registration({ email }) });
  expect([status, error.code]).toEqual([409, 'EMAIL_TAKEN']);
});

test('an assistant confirms the address and recovers the password by mail', async () => {
  const mailbox = await openMailbox();
  const { token, email } = await invite(ana);
  const { body } = await accept(testApp, token);
  if (!('accessToken' in body)) throw new Error('a code was asked for');
  await testApp.send(requestRecovery, { body: { email } });
  const mails = (await mailbox.deliver(testApp)).filter(({ to }) => to.includes(email));
  expect(mails.map((mail) => tokenIn(mail).length)).toEqual([43, 43]);
  expect((await testApp.send(me, {}, body.accessToken)).body).toMatchObject({ emailUnconfirmed: true });
  await mailbox.close();
});

test('a body without a password is refused', async () => {
  const { token } = await invite(ana);
  const { error } = await testApp.send(acceptInvitation, { params: { token }, body: {} as { password: string } });
  expect(error.details).toEqual([{ field: 'password', message: 'La contraseña es requerida' }]);
});
