import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { login, me } from '#contract/auth';
import { finalizeCertificate, listCertificates, printCertificate } from '#contract/certificates';
import { updateClinicalNote } from '#contract/clinical-notes';
import { type Endpoint, isWrite } from '#contract/endpoint';
import { ENDPOINTS } from '#contract/endpoints';
import { ERRORS } from '#contract/errors';
import { createPatient, listPatients } from '#contract/patients';
import { printReceipt } from '#contract/receipts';
import { charge, payment } from '#server/testing/charges';
import { patientInput } from '#server/testing/inputs';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const REFUSED = { status: 503, code: 'STORAGE_LOW', error: ERRORS.STORAGE_LOW.message };

let testApp: TestApp;
let ana: Person;
let admin: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional();
  admin = await testApp.newAdmin();
});
afterAll(() => testApp.close());

describe('while the disk is nearly full', () => {
  beforeEach(() => testApp.setDiskLow(true));
  afterEach(() => testApp.setDiskLow(false));

  const writing = ENDPOINTS.filter((endpoint) => isWrite(endpoint) && !endpoint.allowsLowStorage);

  test('signing in and out, passwords, ended links, documents that were printed or sent, and the deletion of accounts go on, and nothing else that writes', () => {
    const allowed = ENDPOINTS.filter((endpoint) => isWrite(endpoint) && endpoint.allowsLowStorage);
    expect(allowed.map(nameOf).sort()).toEqual([
      'DELETE /api/account/assistants/{id}',
      'DELETE /api/account/calendar-link',
      'DELETE /api/account/notices',
      'DELETE /api/account/passkeys/{id}',
      'DELETE /api/admin/users/{id}',
      'DELETE /api/appointments/{id}/links',
      'DELETE /api/auth/sessions',
      'DELETE /api/auth/sessions/{id}',
      'GET /api/account/custody/{patientId}/export',
      'GET /api/account/export',
      'GET /api/certificates/{id}/pdf',
      'GET /api/charges/{id}/receipt',
      'GET /api/clinical-notes/{id}/pdf',
      'GET /api/clinical-notes/{id}/pdf/plans',
      'GET /api/clinical-notes/{id}/pdf/prescriptions',
      'GET /api/patients/{id}/export',
      'POST /api/auth/login',
      'POST /api/auth/logout',
      'POST /api/auth/passkey',
      'POST /api/auth/passkey/options',
      'POST /api/auth/reauthenticate',
      'POST /api/auth/recovery/confirm',
      'POST /api/auth/refresh',
      'POST /api/auth/second-factor',
      'POST /api/shared-documents/{token}/open',
      'POST /api/shared-documents/{token}/{documentId}',
      'PUT /api/account/password',
      'PUT /api/admin/users/{id}/reset-password',
    ]);
    expect(writing.map(nameOf)).toContain('POST /api/patients');
  });

  test.each(writing.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s is refused', async (_, endpoint) => {
    const caller = endpoint.access === 'admin' ? admin : ana;
    const { status, error, headers } = await caller.send(endpoint, {
      params: {
        id: randomUUID(),
        token: randomUUID(),
        slug: randomUUID(),
        bookingKey: randomUUID(),
        paymentId: randomUUID(),
        accountKey: randomUUID(),
      },
    });
    expect({ status, code: error.code, error: error.error }).toEqual(REFUSED);
    expect(headers['retry-after']).toBe('60');
  });

  test('a caller without a session is told that first', async () => {
    expect((await testApp.send(createPatient, { body: patientInput() })).status).toBe(401);
  });

  test('signing in and reading go on, and reading writes nothing', async () => {
    const body = { email: ana.user.email, password: 'clave-de-prueba' };
    const session = await testApp.send(login, { body });
    expect(session.status).toBe(200);
    testApp.passTime(10 * 60 * 1000);
    const sessions = () => testApp.sql`select last_seen_at from sessions order by id`;
    const before = [...(await sessions())];
    expect((await testApp.send(me, {}, session.body.accessToken)).status).toBe(200);
    expect((await testApp.send(listPatients, {}, session.body.accessToken)).status).toBe(200);
    expect([...(await sessions())]).toEqual(before);
  });

  test('a document is not printed for the first time, and a printed one again', async () => {
    testApp.setDiskLow(false);
    const { _id: id, patientId } = await ana.hasCertificate();
    await ana.send(finalizeCertificate, { params: { id } });
    testApp.setDiskLow(true);
    const refused = await ana.send(printCertificate, { params: { id } });
    expect({ status: refused.status, code: refused.error.code }).toEqual({ status: 503, code: 'STORAGE_LOW' });
    expect(await testApp.sql`select from documents`).toHaveLength(0);

    testApp.setDiskLow(false);
    expect((await ana.send(printCertificate, { params: { id } })).status).toBe(200);
    testApp.setDiskLow(true);
    expect((await ana.send(printCertificate, { params: { id } })).status).toBe(200);
    expect((await ana.send(listCertificates, { params: { id: patientId } })).body).toHaveLength(1);
  });

  test('a new receipt is refused, and a stored receipt is printed again', async () => {
    testApp.setDiskLow(false);
    const berta = await testApp.newProfessional();
    const { _id: patientId } = await berta.hasPatient();
    const { _id: printed } = await charge(berta, { patientId, payment: payment() });
    const { _id: other } = await charge(berta, { patientId, payment: payment() });
    const print = async (id: string) => {
      const { status, error } = await berta.send(printReceipt, { params: { id } });
      return { status, code: error.code };
    };
    expect(await print(printed)).toMatchObject({ status: 200 });
    testApp.setDiskLow(true);
    expect(await print(printed)).toMatchObject({ status: 200 });
    expect(await print(other)).toEqual({ status: 503, code: 'STORAGE_LOW' });
    expect(await testApp.sql`select from receipts`).toHaveLength(1);
  });
});

test('a full disk that PostgreSQL reports is answered the same way', async () => {
  const berta = await testApp.newProfessional();
  await testApp.sql`
    create function report_full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`;
  await testApp.sql`
    create trigger full_disk before insert on patients for each row execute function report_full_disk()`;
  const { status, error } = await berta.send(createPatient, { body: patientInput() });
  expect({ status, code: error.code, error: error.error }).toEqual(REFUSED);
  await testApp.sql`drop trigger full_disk on patients`;
  expect((await berta.send(createPatient, { body: patientInput() })).status).toBe(201);
});

test('a draft that cannot be saved is refused, also when its audit entry fails with it', async () => {
  const berta = await testApp.newProfessional();
  const { _id: id } = await berta.hasNote();
  await testApp.sql`
    create trigger full_disk before update on clinical_notes for each row execute function report_full_disk()`;
  // An update is recorded ten minutes after the last one.
  testApp.passTime(11 * 60 * 1000);
  const { status, error } = await berta.send(updateClinicalNote, { params: { id }, body: { reason: 'Cefalea' } });
  expect({ status, code: error.code, error: error.error }).toEqual(REFUSED);
  await testApp.sql`drop trigger full_disk on clinical_notes`;
  expect((await berta.send(updateClinicalNote, { params: { id }, body: { reason: 'Cefalea' } })).status).toBe(200);
});
