import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as api from '#contract/access-log';
import { getAccessLogSeal } from '#contract/access-log-seal';
import { getUser, resetPassword } from '#contract/admin';
import { createAppointment, deleteAppointment, listAppointments } from '#contract/agenda';
import { login } from '#contract/auth';
import { finalizeCertificate, getCertificate, listCertificates, printCertificate } from '#contract/certificates';
import { getChargeDiagnosis } from '#contract/charges';
import { getClinicalNote, listClinicalNotes } from '#contract/clinical-notes';
import { ENDPOINTS } from '#contract/endpoints';
import { exportPatient } from '#contract/export';
import { getPatient, listPatients, updatePatient } from '#contract/patients';
import { sealChains } from '#server/audit/seals';
import { charge } from '#server/testing/charges';
import { readZip } from '#server/testing/read-zip';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Person;
beforeAll(async () => {
  testApp = await createTestApp({ trustProxy: '127.0.0.1' });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  ana = await testApp.newProfessional();
});

async function accountLog(person = ana, query: { before?: number; limit?: number } = {}) {
  await testApp.deps.accessRecorder.flush();
  return (await person.send(api.getAccountAccessLog, { query })).body;
}
async function patientLog(id: string) {
  await testApp.deps.accessRecorder.flush();
  return (await ana.send(api.getPatientAccessLog, { params: { id } })).body;
}
const acts = (entries: api.AccessEntry[]) => entries.map(({ act }) => act).reverse();

test('a diagnosis that is read for a receipt is in the log of its patient', async () => {
  await ana.pays();
  const { _id, patientId } = await charge(ana);
  const before = await patientLog(patientId ?? '');
  await ana.send(getChargeDiagnosis, { params: { id: _id } });
  expect(acts(await patientLog(patientId ?? '')).slice(before.length + 1)).toContain('charge.opened');
});

test('what is read is recorded with who, when, what and from where', async () => {
  const { _id: id } = await ana.hasPatient({ name: 'Rosa Díaz' });
  const note = await ana.hasNote({ patientId: id });
  const certificate = await ana.hasCertificate({ patientId: id });
  const before = testApp.deps.now();
  await ana.send(listPatients);
  await ana.send(listPatients, { query: { search: 'rosa' } });
  await ana.send(getPatient, { params: { id } });
  await ana.send(listClinicalNotes, { params: { id } });
  await ana.send(getClinicalNote, { params: { id: note._id } });
  await ana.send(listCertificates, { params: { id } });
  await ana.send(getCertificate, { params: { id: certificate._id } });
  await ana.send(listAppointments, { query: { date: '2030-01-07' } });

  const log = await accountLog();
  expect(acts(log)).toEqual([
    'account.registered',
    'session.started',
    'patient.created',
    'clinical-note.created',
    'certificate.created',
    'patient.listed',
    'patient.searched',
    'patient.opened',
    'clinical-note.listed',
    'clinical-note.opened',
    'certificate.listed',
    'certificate.opened',
    'agenda.opened',
  ]);
  const opened = log.find(({ act }) => act === 'patient.opened');
  const [stored] = await testApp.sql`select name as patient from patients where id = ${id}`;
  expect(opened).toMatchObject({ actor: 'Ana Pérez Soto', address: '127.0.0.1', ...stored, detail: null });
  expect(Date.parse(opened?.at ?? '')).toBeGreaterThanOrEqual(before.getTime());
  expect(log.find(({ act }) => act === 'patient.searched')?.detail).toEqual({ search: 'rosa', results: 1 });
  expect(log.find(({ act }) => act === 'agenda.opened')?.detail).toEqual({ date: '2030-01-07' });
  const period = { from: '2030-01-07', to: '2030-01-13' };
  await ana.send(listAppointments, { query: period });
  expect((await accountLog()).find(({ detail }) => detail?.period)).toMatchObject({
    act: 'agenda.opened',
    detail: { period },
  });

  expect(acts(await patientLog(id))).toEqual([
    'patient.created',
    'clinical-note.created',
    'certificate.created',
    'patient.opened',
    'clinical-note.listed',
    'clinical-note.opened',
    'certificate.listed',
    'certificate.opened',
  ]);
});

test('what is written is in the log of its patient, and a print names the document', async () => {
  await ana.pays();
  const [rosa, other] = [await ana.hasPatient(), await ana.hasPatient()];
  const body = { patientId: rosa._id, date: '2030-01-07', time: '09:00' };
  const { _id: appointment } = (await ana.send(createAppointment, { body })).body;
  await ana.send(deleteAppointment, { params: { id: appointment } });
  const { _id: id } = await ana.hasCertificate({ patientId: rosa._id });
  await ana.send(finalizeCertificate, { params: { id } });
  await ana.send(printCertificate, { params: { id } });
  await ana.send(printCertificate, { params: { id } });
  const log = await patientLog(rosa._id);
  expect(acts(log)).toEqual([
    'patient.created',
    'appointment.created',
    'appointment.deleted',
    'certificate.created',
    'certificate.finalized',
    'document.printed',
    'document.printed',
  ]);
  expect(log[0]?.detail).toEqual({ printed: 'certificate' });
  expect(log.every(({ address }) => address === '127.0.0.1')).toBe(true);
  expect(acts(await patientLog(other._id))).toEqual(['patient.created']);
});

test("a change of a patient's identity keeps the old values, encrypted", async () => {
  const patient = await ana.hasPatient({ name: 'Rosa Dias', birthDate: '1980-05-10', phone: '1' });
  const params = { id: patient._id };
  const same = { name: 'Rosa Dias', rut: patient.rut, birthDate: '1980-05-10' };
  await ana.send(updatePatient, { params, body: { ...same, phone: '2' } });
  await ana.send(updatePatient, { params, body: { ...same, name: 'Rosa Díaz', birthDate: '1980-10-05' } });
  const [identity, phone] = await patientLog(patient._id);
  expect(phone?.detail).toBeNull();
  expect(identity?.detail).toEqual({
    before: { name: 'Rosa Dias', birthDate: '1980-05-10' },
    after: { name: 'Rosa Díaz', birthDate: '1980-10-05' },
  });
  const stored = await testApp.sql<{ detail: Buffer }[]>`
    select detail from audit_details where owner_id = ${ana.user._id}`;
  expect(stored.map(({ detail }) => detail.includes('Rosa'))).toEqual([false]);
});

describe('logins', () => {
  const tryLogIn = (email: string, password: string, address: string) =>
    testApp.app.inject({
      method: 'POST',
      url: login.path,
      headers: { 'x-forwarded-for': address },
      payload: { email, password },
    });

  test('that fail are in the log of the account, with the whole address, and unknown ones in none', async () => {
    const { email } = ana.user;
    await tryLogIn(email, 'otra', '200.1.2.3');
    await tryLogIn('nadie@ejemplo.cl', 'otra', '200.1.2.3');
    await tryLogIn(email, 'clave-de-prueba', '::ffff:200.1.2.4');
    await tryLogIn(email, 'otra', 'no es una dirección');
    const log = (await accountLog()).map(({ act, actor, address, detail }) => ({ act, actor, address, detail }));
    const failed = {
      act: 'login.failed',
      actor: 'Persona no identificada',
      detail: { loginFailure: 'wrong-credentials' },
    };
    // Failed logins are written with the reads, after the login that succeeded.
    expect(log.slice(0, 3)).toEqual([
      { ...failed, address: null },
      { ...failed, address: '200.1.2.3' },
      { act: 'session.started', actor: 'Ana Pérez Soto', address: '200.1.2.4', detail: null },
    ]);
  });

  test('after a reset by an administrator tell who reset it, and that the temporary password was used', async () => {
    const admin = await testApp.newAdmin();
    // Whatever name an administrator chooses, the log tells them from the owner.
    await testApp.sql`update users set name = 'Ana Pérez Soto' where id = ${admin.user._id}`;
    const administrator = `Ana Pérez Soto (administración, ${admin.user.email})`;
    await admin.send(getUser, { params: { id: ana.user._id } });
    await admin.send(resetPassword, { params: { id: ana.user._id } });
    await tryLogIn(ana.user.email, '12345678-5', '201.5.5.5');
    await testApp.sql`update users set must_change_password = false where id = ${ana.user._id}`;
    await testApp.sql`select pg_notify('account_changes', '')`;
    const { body } = await testApp.send(login, { body: { email: ana.user.email, password: '12345678-5' } });
    await testApp.deps.accessRecorder.flush();
    const log = (await testApp.send(api.getAccountAccessLog, {}, body.accessToken)).body;
    const told = log.map(({ act, actor, address, detail }) => ({ act, actor, address, detail }));
    expect(told).toContainEqual({
      act: 'user.password-reset',
      actor: administrator,
      address: '127.0.0.1',
      detail: null,
    });
    expect(told).toContainEqual({
      act: 'session.started',
      actor: 'Ana Pérez Soto',
      address: '201.5.5.5',
      detail: { temporaryPassword: true, passwordResetAt: expect.any(String) },
    });
    expect(told).toContainEqual({ act: 'user.opened', actor: administrator, address: '127.0.0.1', detail: null });
  });
});

test('the list goes back page by page', async () => {
  await ana.hasPatient();
  const first = await accountLog(ana, { limit: 2 });
  const second = await accountLog(ana, { limit: 2, before: first.at(-1)?.number ?? 0 });
  expect([first, second].map((page) => page.map(({ number }) => number))).toEqual([[3, 2], [1]]);
});

test('an export is a CSV of the log, and is itself recorded', async () => {
  const { _id: id } = await ana.hasPatient({ name: '=HYPERLINK("http://x")' });
  await ana.send(listPatients, { query: { search: '=HYPER' } });
  await testApp.deps.accessRecorder.flush();
  const { body, headers } = await ana.send(api.exportAccountAccessLog);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toBe('attachment; filename="registro-de-accesos.csv"');
  const [heading, searched, created] = Buffer.from(body).toString('utf8').split('\r\n');
  expect(heading).toBe('\uFEFF"N.º";"Fecha y hora";"Quién";"Qué";"Desde";"Detalle";"Paciente"');
  expect(searched).toMatch(
    /^"4";"\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d";"Ana Pérez Soto";"Buscó pacientes";"127\.0\.0\.1";"«=HYPER»\. 1 resultado";""$/,
  );
  expect(created).toMatch(/^"3";.*"Creó la ficha".*"'=HYPERLINK\(""http:\/\/x""\)"$/);
  await ana.send(api.exportPatientAccessLog, { params: { id } });
  expect(acts(await patientLog(id))).toEqual(['patient.created', 'access-log.exported']);
  expect(acts(await accountLog())).toContain('access-log.exported');
});

test('the last seal of the account is told, and ends the CSV of account, patient and export', async () => {
  const { _id: id } = await ana.hasPatient();
  expect((await ana.send(getAccessLogSeal)).body).toBeNull();
  await sealChains(testApp.deps, testApp.ring);
  const [stored] = await testApp.sql<{ number: string; digest: Buffer; at: Date }[]>`
    select number, digest, sealed_at as at from audit_seals where owner_id = ${ana.user._id}`;
  // Another account is sealed later.
  await testApp.newProfessional();
  await sealChains(testApp.deps, testApp.ring);
  const seal = `${stored?.number}:${stored?.digest.toString('hex').slice(0, 16)}`;
  const { body } = await ana.send(getAccessLogSeal);
  expect(body).toEqual({ seal, sealedAt: stored?.at.toISOString(), lastEntry: 3 });
  const files = readZip((await ana.send(exportPatient, { params: { id } })).body as unknown as Uint8Array);
  const csvs = [
    (await ana.send(api.exportAccountAccessLog)).body,
    (await ana.send(api.exportPatientAccessLog, { params: { id } })).body,
    files.get('registro-de-accesos.csv') ?? '',
  ];
  for (const csv of csvs) {
    expect(Buffer.from(csv).toString('utf8').split('\r\n').at(-2)).toMatch(
      new RegExp(`^"Último sello: ${seal}, del \\d\\d/\\d\\d/\\d{4} [\\d:]{8}, hasta el acceso N\\.º 3"$`),
    );
  }
});

test('the log of another professional cannot be read, nor one in the name of another', async () => {
  const berta = await testApp.newProfessional();
  const { _id: id } = await ana.hasPatient();
  for (const endpoint of [api.getPatientAccessLog, api.exportPatientAccessLog]) {
    expect((await berta.send(endpoint, { params: { id } })).status).toBe(404);
  }
  const numbers = (await accountLog(berta)).map(({ act }) => act);
  expect(numbers).toEqual(['session.started', 'account.registered']);
});

test('a refused read is not recorded', async () => {
  await ana.send(getPatient, { params: { id: crypto.randomUUID() } });
  expect(acts(await accountLog())).toEqual(['account.registered', 'session.started']);
});

test('every call that reads clinical data says what is recorded', () => {
  const recorded = ENDPOINTS.filter(({ recordsRead }) => recordsRead).map(({ path }) => path);
  const clinical = ENDPOINTS.filter(
    ({ method, path, writes }) =>
      method === 'GET' && !writes && /^\/api\/(patients|clinical-notes|certificates|drafts|appointments)\b/.test(path),
  );
  // Permissions, how many rows were imported when, and a time at which there is no appointment.
  const WITHOUT_CLINICAL_DATA = [
    '/api/patients/can-create',
    '/api/patients/imports',
    '/api/appointments/imports',
    '/api/appointments/next-free',
    '/api/clinical-notes/can-create',
  ];
  expect(clinical.map(({ path }) => path).filter((path) => !recorded.includes(path))).toEqual(WITHOUT_CLINICAL_DATA);
});
