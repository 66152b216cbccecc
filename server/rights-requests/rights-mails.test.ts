import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeRightsRequest, listRightsRequests } from '#contract/rights-requests';
import { headerIn, type Mailbox, openMailbox } from '#server/testing/mailbox';
import { exerciseRight, hasSlug, receivedRequest } from '#server/testing/rights-requests';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { remindOfRequests } from './rights-job.ts';

/** A Monday at noon in Santiago. */
const NOON = new Date('2026-11-23T15:00:00Z');
const PERSON = 'rosa@ejemplo.cl';
let clock = NOON;
let testApp: TestApp;
let mailbox: Mailbox;
let ana: Person;
let slug: string;

beforeAll(async () => {
  [testApp, mailbox] = await Promise.all([createTestApp({ sendsMail: true, now: () => clock }), openMailbox()]);
});
afterAll(() => Promise.all([testApp.close(), mailbox.close()]));
beforeEach(async () => {
  clock = NOON;
  ana = await testApp.newProfessional({ name: 'Ana Pérez', region: 'Región Metropolitana' });
  slug = await hasSlug(ana);
  await mailbox.deliver(testApp);
});

async function change(id: string, status: 'answered' | 'refused' | 'extended', answer: string) {
  ana = await testApp.logIn(ana.user.email);
  return ana.send(changeRightsRequest, { params: { id }, body: { status, answer } });
}

const list = async () => (await ana.send(listRightsRequests)).body;
const deliver = async () => {
  const mails = await mailbox.deliver(testApp);
  const to = (address: string) => mails.filter((mail) => mail.to.includes(address));
  return { toPerson: to(PERSON), toAna: to(ana.user.email) };
};

/** What a mail scanner or a stranger could be after. */
const WRITTEN = { name: 'Compra en http://spam.cl', text: 'Gana dinero en http://spam.cl', email: PERSON };

test('the person gets the number and the due date, and nothing of what was written', async () => {
  const { body } = await exerciseRight(testApp, { slug, kind: 'blocking', ...WRITTEN });
  expect(body.sendsMail).toBe(true);
  expect(await list()).toMatchObject([{ mailStatus: 'pending' }]);
  const [receipt, ...others] = (await deliver()).toPerson;
  if (!receipt) throw new Error('no receipt');
  expect(others).toEqual([]);
  expect(headerIn(receipt, 'Subject')).toBe('Recibimos tu solicitud D-2026-0001');
  expect(headerIn(receipt, 'Reply-To')).toContain(ana.user.email);
  expect(receipt.text).toContain(
    'Solicitud: D-2026-0001\nDerecho: Bloqueo temporal\nResponde: Ana Pérez\nPlazo: hasta el 25/11/2026\n',
  );
  expect(receipt.raw + receipt.text + receipt.html).not.toMatch(/spam|Compra|Gana/);
  expect(receipt.text).not.toMatch(/https?:/);
  expect(await list()).toMatchObject([{ mailStatus: 'sent' }]);
});

test('the professional gets the due date, without the person', async () => {
  await exerciseRight(testApp, { slug, ...WRITTEN });
  const [notice] = (await deliver()).toAna;
  expect(notice && headerIn(notice, 'Subject')).toBe('Nueva solicitud de derechos D-2026-0001');
  expect(notice?.text).toContain('(acceso). Respóndele a más tardar el 23/12/2026.');
  expect(notice?.text).toContain('http://localhost:3000/dashboard/derechos');
  expect(notice?.text).not.toMatch(/spam|rosa/i);
});

test.each(['answered', 'refused'] as const)('an answer (%s) reaches the person with its text', async (status) => {
  const { _id } = await receivedRequest(testApp, ana, { email: PERSON });
  await deliver();
  await change(_id, status, 'Tu ficha se conserva quince años.\nLey 20.584, artículo 13.');
  const { toPerson, toAna } = await deliver();
  expect(toAna).toEqual([]);
  expect(toPerson.map((mail) => headerIn(mail, 'Subject'))).toEqual(['Respuesta a tu solicitud D-2026-0001']);
  expect(toPerson[0]?.text).toContain('Tu ficha se conserva quince años.\nLey 20.584, artículo 13.');
  expect(toPerson[0]?.raw).not.toMatch(/Content-Disposition: attachment/i);
  expect(await list()).toMatchObject([{ mailStatus: 'sent' }]);
});

test('an extension reaches the person with its reason and the new due date', async () => {
  const { _id } = await receivedRequest(testApp, ana, { email: PERSON });
  await deliver();
  await change(_id, 'extended', 'Debo pedir exámenes archivados');
  const [mail] = (await deliver()).toPerson;
  expect(mail?.text).toContain('Debo pedir exámenes archivados');
  expect(mail?.text).toContain('Plazo: hasta el 22/01/2027');
});

test('a mail that was overtaken is not sent: the answer says it all', async () => {
  const { _id } = await receivedRequest(testApp, ana, { email: PERSON });
  await change(_id, 'answered', 'Listo');
  const { toPerson, toAna } = await deliver();
  expect(toPerson.map((mail) => headerIn(mail, 'Subject'))).toEqual(['Respuesta a tu solicitud D-2026-0001']);
  expect(toAna).toEqual([]);
});

test('the professional sees that a mail could not be delivered', async () => {
  const { _id } = await receivedRequest(testApp, ana, { email: PERSON });
  await deliver();
  await change(_id, 'answered', 'Listo');
  mailbox.refuse(550);
  await deliver();
  expect(await list()).toMatchObject([{ _id, mailStatus: 'failed' }]);
});

describe('the reminder', () => {
  const remindersAt = async (at: string) => {
    clock = new Date(at);
    await remindOfRequests(testApp.deps);
    return (await deliver()).toAna.map((mail) => headerIn(mail, 'Subject'));
  };

  test('comes once, five days before the end, and again before the end of an extension', async () => {
    const { _id } = await receivedRequest(testApp, ana);
    await deliver();
    expect(await remindersAt('2026-12-18T11:59:00Z')).toEqual([]);
    expect(await remindersAt('2026-12-18T12:00:00Z')).toEqual(['La solicitud D-2026-0001 vence el 23/12/2026']);
    expect(await remindersAt('2026-12-18T13:00:00Z')).toEqual([]);
    await change(_id, 'extended', 'Falta un informe');
    expect(await remindersAt('2027-01-16T12:00:00Z')).toEqual([]);
    expect(await remindersAt('2027-01-17T12:00:00Z')).toEqual(['La solicitud D-2026-0001 vence el 22/01/2027']);
  });

  test('of blocking comes one business day before the end', async () => {
    clock = new Date('2026-11-27T15:00:00Z');
    await exerciseRight(testApp, { slug, kind: 'blocking' });
    await deliver();
    expect(await remindersAt('2026-11-30T11:59:00Z')).toEqual([]);
    expect(await remindersAt('2026-11-30T12:00:00Z')).toEqual(['La solicitud D-2026-0001 vence el 01/12/2026']);
  });

  test('does not come after an answer', async () => {
    const { _id } = await receivedRequest(testApp, ana);
    await change(_id, 'refused', 'No corresponde');
    await deliver();
    expect(await remindersAt('2026-12-19T12:00:00Z')).toEqual([]);
  });
});

test('without mail nothing is queued, and nothing breaks', async () => {
  const silent = await createTestApp({ now: () => clock });
  try {
    const berta = await silent.newProfessional();
    const { _id, mailStatus } = await receivedRequest(silent, berta, { email: PERSON });
    const body = { status: 'answered' as const, answer: 'Listo' };
    const { status } = await berta.send(changeRightsRequest, { params: { id: _id }, body });
    const mails = await silent.sql`select from mail_outbox`;
    expect([mailStatus, status, mails.length]).toEqual([undefined, 200, 0]);
  } finally {
    await silent.close();
  }
});
