import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changePassword } from '#contract/account';
import { resetPassword } from '#contract/admin';
import { login } from '#contract/auth';
import { countMails, listMails } from '#contract/mail';
import { openDatabase } from '#server/platform/database/database';
import { type Mailbox, openMailbox } from '#server/testing/mailbox';
import { createTestApp, type TestApp } from '#server/testing/test-app';
import { createTestComposers } from '#server/testing/test-composers';
import { deliverDue } from './delivery.ts';
import { enqueueMail } from './outbox.ts';
import { createMailer } from './smtp.ts';

const PASSWORD = 'clave-de-prueba';
const MINUTE_MS = 60 * 1000;
const composers = createTestComposers();
const FROM = { name: 'Ficha Austral', address: 'no-responder@ficha.cl' };

let testApp: TestApp;
let mailbox: Mailbox;
type Person = Awaited<ReturnType<TestApp['newProfessional']>>;
let ana: Person;
beforeAll(async () => {
  [testApp, mailbox] = await Promise.all([createTestApp({ sendsMail: true, rateLimit: true }), openMailbox()]);
});
afterAll(async () => {
  await Promise.all([testApp.close(), mailbox.close()]);
});
beforeEach(async () => {
  ana = await testApp.newProfessional();
  await mailbox.deliver(testApp);
});

const queue = () =>
  testApp.deps.identityTransaction((tx) =>
    enqueueMail(testApp.deps, tx, { kind: 'password-changed', userId: ana.user._id }, testApp.deps.now()),
  );
const mailsOf = ({ user }: Person, kind = 'password-changed') =>
  testApp.sql`
    select status, attempts, failure, parameters is null as erased
      from mail_outbox where user_id = ${user._id} and kind = ${kind} order by id`;
const subjects = (mails: { text: string }[]) => mails.map(({ text }) => text.split('\n\n')[1]);

test('a mail exists only if the act does', async () => {
  const failing = testApp.deps.identityTransaction(async (tx) => {
    await enqueueMail(testApp.deps, tx, { kind: 'password-changed', userId: ana.user._id }, testApp.deps.now());
    throw new Error('stop');
  });
  await expect(failing).rejects.toThrow('stop');
  expect([...(await mailsOf(ana))]).toEqual([]);
});

test('each mail is delivered once however many processes deliver', async () => {
  for (let i = 0; i < 12; i += 1) await queue();
  const before = mailbox.received.length;
  // Each process has connections of its own.
  const processes = Array.from({ length: 4 }, () => openDatabase(testApp.connections, { poolSize: 4 }));
  await Promise.all(
    processes.map(({ mail, mailTransaction }) =>
      deliverDue({ ...testApp.deps, mail, mailTransaction, mailer: mailbox.mailer, composers }),
    ),
  );
  await Promise.all(processes.map((database) => database.close()));
  const ids = mailbox.received.slice(before).map(({ headers }) => /^Message-ID: (.*)$/m.exec(headers)?.[1]);
  expect([ids.length, new Set(ids).size]).toEqual([12, 12]);
  expect(new Set((await mailsOf(ana)).map((mail) => JSON.stringify(mail)))).toEqual(
    new Set([JSON.stringify({ status: 'sent', attempts: 1, failure: null, erased: true })]),
  );
});

test('a mail that is refused for now is tried again after growing pauses, as the same message', async () => {
  await queue();
  mailbox.refuse(450, 450);
  expect(await mailbox.deliver(testApp)).toEqual([]);
  expect([...(await mailsOf(ana))]).toEqual([
    { status: 'pending', attempts: 1, failure: 'EENVELOPE 450', erased: false },
  ]);
  expect(await mailbox.deliver(testApp)).toEqual([]);
  testApp.passTime(2 * MINUTE_MS);
  await mailbox.deliver(testApp);
  testApp.passTime(4 * MINUTE_MS);
  expect(await mailbox.deliver(testApp)).toEqual([]);
  expect([...(await mailsOf(ana))]).toMatchObject([{ status: 'pending', attempts: 2 }]);
  testApp.passTime(2 * MINUTE_MS);
  expect(await mailbox.deliver(testApp)).toHaveLength(1);
  expect([...(await mailsOf(ana))]).toEqual([{ status: 'sent', attempts: 3, failure: null, erased: true }]);
});

test('a mail that is refused for good, or for a day, is given up', async () => {
  await queue();
  mailbox.refuse(550);
  await mailbox.deliver(testApp);
  expect([...(await mailsOf(ana))]).toEqual([
    { status: 'failed', attempts: 1, failure: 'EENVELOPE 550', erased: true },
  ]);

  const berta = await testApp.newProfessional();
  const unreachable = createMailer({ url: 'smtp://127.0.0.1:9', from: FROM });
  const tryNow = () => deliverDue({ ...testApp.deps, mailer: unreachable, composers });
  await tryNow();
  expect([...(await mailsOf(berta, 'email-confirmation'))]).toMatchObject([{ status: 'pending', attempts: 1 }]);
  testApp.passTime(25 * 60 * MINUTE_MS);
  await tryNow();
  expect([...(await mailsOf(berta, 'email-confirmation'))]).toMatchObject([{ status: 'failed', failure: 'EXPIRED' }]);
  expect(JSON.stringify(testApp.warnings)).not.toContain(berta.user.email);
});

test('each attempt has a link and an id of its own, because an attempt that seems to fail may have arrived', async () => {
  const berta = await testApp.newProfessional();
  mailbox.refuse(450);
  await mailbox.deliver(testApp);
  testApp.passTime(3 * MINUTE_MS);
  const [mail] = await mailbox.deliver(testApp);
  expect(mail?.headers).toMatch(/^Message-ID: <[0-9a-f-]{36}\.2@ficha\.cl>\r$/m);
  const links = await testApp.sql`select used_at from account_links where user_id = ${berta.user._id}`;
  expect([...links]).toEqual([{ used_at: null }, { used_at: null }]);
});

test('a mail whose parameters cannot be decrypted does not hold up the others', async () => {
  await testApp.deps.identityTransaction((tx) =>
    enqueueMail(testApp.deps, tx, { kind: 'recovery', email: ana.user.email }, testApp.deps.now()),
  );
  await testApp.sql`
    update mail_outbox set parameters = overlay(parameters placing '\\x00'::bytea from 20) where kind = 'recovery'
       and status = 'pending'`;
  await queue();
  expect(subjects(await mailbox.deliver(testApp))).toEqual([expect.stringMatching('contraseña de tu cuenta cambió')]);
});

test('an address that is no single address receives nothing, whatever the database has', async () => {
  await testApp.sql`update users set email = 'a@b.cl,c@d.cl' where id = ${ana.user._id}`;
  await queue();
  expect(await mailbox.deliver(testApp)).toEqual([]);
  expect([...(await mailsOf(ana))]).toMatchObject([{ status: 'failed', failure: 'ADDRESS' }]);
});

test('the owner is told of a changed password and of a reset by an administrator', async () => {
  await ana.send(changePassword, { body: { currentPassword: PASSWORD, newPassword: 'otra clave larga' } });
  const admin = await testApp.newAdmin();
  await admin.send(resetPassword, { params: { id: ana.user._id } });
  const mails = await mailbox.deliver(testApp);
  expect(mails.map(({ to }) => to)).toEqual([[ana.user.email], [ana.user.email]]);
  expect(subjects(mails)).toEqual([
    expect.stringMatching(/^La contraseña de tu cuenta cambió el \d+ de \w+ de 20\d\d/),
    expect.stringMatching('Un administrador restableció la contraseña de tu cuenta'),
  ]);
  for (const { text, html } of mails) expect(text + html).not.toMatch(/https?:|12\.?345\.?678/);
});

const logInFrom = (browser: string, password = PASSWORD, address = '190.100.20.3') =>
  testApp.app.inject({
    method: 'POST',
    url: login.path,
    remoteAddress: address,
    headers: { 'user-agent': browser },
    payload: { email: ana.user.email, password },
  });

test('the owner is told of a login from a browser or a network that is new', async () => {
  // The first login of all was by `newProfessional`.
  expect((await logInFrom('Mozilla/5.0 (Windows NT 10.0) Firefox/140.0')).statusCode).toBe(200);
  const [mail] = await mailbox.deliver(testApp);
  expect(mail?.text).toContain('que no habíamos visto antes (red 190.100.20.0/24)');
  await logInFrom('Mozilla/5.0 (Windows NT 10.0) Firefox/141.0', PASSWORD, '190.100.20.77');
  expect(await mailbox.deliver(testApp)).toEqual([]);
  await logInFrom('Mozilla/5.0 (Windows NT 10.0) Firefox/141.0', PASSWORD, '200.1.1.1');
  expect(await mailbox.deliver(testApp)).toHaveLength(1);
});

test('the owner is told once an hour that logins are refused', async () => {
  for (let i = 0; i < 14; i += 1) await logInFrom('intruso', 'equivocada', '198.51.100.7');
  const mails = await mailbox.deliver(testApp);
  expect(subjects(mails)).toEqual([expect.stringContaining('desde la red 198.51.100.0/24')]);
});

test('a notice from when the clock was ahead keeps no later one back', async () => {
  const notify = () =>
    testApp.deps.identityTransaction((tx) =>
      enqueueMail(
        testApp.deps,
        tx,
        { kind: 'lockout', userId: ana.user._id, network: '198.51.100.0/24' },
        testApp.deps.now(),
      ),
    );
  testApp.passTime(24 * 60 * MINUTE_MS);
  await notify();
  expect(await mailbox.deliver(testApp)).toHaveLength(1);
  testApp.passTime(-24 * 60 * MINUTE_MS);
  await notify();
  await notify();
  expect(await mailbox.deliver(testApp)).toHaveLength(1);
});

test('a mail is plain text and HTML of the same sentences, marked as automatic', async () => {
  await queue();
  const [mail] = await mailbox.deliver(testApp);
  const headers = mail?.headers ?? '';
  expect(headers).toMatch(/^From: Ficha Austral <no-responder@ficha\.cl>\r$/m);
  expect(headers).toMatch(new RegExp(`^To: ${ana.user.email}\r$`, 'm'));
  expect(headers).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(headers).toMatch(/^Message-ID: <[0-9a-f-]{36}@ficha\.cl>\r$/m);
  const sentences = mail?.text.trim().split('\n\n') ?? [];
  expect(sentences[0]).toBe('Hola:');
  for (const sentence of sentences) expect(mail?.html).toContain(sentence);
});

test('administrators see account, kind, state and times of a mail, and never its content', async () => {
  const admin = await testApp.newAdmin();
  await queue();
  const query = { search: ana.user.email };
  const { body } = await admin.send(listMails, { query });
  expect(body).toEqual([
    {
      _id: expect.any(String),
      kind: 'password-changed',
      status: 'pending',
      attempts: 0,
      createdAt: expect.any(String),
      nextAttemptAt: expect.any(String),
      finishedAt: null,
      failure: null,
      user: { _id: ana.user._id, name: ana.user.name, email: ana.user.email },
    },
    expect.objectContaining({ kind: 'email-confirmation', status: 'sent', nextAttemptAt: null }),
  ]);
  expect((await admin.send(countMails, { query })).body).toEqual({ total: 2 });
  const pending = await admin.send(listMails, { query: { search: 'pendiente', limit: '1' } });
  expect(pending.body.map(({ status }) => status)).toEqual(['pending']);
  const reading = testApp.deps.adminRead((db) => db`select parameters from mail_outbox`);
  await expect(reading).rejects.toThrow(/permission denied/);
});
