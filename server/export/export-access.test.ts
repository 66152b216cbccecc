import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteUser } from '#contract/admin';
import { logout } from '#contract/auth';
import { finalizeCertificate } from '#contract/certificates';
import { listCustody } from '#contract/custody';
import { fillPath } from '#contract/endpoint';
import { exportAccount, exportCustody, exportPatient } from '#contract/export';
import { reauthenticate } from '#contract/sessions';
import { createLeases } from '#server/platform/lease';
import { eventually } from '#server/testing/eventually';
import { readZip } from '#server/testing/read-zip';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let ana: Person;
let address: string;
beforeAll(async () => {
  testApp = await createTestApp();
  ana = await testApp.newProfessional();
  address = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => testApp.close());

const unzipped = ({ body }: { body: unknown }) => readZip(body as Uint8Array);

test('an account has one export at a time, and one that was broken off does not block the next', async () => {
  const berta = await testApp.newProfessional();
  const release = await createLeases(testApp.deps.identity, testApp.deps.now).take(`export/${berta.user._id}`);
  const refused = await berta.send(exportAccount);
  expect([refused.status, refused.error.code]).toEqual([409, 'EXPORT_RUNNING']);
  expect((await ana.send(exportAccount)).status).toBe(200);
  await release?.();
  expect((await berta.send(exportAccount)).status).toBe(200);

  const headers = { authorization: `Bearer ${berta.accessToken}` };
  for (let round = 0; round < 2; round++) {
    const leaving = new AbortController();
    const response = await fetch(`${address}${exportAccount.path}`, { headers, signal: leaving.signal });
    expect(response.status).toBe(200);
    expect(Number(response.headers.get('x-estimated-bytes'))).toBeGreaterThan(1000);
    leaving.abort();
    await eventually(async () => expect((await berta.send(exportAccount)).status).toBe(200));
  }
});

test('the export of a whole account needs a fresh proof, and is not recorded without one', async () => {
  const berta = await testApp.newProfessional();
  const { _id: id } = await berta.hasPatient();
  await testApp.sql`
    update sessions set proved_at = ${new Date(testApp.deps.now().getTime() - 16 * 60_000)}
     where user_id = ${berta.user._id}`;
  const refused = await berta.send(exportAccount);
  expect([refused.status, refused.error.code]).toEqual([403, 'REAUTHENTICATE']);
  const recorded = () =>
    testApp.sql`select from audit_entries where owner_id = ${berta.user._id} and act = 'account.exported'`;
  expect([...(await recorded())]).toEqual([]);
  expect((await berta.send(exportPatient, { params: { id } })).status).toBe(200);
  await berta.send(reauthenticate, { body: { password: 'clave-de-prueba' } });
  expect((await berta.send(exportAccount)).status).toBe(200);
  expect(await recorded()).toHaveLength(1);
});

test.each(['the session', 'the account'])('an export breaks off when %s ends meanwhile', async (what) => {
  const [berta, admin] = [await testApp.newProfessional(), await testApp.newAdmin()];
  await berta.pays();
  for (let i = 0; i < 3; i++) {
    const { _id: id } = await berta.hasCertificate();
    await berta.send(finalizeCertificate, { params: { id } });
  }
  const { printer } = testApp.deps;
  const { print } = printer;
  let printed = 0;
  printer.print = async (...printable) => {
    printed += 1;
    if (what === 'the session') await testApp.send(logout, { body: { refreshToken: berta.refreshToken } });
    else await admin.send(deleteUser, { params: { id: berta.user._id } });
    return print(...printable);
  };
  const headers = { authorization: `Bearer ${berta.accessToken}` };
  const response = await fetch(`${address}${exportAccount.path}`, { headers });
  expect(response.status).toBe(200);
  await expect(response.arrayBuffer()).rejects.toThrow(/terminated/);
  printer.print = print;
  expect(printed).toBe(1);
});

test('an export is recorded before it begins, whatever the disk, and HEAD neither starts nor records one', async () => {
  const berta = await testApp.newProfessional();
  const { _id: id } = await berta.hasPatient();
  const exports = async () => [
    ...(await testApp.sql`
      select act, patient_id, host(address) as address from audit_entries
       where owner_id = ${berta.user._id} and act like '%.exported' order by number`),
  ];
  const headers = { authorization: `Bearer ${berta.accessToken}` };
  for (const url of [exportAccount.path, fillPath(exportPatient.path, { id })]) {
    expect((await testApp.app.inject({ method: 'HEAD', url, headers })).statusCode).toBe(404);
  }
  await testApp.deps.accessRecorder.flush();
  expect(await exports()).toEqual([]);
  // Reads are not recorded while the disk is nearly full.
  testApp.setDiskLow(true);
  expect((await berta.send(exportAccount)).status).toBe(200);
  expect((await berta.send(exportPatient, { params: { id } })).status).toBe(200);
  testApp.setDiskLow(false);
  expect(await exports()).toEqual([
    { act: 'account.exported', patient_id: null, address: '127.0.0.1' },
    { act: 'patient.exported', patient_id: id, address: '127.0.0.1' },
  ]);
});

test('nobody else gets an export: neither another professional, an administrator nor a temporary password', async () => {
  const { _id: id } = await ana.hasPatient();
  const [berta, admin] = await Promise.all([testApp.newProfessional(), testApp.newAdmin()]);
  for (const person of [berta, admin]) {
    expect((await person.send(exportPatient, { params: { id } })).status).toBe(404);
    const names = [...unzipped(await person.send(exportAccount)).keys()];
    expect(names.filter((name) => name.includes('/'))).toEqual([]);
  }
  await testApp.sql`update users set must_change_password = true where id = ${berta.user._id}`;
  for (const { status } of [
    await berta.send(exportAccount),
    await berta.send(listCustody),
    await berta.send(exportPatient, { params: { id } }),
    await berta.send(exportCustody, { params: { patientId: id } }),
  ]) {
    expect(status).toBe(403);
  }
});
