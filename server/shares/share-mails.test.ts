import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getPatientAccessLog } from '#contract/access-log';
import { deletePatient, getPatient } from '#contract/patients';
import { setPatientBlocked } from '#contract/rights-requests';
import * as api from '#contract/shares';
import { openMailbox } from '#server/testing/mailbox';
import { finalizedCertificate, share } from '#server/testing/shares';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
let ana: Person;
let patientId: string;
let email: string;
beforeAll(async () => {
  testApp = await createTestApp({ sendsMail: true });
  mailbox = await openMailbox();
});
afterAll(async () => {
  await mailbox.close();
  await testApp.close();
});
beforeEach(async () => {
  ana = await testApp.newProfessional({ name: 'Dra. Ana Rojas' });
  await ana.pays();
  email = `rosa-${crypto.randomUUID()}@ejemplo.cl`;
  ({ _id: patientId } = await ana.hasPatient({ name: 'Rosa Elena Díaz', email }));
});

async function mailsTo(address: string) {
  await mailbox.deliver(testApp);
  return mailbox.received.filter(({ to }) => to.includes(address));
}
const listed = async () => (await ana.send(api.listShares, { params: { id: patientId } })).body;
const mailLink = (title = 'Reposo') =>
  finalizedCertificate(ana, patientId, title).then((document) =>
    share(ana, patientId, { documents: [document], sendEmail: true }),
  );

describe('the mail with a link', () => {
  test('has the name of the professional and the link, and nothing else', async () => {
    const { url } = await mailLink('Licencia por lumbago');
    expect((await listed())[0]?.mailStatus).toBe('pending');
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail?.text.trim().split(/\s*\n+\s*/)).toEqual([
      'Dra. Ana Rojas te envió documentos. Ábrelos con este enlace:',
      url,
      `Derechos sobre tus datos: ${url.replace('/documentos/', '/derechos/enlace/')}`,
      'Enviado con Ficha Austral',
    ]);
    for (const word of ['Rosa', 'Díaz', 'lumbago', 'Reposo', 'CER-', 'Médic']) {
      expect(mail?.html, word).not.toContain(word);
      expect(mail?.headers, word).not.toContain(word);
    }
    expect((await listed())[0]?.mailStatus).toBe('sent');
    const { body } = await ana.send(getPatientAccessLog, { params: { id: patientId } });
    expect(body.find(({ act }) => act === 'share.sent')).toMatchObject({
      actor: 'Dra. Ana Rojas',
      address: null,
      detail: { message: { kind: 'documents', channel: 'email', recipient: email } },
    });
  });

  test('has a token that waits encrypted, and is gone when it has left', async () => {
    const { token } = await mailLink();
    const rows = () => testApp.sql<{ parameters: Buffer | null }[]>`
      select parameters from mail_outbox where user_id = ${ana.user._id} and kind = 'shared-documents'`;
    expect((await rows())[0]?.parameters?.toString('latin1')).not.toContain(token);
    await mailsTo(email);
    expect([...(await rows())]).toEqual([{ parameters: null }]);
  });

  test.each([
    ['the link was revoked', async (id: string) => ana.send(api.revokeShare, { params: { id } })],
    [
      'the patient was blocked',
      async () => ana.send(setPatientBlocked, { params: { id: patientId }, body: { blocked: true } }),
    ],
  ])('is not sent when %s meanwhile, and the list says so', async (_, end) => {
    const { id } = await mailLink();
    await end(id);
    expect(await mailsTo(email)).toEqual([]);
    expect((await listed())[0]?.mailStatus).toBe('failed');
  });

  test('is not sent when the patient was deleted meanwhile', async () => {
    await mailLink();
    await ana.send(deletePatient, { params: { id: patientId } });
    expect(await mailsTo(email)).toEqual([]);
  });

  test('that is refused for good is shown as failed, and the link works', async () => {
    await mailsTo(ana.user.email);
    const { token } = await mailLink();
    mailbox.refuse(550);
    expect(await mailsTo(email)).toEqual([]);
    expect((await listed())[0]).toMatchObject({ mailStatus: 'failed', status: 'active' });
    expect((await testApp.send(api.getSharedLink, { params: { token } })).status).toBe(200);
  });

  test('needs an address', async () => {
    const { _id: id } = await ana.hasPatient();
    const body = { documents: [await finalizedCertificate(ana, id)], days: 7 as const, sendEmail: true };
    const { status, error } = await ana.send(api.createShare, { params: { id }, body });
    expect([status, error.code]).toEqual([409, 'PATIENT_WITHOUT_EMAIL']);
    expect((await ana.send(api.createShare, { params: { id }, body: { ...body, sendEmail: false } })).status).toBe(201);
  });

  test('goes to the address typed with it, which is saved in the file with the rest of the contact', async () => {
    const contact = { phone: '+56 9 1234 5678', emergencyContact: 'Luis, 9 8765 4321', allergies: 'Penicilina' };
    const { _id: id } = await ana.hasPatient(contact);
    const params = { id };
    const body = { documents: [await finalizedCertificate(ana, id)], days: 7 as const, sendEmail: true };
    const typed = `Maria-${crypto.randomUUID()}@Ejemplo.cl`;
    const saved = typed.toLowerCase();
    for (const wrong of ['maria@ejemplo', ' ']) {
      const { status, error } = await ana.send(api.createShare, { params, body: { ...body, email: wrong } });
      expect([status, error.details]).toEqual([400, [expect.objectContaining({ field: 'email' })]]);
    }
    expect((await ana.send(getPatient, { params })).body.email).toBeUndefined();
    for (const email of [typed, saved]) {
      expect((await ana.send(api.createShare, { params, body: { ...body, email } })).status).toBe(201);
    }
    expect(await mailsTo(saved)).toHaveLength(2);
    expect((await ana.send(getPatient, { params })).body).toMatchObject({ ...contact, email: saved });
    const { body: log } = await ana.send(getPatientAccessLog, { params });
    expect(log.filter(({ act }) => act === 'patient.updated')).toHaveLength(1);
  });

  test('is not saved with a link that is refused', async () => {
    const { _id: id } = await ana.hasPatient();
    const documents = [{ kind: 'certificate' as const, id: crypto.randomUUID() }];
    const body = { documents, days: 7 as const, sendEmail: true, email };
    expect((await ana.send(api.createShare, { params: { id }, body })).status).toBe(404);
    expect((await ana.send(getPatient, { params: { id } })).body.email).toBeUndefined();
  });

  test('goes to a patient twenty times a day at most', async () => {
    const document = await finalizedCertificate(ana, patientId);
    const send = () =>
      ana.send(api.createShare, {
        params: { id: patientId },
        body: { documents: [document], days: 7, sendEmail: true },
      });
    for (let mails = 0; mails < 20; mails++) expect((await send()).status).toBe(201);
    const refused = await send();
    expect([refused.status, refused.error.code]).toEqual([429, 'TOO_MANY_MAILS']);
  });
});

test('the professional is told once that a link was blocked, without the name of the patient', async () => {
  const { token } = await share(ana, patientId);
  const tries = Array.from({ length: 8 }, () =>
    testApp.send(api.openShare, { params: { token }, body: { birthDate: '1970-01-01' } }),
  );
  await Promise.all(tries);
  const notices = (await mailsTo(ana.user.email)).filter(({ text }) => text.includes('fecha de nacimiento'));
  expect(notices).toHaveLength(1);
  expect(notices[0]?.text).toContain(`/dashboard/pacientes/${patientId}`);
  expect(notices[0]?.text).not.toContain('Rosa');
});
