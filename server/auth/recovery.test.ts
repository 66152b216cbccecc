import { afterAll, beforeAll, expect, test } from 'vitest';
import { changePassword } from '#contract/account';
import { resetPassword } from '#contract/admin';
import { login, me, refresh } from '#contract/auth';
import { confirmRecovery, RECOVERY_REQUESTED_MESSAGE, requestRecovery } from '#contract/recovery';
import { removeTotp } from '#contract/second-factor';
import { reauthenticate } from '#contract/sessions';
import { enableSecondFactor } from '#server/testing/authenticator';
import { registration } from '#server/testing/inputs';
import { type Mailbox, openMailbox, tokenIn } from '#server/testing/mailbox';
import { createTestApp, type TestApp } from '#server/testing/test-app';

const PASSWORD = 'clave-de-prueba';
const NEW_PASSWORD = 'otra clave larga';
const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let testApp: TestApp;
let mailbox: Mailbox;
beforeAll(async () => {
  [testApp, mailbox] = await Promise.all([createTestApp({ sendsMail: true }), openMailbox()]);
});
afterAll(async () => {
  await Promise.all([testApp.close(), mailbox.close()]);
});

type Person = Awaited<ReturnType<TestApp['newProfessional']>>;

/** A professional whose first mail, of the confirmation, was delivered. */
async function newProfessional(): Promise<Person> {
  const person = await testApp.newProfessional();
  await mailbox.deliver(testApp);
  return person;
}

async function linkFor(email: string): Promise<string> {
  await testApp.send(requestRecovery, { body: { email } });
  const [mail] = await mailbox.deliver(testApp);
  if (!mail) throw new Error('no mail arrived');
  return tokenIn(mail);
}

const recover = (token: string, password = NEW_PASSWORD) =>
  testApp.send(confirmRecovery, { body: { token, password } });
const logIn = ({ user }: Person, password: string) => testApp.send(login, { body: { email: user.email, password } });

test('the owner chooses a new password with the link, and every session ends', async () => {
  const ana = await newProfessional();
  const other = await testApp.logIn(ana.user.email);
  await testApp.send(requestRecovery, { body: { email: ana.user.email.toUpperCase() } });
  const [mail, ...more] = await mailbox.deliver(testApp);
  expect([mail?.to, more]).toEqual([[ana.user.email], []]);
  const link = /^http:\/\/localhost:3000\/nueva-contrasena#[\w-]{43}$/m;
  expect(mail?.text).toMatch(link);
  expect(mail?.html).toContain(`href="${link.exec(mail?.text ?? '')?.[0]}"`);

  expect((await recover(tokenIn(mail as never))).status).toBe(204);
  for (const { accessToken, refreshToken } of [ana, other]) {
    expect((await testApp.send(me, {}, accessToken)).status).toBe(401);
    expect((await testApp.send(refresh, { body: { refreshToken } })).status).toBe(401);
  }
  expect((await logIn(ana, PASSWORD)).status).toBe(401);
  expect((await logIn(ana, NEW_PASSWORD)).status).toBe(200);
  const [notice] = await mailbox.deliver(testApp);
  expect(notice?.headers).toContain('Subject: =?UTF-8?');
  expect(notice?.text).toContain('La contraseña de tu cuenta cambió');
  expect(notice?.text).not.toMatch(/https?:/);
});

test('the answer is the same with and without an account, and an unknown address receives nothing', async () => {
  const ana = await newProfessional();
  const known = await testApp.send(requestRecovery, { body: { email: ana.user.email } });
  const unknown = await testApp.send(requestRecovery, { body: { email: 'nadie@ejemplo.cl' } });
  expect([known.status, known.body]).toEqual([202, { message: RECOVERY_REQUESTED_MESSAGE }]);
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  // Each request wrote one row of the same form, and read no account.
  const rows = await testApp.sql`select kind, user_id from mail_outbox where status = 'pending'`;
  expect([...rows]).toEqual(Array(2).fill({ kind: 'recovery', user_id: null }));
  const mails = await mailbox.deliver(testApp);
  expect(mails.map(({ to }) => to)).toEqual([[ana.user.email]]);
  expect([...(await testApp.sql`select from mail_outbox where status = 'pending'`)]).toEqual([]);
});

test('the outbox has neither the address nor the token in clear text', async () => {
  const ana = await newProfessional();
  await testApp.send(requestRecovery, { body: { email: ana.user.email } });
  const stored = async () =>
    JSON.stringify(await testApp.sql`select m::text, encode(parameters, 'escape') from mail_outbox m`);
  expect(await stored()).not.toContain(ana.user.email);
  const [mail] = await mailbox.deliver(testApp);
  const token = tokenIn(mail as never);
  const links = JSON.stringify(await testApp.sql`select l::text from account_links l`);
  for (const text of [await stored(), links]) {
    expect(text).not.toContain(token);
    expect(text).not.toContain(Buffer.from(token).toString('hex'));
  }
  const [kept] =
    await testApp.sql`select parameters from mail_outbox where user_id = ${ana.user._id} and kind = 'recovery'`;
  expect(kept).toEqual({ parameters: null });
});

test('a link works once, also when twenty requests race', async () => {
  const ana = await newProfessional();
  const token = await linkFor(ana.user.email);
  const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => recover(token, `clave número ${i}`)));
  const won = replies.findIndex(({ status }) => status === 204);
  expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(replies.filter(({ error }) => error?.code === 'LINK_INVALID')).toHaveLength(19);
  expect((await logIn(ana, `clave número ${won}`)).status).toBe(200);
  const [{ recorded }] = (await testApp.sql`
    select count(*)::int as recorded from audit_entries
     where owner_id = ${ana.user._id} and act = 'password.recovered'`) as unknown as [{ recorded: number }];
  expect(recorded).toBe(1);
});

test('a link works for thirty minutes', async () => {
  const ana = await newProfessional();
  const early = await linkFor(ana.user.email);
  testApp.passTime(29 * MINUTE_MS);
  const late = await linkFor(ana.user.email);
  testApp.passTime(2 * MINUTE_MS);
  expect((await recover(early)).error.code).toBe('LINK_INVALID');
  expect((await recover(late)).status).toBe(204);
});

test('the first link that is used ends the others, and so does a password that changes in another way', async () => {
  const ana = await newProfessional();
  const [first, second] = [await linkFor(ana.user.email), await linkFor(ana.user.email)];
  expect((await recover(second)).status).toBe(204);
  expect((await recover(first)).error.code).toBe('LINK_INVALID');

  const berta = await newProfessional();
  const beforeChange = await linkFor(berta.user.email);
  const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
  expect((await berta.send(changePassword, { body: change })).status).toBe(200);
  expect((await recover(beforeChange)).error.code).toBe('LINK_INVALID');

  const clara = await newProfessional();
  const beforeReset = await linkFor(clara.user.email);
  const admin = await testApp.newAdmin();
  expect((await admin.send(resetPassword, { params: { id: clara.user._id } })).status).toBe(204);
  expect((await recover(beforeReset)).error.code).toBe('LINK_INVALID');
});

test('a recovery replaces a temporary password and confirms the address', async () => {
  const ana = await newProfessional();
  const admin = await testApp.newAdmin();
  await admin.send(resetPassword, { params: { id: ana.user._id } });
  await mailbox.deliver(testApp);
  expect((await recover(await linkFor(ana.user.email))).status).toBe(204);
  const { body } = await logIn(ana, NEW_PASSWORD);
  expect([body.user.mustChangePassword, body.user.emailUnconfirmed]).toEqual([undefined, undefined]);
});

test.each([
  ['of another purpose', async (person: Person) => tokenOfConfirmation(person)],
  ['that was made up', async () => 'A'.repeat(43)],
  ['with a text that is no token', async () => "' or true --"],
])('a link %s is refused', async (_, tokenOf) => {
  const person = await testApp.newProfessional();
  const { status, error } = await recover(await tokenOf(person));
  expect([status, error.error]).toEqual([400, 'El enlace ya se usó o venció. Pide uno nuevo.']);
  expect((await logIn(person, PASSWORD)).status).toBe(200);
});

async function tokenOfConfirmation({ user }: Person): Promise<string> {
  const mails = await mailbox.deliver(testApp);
  const mail = mails.find(({ to }) => to.includes(user.email));
  return tokenIn(mail as never);
}

test('an account receives at most three recoveries in half an hour, and the answer stays the same', async () => {
  const ana = await newProfessional();
  const statuses = [];
  for (let i = 0; i < 5; i += 1) {
    statuses.push((await testApp.send(requestRecovery, { body: { email: ana.user.email } })).status);
  }
  expect(statuses).toEqual(Array(5).fill(202));
  expect(await mailbox.deliver(testApp)).toHaveLength(3);
  testApp.passTime(31 * MINUTE_MS);
  expect((await recover(await linkFor(ana.user.email))).status).toBe(204);
});

test('recoveries from when the clock was ahead do not count now', async () => {
  const ana = await newProfessional();
  testApp.passTime(DAY_MS);
  for (let i = 0; i < 3; i += 1) await linkFor(ana.user.email);
  testApp.passTime(-DAY_MS);
  expect((await recover(await linkFor(ana.user.email))).status).toBe(204);
});

test('a password that is too short is refused and the link stays usable', async () => {
  const ana = await newProfessional();
  const token = await linkFor(ana.user.email);
  expect((await recover(token, '12345')).status).toBe(400);
  expect((await recover(token)).status).toBe(204);
});

test('no address carries a second recipient or a header', async () => {
  const ana = await newProfessional();
  const hostile = [
    `${ana.user.email}\r\nBcc: otro@ejemplo.cl`,
    `${ana.user.email}\nTo: otro@ejemplo.cl`,
    `${ana.user.email},otro@ejemplo.cl`,
    `${ana.user.email};otro@ejemplo.cl`,
    `otro@ejemplo.cl <${ana.user.email}>`,
    `"${ana.user.email}" <otro@ejemplo.cl>`,
    `${ana.user.email} otro@ejemplo.cl`,
    `${ana.user.email}>`,
    [ana.user.email, 'otro@ejemplo.cl'],
    { address: ana.user.email },
  ];
  for (const email of hostile) {
    const { status } = await testApp.send(requestRecovery, { body: { email: email as string } });
    expect([email, status]).toEqual([email, 400]);
    expect((await testApp.send(requestRecovery, { body: { email: `a${email}` } })).status).not.toBe(500);
  }
  for (const { to } of await mailbox.deliver(testApp)) expect(to).toEqual([ana.user.email]);
});

test('no mail contains what a user wrote about themselves', async () => {
  const name = 'Gana en https://malo.cl "><a href=x>';
  const form = registration({ name, city: 'https://malo.cl' });
  await testApp.newProfessional(form);
  await testApp.send(requestRecovery, { body: { email: form.email } });
  const mails = await mailbox.deliver(testApp);
  expect(mails.map(({ to }) => to)).toEqual([[form.email], [form.email]]);
  for (const { raw, text, html } of mails) expect(raw + text + html).not.toContain('malo.cl');
});

test('without mail the calls do not exist, and nothing is queued', async () => {
  const silent = await createTestApp();
  const ana = await silent.newProfessional();
  expect((await silent.send(requestRecovery, { body: { email: ana.user.email } })).status).toBe(404);
  const body = { token: 'A'.repeat(43), password: NEW_PASSWORD };
  expect((await silent.send(confirmRecovery, { body })).status).toBe(404);
  await ana.send(changePassword, { body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } });
  expect([...(await silent.sql`select from mail_outbox`)]).toEqual([]);
  await silent.close();
});

test('the owner is told when the second factor is enabled and disabled, and when a recovery code is used', async () => {
  const ana = await newProfessional();
  const subjects = async () => (await mailbox.deliver(testApp)).map(({ text }) => text.split('\n\n')[1]);
  const { recoveryCodes } = await enableSecondFactor(testApp, ana);
  expect(await subjects()).toEqual([expect.stringMatching(/^La verificación en dos pasos de tu cuenta se activó el /)]);
  await ana.send(reauthenticate, { body: { code: recoveryCodes[0] ?? '' } });
  expect(await subjects()).toEqual([expect.stringMatching(/^Alguien usó un código de recuperación de tu cuenta el /)]);
  await ana.send(removeTotp, { body: { password: PASSWORD } });
  expect(await subjects()).toEqual([
    expect.stringMatching(/^La verificación en dos pasos de tu cuenta se desactivó el /),
  ]);
});
