import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getPatientAccessLog } from '#contract/access-log';
import * as api from '#contract/charge-reminders';
import { listPendingCharges } from '#contract/charge-summaries';
import { voidCharge } from '#contract/charges';
import { addDays, dayIn } from '#contract/days';
import { deletePatient } from '#contract/patients';
import { setPatientBlocked } from '#contract/rights-requests';
import { charge, pay } from '#server/testing/charges';
import { headerIn, type Mailbox, openMailbox } from '#server/testing/mailbox';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let mailbox: Mailbox;
let ana: Person;
let patientId: string;
let chargeId: string;
beforeAll(async () => {
  [testApp, mailbox] = await Promise.all([createTestApp({ sendsMail: true }), openMailbox()]);
});
afterAll(() => Promise.all([testApp.close(), mailbox.close()]));
beforeEach(async () => {
  ana = await testApp.newProfessional({ name: 'Ana Pérez' });
  await ana.pays();
  await mailbox.deliver(testApp);
  ({ patientId, chargeId } = await newDebtor());
});

async function newDebtor(contact: Parameters<Person['hasPatient']>[0] = {}) {
  const whole = { name: 'Rosa Díaz', email: 'rosa@ejemplo.cl', phone: '9 1234 5678', ...contact };
  const { _id } = await ana.hasPatient(whole);
  return { patientId: _id, chargeId: (await charge(ana, { patientId: _id, concept: 'Psicoterapia' }))._id };
}
const remind = (channel: 'email' | 'whatsapp', id = patientId, person = ana) =>
  person.send(api.sendChargeReminder, { params: { id }, body: { channel } });
const putMessage = (message: string) => ana.send(api.putChargeSettings, { body: { message } });
const lastReminder = async () => (await ana.send(listPendingCharges)).body[0]?.lastReminder;
const log = async () => (await ana.send(getPatientAccessLog, { params: { id: patientId } })).body;

describe('a reminder by WhatsApp', () => {
  test('opens a conversation with the sum of what is pending, without the concept', async () => {
    await charge(ana, { patientId, amount: 1_000_500 });
    await pay(ana, chargeId, { amount: 5000 });
    const { status, body } = await remind('whatsapp');
    const text =
      'Hola Rosa: te escribimos de la consulta de Ana Pérez para recordarte que tienes un pago pendiente de $1.020.500. Si ya lo hiciste, no consideres este mensaje.';
    expect([status, body]).toEqual([
      201,
      {
        _id: expect.any(String),
        channel: 'whatsapp',
        status: 'sent',
        at: expect.any(String),
        amount: 1_020_500,
        text,
        url: `https://wa.me/56912345678?text=${encodeURIComponent(text)}`,
      },
    ]);
    expect(await lastReminder()).toEqual({ channel: 'whatsapp', status: 'sent', at: body.at });
    expect((await log()).find(({ act }) => act === 'charge.reminded')).toMatchObject({
      detail: { message: { kind: 'payment', channel: 'whatsapp', recipient: '+56912345678' }, amount: 1_020_500 },
    });
  });

  test('uses the message of the professional', async () => {
    await putMessage('Estimada {paciente}, quedan {monto}.\n\n{profesional}');
    expect((await remind('whatsapp')).body.text).toBe('Estimada Rosa, quedan $25.000.\n\nAna Pérez');
  });

  test('needs a telephone that can be dialled', async () => {
    const { patientId: id } = await newDebtor({ phone: '123' });
    const { status, error } = await remind('whatsapp', id);
    expect([status, error.code]).toEqual([409, 'PATIENT_PHONE_UNUSABLE']);
  });
});

describe('a reminder by mail', () => {
  test('is signed by the professional, has no link, and names no concept', async () => {
    const { status, body } = await remind('email');
    expect([status, body]).toMatchObject([201, { channel: 'email', status: 'pending', amount: 25_000 }]);
    expect(await lastReminder()).toMatchObject({ status: 'pending' });
    const [mail, ...others] = await mailbox.deliver(testApp);
    expect(others).toEqual([]);
    if (!mail) throw new Error('no mail');
    expect(mail.to).toEqual(['rosa@ejemplo.cl']);
    expect(headerIn(mail, 'Subject')).toBe('Tienes un pago pendiente');
    expect(headerIn(mail, 'From')).toContain('Ana Pérez');
    expect(headerIn(mail, 'Reply-To')).toContain(ana.user.email);
    expect(mail.text).toContain('tienes un pago pendiente de $25.000');
    expect(mail.raw).not.toMatch(/https?:|Psicoterapia/);
    expect(await lastReminder()).toMatchObject({ status: 'sent' });
    expect((await log()).find(({ act }) => act === 'charge.reminded')).toMatchObject({
      address: null,
      detail: { message: { kind: 'payment', channel: 'email', recipient: 'rosa@ejemplo.cl' }, amount: 25_000 },
    });
  });

  test('says what is pending when it is delivered', async () => {
    await remind('email');
    await pay(ana, chargeId, { amount: 20_000 });
    const [mail] = await mailbox.deliver(testApp);
    expect(mail?.text).toContain('$5.000');
  });

  test.each([
    ['nothing is pending any more', () => pay(ana, chargeId, { amount: 25_000 })],
    ['the charge was voided', () => ana.send(voidCharge, { params: { id: chargeId }, body: { reason: 'Otro monto' } })],
    [
      'the patient was blocked',
      () => ana.send(setPatientBlocked, { params: { id: patientId }, body: { blocked: true } }),
    ],
    ['the patient was deleted', () => ana.send(deletePatient, { params: { id: patientId } })],
  ])('is not sent when %s meanwhile', async (_, happen) => {
    await remind('email');
    await happen();
    expect(await mailbox.deliver(testApp)).toEqual([]);
    const rows = await testApp.sql<{ status: string }[]>`
      select status from charge_reminders where owner_id = ${ana.user._id}`;
    expect(rows.filter(({ status }) => status !== 'failed')).toEqual([]);
  });

  test('that the mail server refuses is listed as not sent', async () => {
    await remind('email');
    mailbox.refuse(550);
    await mailbox.deliver(testApp);
    expect(await lastReminder()).toMatchObject({ status: 'failed' });
    expect((await log()).map(({ act }) => act)).toContain('charge.not-reminded');
  });

  test('is sent at most twice in 24 hours, also when three are asked for at once', async () => {
    const replies = await Promise.all([remind('email'), remind('email'), remind('email')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 429]);
    expect(replies.find(({ status }) => status === 429)?.error.code).toBe('TOO_MANY_CHARGE_MAILS');
    expect((await remind('whatsapp')).status).toBe(201);
  });

  test('is sent at most six times to one address, whatever patient has it', async () => {
    const statuses = [];
    for (let count = 0; count < 4; count++) {
      const { patientId: id } = await newDebtor({ email: 'Familia@ejemplo.cl' });
      for (const _ of [1, 2]) statuses.push((await remind('email', id)).status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 429, 429]);
    expect((await remind('email')).status).toBe(201);
  });

  test('needs an address', async () => {
    const { patientId: id } = await newDebtor({ email: undefined });
    const { status, error } = await remind('email', id);
    expect([status, error.code]).toEqual([409, 'PATIENT_WITHOUT_EMAIL']);
  });
});

test.each(['email', 'whatsapp'] as const)(
  'nobody is reminded by %s who is blocked or owes nothing',
  async (channel) => {
    const { _id: free } = await ana.hasPatient({ phone: '9 1234 5678', email: 'luis@ejemplo.cl' });
    await charge(ana, { patientId: free, date: addDays(dayIn('America/Santiago', testApp.deps.now()), 1) });
    const nothing = await remind(channel, free);
    expect([nothing.status, nothing.error.code]).toEqual([409, 'NOTHING_PENDING']);
    await ana.send(setPatientBlocked, { params: { id: patientId }, body: { blocked: true } });
    const blocked = await remind(channel);
    expect([blocked.status, blocked.error.code]).toEqual([409, 'PATIENT_BLOCKED']);
  },
);

test('reminds the own patients alone', async () => {
  const berta = await testApp.newProfessional();
  expect((await remind('whatsapp', patientId, berta)).status).toBe(404);
});

test('without mail nothing is queued', async () => {
  const silent = await createTestApp();
  try {
    const person = await silent.newProfessional();
    const { _id: id } = await person.hasPatient({ email: 'rosa@ejemplo.cl' });
    await charge(person, { patientId: id });
    const { status, error } = await remind('email', id, person);
    expect([status, error.code]).toEqual([503, 'MAIL_NOT_CONFIGURED']);
  } finally {
    await silent.close();
  }
});

test('the message is empty at first, and is replaced', async () => {
  const read = async () => (await ana.send(api.getChargeSettings)).body;
  expect(await read()).toEqual({ message: '' });
  expect((await putMessage(' Quedan {monto}. ')).body).toEqual({ message: 'Quedan {monto}.' });
  await putMessage('Faltan {monto}.');
  expect(await read()).toEqual({ message: 'Faltan {monto}.' });
});

test.each([
  ['a variable that does not exist', 'Hola {nombre}', 'No existe la variable {nombre}'],
  ['a text that is too long', 'a'.repeat(1001), 'No puede superar los 1000 caracteres'],
  ['a character that cannot be stored', 'a\ud800', 'Contiene caracteres no permitidos'],
])('refuses %s', async (_, message, problem) => {
  const { status, error } = await putMessage(message);
  expect([status, error.details]).toEqual([400, [{ field: 'message', message: problem }]]);
});
