import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteUser } from '#contract/admin';
import { listMails, type MailKind } from '#contract/mail';
import { JOBS_AT_ONCE } from '#server/platform/workers';
import { eventually } from '#server/testing/eventually';
import { headerIn, type Mailbox, openMailbox } from '#server/testing/mailbox';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { createTestComposers } from '#server/testing/test-composers';
import type { OutgoingMail } from './composed-mail.ts';
import { deliverDue, startDelivering } from './delivery.ts';
import { insertMails } from './outbox.store.ts';
import { enqueueComposedMails, enqueueMail, parametersOf } from './outbox.ts';
import { createMailer } from './smtp.ts';

const MINUTE_MS = 60 * 1000;
const CALENDAR = 'BEGIN:VCALENDAR\r\nMETHOD:PUBLISH\r\nEND:VCALENDAR\r\n';
const UNSUBSCRIBE = 'https://ficha.cl/api/appointment-links/3q2-7wAB/unsubscribe';

let testApp: TestApp;
let mailbox: Mailbox;
let ana: Person;
let composers: ReturnType<typeof createTestComposers>;
beforeAll(async () => {
  [testApp, mailbox] = await Promise.all([createTestApp({ sendsMail: true }), openMailbox()]);
});
afterAll(() => Promise.all([testApp.close(), mailbox.close()]));
beforeEach(async () => {
  composers = createTestComposers();
  ana = await testApp.newProfessional();
  await mailbox.deliver(testApp);
});

const queue = (subject: string, mail: Partial<OutgoingMail> = {}, isBulk = false) =>
  testApp.deps.tenantTransaction(ana.user._id, (tx) =>
    enqueueComposedMails(
      testApp.deps,
      tx,
      [{ kind: 'appointment-message', parameters: { subject, ...mail }, isBulk }],
      testApp.deps.now(),
    ),
  );
const deliver = () => mailbox.deliver(testApp, composers);
const rows = async () => [
  ...(await testApp.sql`
    select status, attempts, failure from mail_outbox
     where user_id = ${ana.user._id} and kind = 'appointment-message' order by id`),
];
const sent = { status: 'sent', to: 'rosa@ejemplo.cl' };

test("the sender's name and the replies are the professional's, the address is the installation's", async () => {
  await queue('Recordatorio', { senderName: 'Ana Pérez Ñancucheo', replyTo: 'ana@clinica.cl' });
  const [mail] = await deliver();
  if (!mail) throw new Error('no mail');
  expect(mail).toMatchObject({ from: 'no-responder@ficha.cl', to: ['rosa@ejemplo.cl'], text: 'Hola\n' });
  expect(headerIn(mail, 'From')).toBe('Ana Pérez Ñancucheo <no-responder@ficha.cl>');
  expect(headerIn(mail, 'Reply-To')).toBe('ana@clinica.cl');
  expect(headerIn(mail, 'List-Unsubscribe')).toBeUndefined();
  expect([mail.calendar, mail.attachment]).toEqual(['', '']);
  expect(composers.outcomes).toEqual([{ subject: 'Recordatorio', outcome: sent }]);
  expect(await rows()).toEqual([{ status: 'sent', attempts: 1, failure: null }]);
});

test('a calendar is an alternative of the text and an attached file, and one click unsubscribes', async () => {
  await queue('Recordatorio', {
    calendar: { method: 'CANCEL', content: CALENDAR },
    listUnsubscribe: UNSUBSCRIBE,
  });
  const [mail] = await deliver();
  if (!mail) throw new Error('no mail');
  expect(headerIn(mail, 'List-Unsubscribe')).toBe(`<${UNSUBSCRIBE}>`);
  expect(headerIn(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  expect(mail.calendar).toBe(CALENDAR.replaceAll('\r\n', '\n'));
  expect(mail.attachment).toBe(mail.calendar);
  const types = [...mail.raw.matchAll(/^Content-Type: ([^;\r]+)/gm)].map(([, type]) => type);
  expect(types).toEqual([
    'multipart/mixed',
    'multipart/alternative',
    'text/plain',
    'text/html',
    'text/calendar',
    'application/ics',
  ]);
  expect(mail.raw).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=CANCEL\r$/m);
  expect(mail.raw).toMatch(/filename=hora\.ics/);
});

test.each([
  ['a line break', 'Ana\r\nBcc: otro@ejemplo.cl'],
  ['a line break of Unicode', 'Ana\u2028Bcc: otro@ejemplo.cl'],
  ['a quote', '"Ana" <otro@ejemplo.cl>'],
  ['a comma', 'Soto, Ana, otro@ejemplo.cl'],
  ['an encoded word', '=?UTF-8?Q?Ana_=3Cotro=40ejemplo.cl=3E?='],
])('a name or a subject with %s stays one name and one subject', async (_what, name) => {
  await queue(name, { senderName: name });
  const [mail] = await deliver();
  if (!mail) throw new Error('no mail');
  expect(mail.to).toEqual(['rosa@ejemplo.cl']);
  expect(headerIn(mail, 'Bcc')).toBeUndefined();
  // Outside of quotes and encoded words there is one address.
  const from = /^From: (.*(?:\r\n[ \t].*)*)/m.exec(mail.headers)?.[1]?.replaceAll(/"(?:[^"\\]|\\.)*"/g, '') ?? '';
  expect(from.match(/@/g)).toHaveLength(1);
  expect(from.trim()).toMatch(/<no-responder@ficha\.cl>$/);
  expect(mail.headers.match(/^(From|To|Reply-To|Subject):/gm)).toHaveLength(4);
});

test('an address is sent as registration would write it, and what is no address is refused for good', async () => {
  await queue('Mayúsculas', { to: ' Rosa@Ejemplo.CL ' });
  await queue('Dos', { to: 'rosa@ejemplo.cl, otro@ejemplo.cl' });
  await queue('Respuesta', { replyTo: 'ana@ejemplo.cl\r\nBcc: otro@ejemplo.cl' });
  expect((await deliver()).map(({ to }) => to)).toEqual([['rosa@ejemplo.cl']]);
  const failures = composers.outcomes.flatMap(({ subject, outcome }) =>
    outcome.status === 'failed' ? [[subject, outcome.failure]] : [],
  );
  expect(failures.sort()).toEqual([
    ['Dos', 'ADDRESS'],
    ['Respuesta', 'ADDRESS'],
  ]);
});

test('an address that is refused for good fails, and one that is refused for now is tried again', async () => {
  await queue('Nunca');
  mailbox.refuse(550);
  expect(await deliver()).toEqual([]);
  expect(composers.outcomes).toEqual([
    { subject: 'Nunca', outcome: { status: 'failed', failure: 'EENVELOPE 550', to: 'rosa@ejemplo.cl' } },
  ]);
  expect(await rows()).toEqual([{ status: 'failed', attempts: 1, failure: 'EENVELOPE 550' }]);

  await queue('Después');
  mailbox.refuse(450);
  expect(await deliver()).toEqual([]);
  expect(composers.outcomes).toHaveLength(1);
  expect(await deliver()).toEqual([]);
  testApp.passTime(3 * MINUTE_MS);
  expect(await deliver()).toHaveLength(1);
  expect(composers.outcomes[1]).toEqual({ subject: 'Después', outcome: sent });
});

test('a mail that is not delivered within a day is given up, and its feature is told', async () => {
  await queue('Tarde');
  mailbox.refuse(450);
  await deliver();
  testApp.passTime(25 * 60 * MINUTE_MS);
  expect(await deliver()).toEqual([]);
  expect(composers.outcomes).toEqual([
    { subject: 'Tarde', outcome: { status: 'failed', failure: 'EXPIRED', to: undefined } },
  ]);
  expect(await rows()).toMatchObject([{ status: 'failed', failure: 'EXPIRED' }]);
});

test('a crash after the mail server accepted a mail repeats it with the same id', async () => {
  await queue('Recordatorio');
  const { finish, compose } = composers['appointment-message'];
  composers['appointment-message'] = { compose, finish: () => Promise.reject(new Error('the process ended')) };
  const [first] = await deliver();
  composers['appointment-message'] = { compose, finish };
  expect(await deliver()).toEqual([]);
  testApp.passTime(3 * MINUTE_MS);
  const [second] = await deliver();
  if (!first || !second) throw new Error('no mail');
  expect(headerIn(second, 'Message-ID')).toBe(headerIn(first, 'Message-ID'));
  expect(composers.outcomes).toHaveLength(1);
  expect(await rows()).toEqual([{ status: 'sent', attempts: 2, failure: null }]);
});

test('a crash after the outcome was stored sends nothing again', async () => {
  await queue('Recordatorio');
  const mail = (() => Promise.reject(new Error('the process ended'))) as unknown as TestApp['deps']['mail'];
  const before = mailbox.received.length;
  const crashed = deliverDue({ ...testApp.deps, mail, mailer: mailbox.mailer, composers });
  await expect(crashed).rejects.toThrow('the process ended');
  expect(mailbox.received).toHaveLength(before + 1);
  expect(await rows()).toMatchObject([{ status: 'pending' }]);
  testApp.passTime(3 * MINUTE_MS);
  expect(await deliver()).toEqual([]);
  expect(await rows()).toEqual([]);
});

test('a composer that fails keeps no other mail waiting, and is asked again after a pause', async () => {
  await queue('Roto');
  await queue('Sano');
  const { compose, finish } = composers['appointment-message'];
  let asked = 0;
  composers['appointment-message'] = {
    finish,
    compose: async (mail) => {
      if (mail.parameters.subject !== 'Roto') return compose(mail);
      asked += 1;
      throw new Error('cannot be read');
    },
  };
  expect(await deliver()).toHaveLength(1);
  await deliver();
  expect(asked).toBe(1);
  expect(await rows()).toContainEqual({ status: 'pending', attempts: 1, failure: 'COMPOSER' });
  testApp.passTime(3 * MINUTE_MS);
  await deliver();
  expect(asked).toBe(2);
  testApp.passTime(25 * 60 * MINUTE_MS);
  await deliver();
  expect(composers.outcomes).toContainEqual({
    subject: 'Roto',
    outcome: { status: 'failed', failure: 'EXPIRED', to: undefined },
  });
});

test('a mail whose parameters cannot be decrypted is given up after a day', async () => {
  await queue('Dañado');
  await testApp.sql`
    update mail_outbox set parameters = overlay(parameters placing '\\x00'::bytea from 20)
     where user_id = ${ana.user._id} and status = 'pending'`;
  expect(await deliver()).toEqual([]);
  expect(await rows()).toEqual([{ status: 'pending', attempts: 1, failure: 'UNREADABLE' }]);
  testApp.passTime(25 * 60 * MINUTE_MS);
  await deliver();
  expect(await rows()).toMatchObject([{ status: 'failed', failure: 'EXPIRED' }]);
  expect(composers.outcomes).toEqual([]);
});

test('several mails are delivered at once, and a slow recipient holds up nobody else', async () => {
  const slow = Array.from({ length: JOBS_AT_ONCE }, (_, n) => `lento-${n}@ejemplo.cl`);
  const held = mailbox.hold(...slow);
  for (const to of slow) await queue(to, { to });
  const delivery = deliver();
  await eventually(() => expect(held.waiting()).toEqual(slow));
  held.release();
  expect(await delivery).toHaveLength(JOBS_AT_ONCE);

  const one = mailbox.hold('lento@ejemplo.cl');
  await queue('Lento', { to: 'lento@ejemplo.cl' });
  for (let n = 0; n < 20; n += 1) await queue(`Rápido ${n}`);
  const before = mailbox.received.length;
  const rest = deliver();
  await eventually(() => expect(mailbox.received).toHaveLength(before + 20));
  expect(one.waiting()).toEqual(['lento@ejemplo.cl']);
  one.release();
  expect(await rest).toHaveLength(21);
});

test('stopping does not wait for a recipient that takes long, whose mail is finished all the same', async () => {
  const from = { name: 'Ficha Austral', address: 'no-responder@ficha.cl' };
  const held = mailbox.hold('lento@ejemplo.cl');
  await queue('Lento', { to: 'lento@ejemplo.cl' });
  const stop = startDelivering({ ...testApp.deps, mailer: createMailer({ url: mailbox.url, from }), composers });
  await eventually(() => expect(held.waiting()).toEqual(['lento@ejemplo.cl']));
  await stop();
  expect(await rows()).toEqual([{ status: 'pending', attempts: 1, failure: null }]);
  held.release();
  await eventually(async () => expect(await rows()).toMatchObject([{ status: 'sent' }]));
});

test('mails in bulk wait for all others', async () => {
  const order: unknown[] = [];
  const { compose, finish } = composers['appointment-message'];
  composers['appointment-message'] = {
    finish,
    compose: (mail) => {
      order.push(mail.parameters.subject);
      return compose(mail);
    },
  };
  for (let n = 0; n < 3; n += 1) await queue(`Recordatorio ${n}`, {}, true);
  testApp.passTime(MINUTE_MS);
  await queue('Cambio');
  await testApp.deps.identityTransaction((tx) =>
    enqueueMail(testApp.deps, tx, { kind: 'password-changed', userId: ana.user._id }, testApp.deps.now()),
  );
  expect(await deliver()).toHaveLength(5);
  expect(order[0]).toBe('Cambio');
});

test('a professional queues no mail of another account and of no other kind', async () => {
  const berta = await testApp.newProfessional();
  const parameters = testApp.deps.cipher.encrypt('{}', parametersOf(berta.user._id));
  const insert = (userId: string, kind: MailKind) =>
    testApp.deps.tenantTransaction(ana.user._id, (tx) =>
      insertMails(tx, [{ id: randomUUID(), userId, kind, parameters, at: testApp.deps.now() }]),
    );
  const refusal = 'a professional queues no mail of another account';
  await expect(insert(berta.user._id, 'appointment-message')).rejects.toThrow(refusal);
  await expect(insert(ana.user._id, 'recovery')).rejects.toThrow(refusal);
});

test('a closed account sends nothing, and administrators see the kind of a mail alone', async () => {
  await queue('Recordatorio');
  const admin = await testApp.newAdmin();
  const { body } = await admin.send(listMails, { query: { search: 'mensaje a un paciente' } });
  expect(body[0]).toMatchObject({ kind: 'appointment-message', user: { _id: ana.user._id } });
  expect(JSON.stringify(body)).not.toContain('Recordatorio');
  expect((await admin.send(deleteUser, { params: { id: ana.user._id } })).status).toBe(204);
  expect(await deliver()).toEqual([]);
  expect(await rows()).toEqual([]);
});
