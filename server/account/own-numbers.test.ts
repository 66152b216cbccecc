import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getAccountAccessLog } from '#contract/access-log';
import { getAccount, updatePersonalInfo } from '#contract/account';
import { resetPassword } from '#contract/admin';
import { login, refresh } from '#contract/auth';
import { finalizeCertificate, printCertificate } from '#contract/certificates';
import { setIdentity } from '#contract/professional-identity';
import { wordsOf } from '#server/testing/pdf-programs';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

const INFO = {
  name: 'Ana Pérez Soto',
  profession: 'Médicos/as' as const,
  city: 'Valdivia',
  region: 'Región de Los Ríos' as const,
};
const WRONG_RUT = '15.678.432-8';
const HOUR = 60 * 60_000;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const update = (person: Person, numbers: object) =>
  person.send(updatePersonalInfo, { body: { ...INFO, ...numbers } as never });

async function detailsOf(person: Person) {
  const { body } = await person.send(getAccountAccessLog, { query: {} });
  return body.filter(({ act }) => act === 'account.updated').map(({ detail }) => detail);
}

describe('the own RUT and RNPI', () => {
  test('are corrected, recorded with what they were, and printed from then on', async () => {
    const ana = await testApp.newProfessional({ rut: WRONG_RUT });
    await ana.pays();
    expect((await ana.send(getAccount)).body).toMatchObject({ rut: '15678432-8' });
    expect((await ana.send(getAccount)).body).not.toHaveProperty('rnpi');

    const { status, body } = await update(ana, { rut: '15.678.432-k', rnpi: ' 763509 ' });
    expect([status, body.rut, body.rnpi]).toEqual([200, '15678432-K', '763509']);
    expect((await ana.send(getAccount)).body).toEqual(body);
    expect(await detailsOf(ana)).toEqual([
      { before: { rut: '15678432-8', rnpi: '' }, after: { rut: '15678432-K', rnpi: '763509' } },
    ]);

    const { _id: id } = await ana.hasCertificate();
    await ana.send(finalizeCertificate, { params: { id } });
    const pdf = (await ana.send(printCertificate, { params: { id } })).body as Uint8Array;
    expect(await wordsOf(pdf)).toContain('RUT: 15.678.432-K REG-SIS N° (RNPI): 763509');
  });

  test('stay when they are left out, and a blank RNPI is removed', async () => {
    const ana = await testApp.newProfessional({ rnpi: '763509' });
    expect((await update(ana, { city: 'Osorno' })).body).toMatchObject({ rut: '12345678-5', rnpi: '763509' });
    expect(await detailsOf(ana)).toEqual([null]);
    for (const rnpi of ['  ', null]) {
      await update(ana, { rnpi: '763509' });
      expect((await update(ana, { rnpi })).body).not.toHaveProperty('rnpi');
    }
  });

  test.each([
    ['rut', ' ', 'El RUT es requerido'],
    ['rnpi', '1'.repeat(21), 'No puede superar los 20 caracteres'],
  ])('are refused when they cannot be read: %s %j', async (field, value, message) => {
    const ana = await testApp.newProfessional();
    const { status, error } = await update(ana, { [field]: value });
    expect([status, error.details]).toEqual([400, [{ field, message }]]);
  });

  test('need a fresh proof only when one of them changes', async () => {
    const ana = await testApp.newProfessional({ rnpi: '763509' });
    testApp.passTime(HOUR);
    const { accessToken } = (await testApp.send(refresh, { body: { refreshToken: ana.refreshToken } })).body;
    const updateLater = (numbers: object) =>
      testApp.send(updatePersonalInfo, { body: { ...INFO, ...numbers } as never }, accessToken);
    for (const change of [{ rut: '11.111.111-1' }, { rnpi: '1' }, { rnpi: '' }]) {
      const { status, error } = await updateLater(change);
      expect([status, error.code]).toEqual([403, 'REAUTHENTICATE']);
    }
    const same = { rut: '12.345.678-5', rnpi: '763509', city: 'Osorno' };
    expect((await updateLater(same)).body).toMatchObject({ rut: '12345678-5', rnpi: '763509', city: 'Osorno' });
    const again = await testApp.logIn(ana.user.email);
    expect((await update(again, { rut: '11.111.111-1' })).body).toMatchObject({ rut: '11111111-1' });
  });

  test.each([{ rut: '11.111.111-1' }, { rnpi: '1' }])(
    'a change of %o takes a confirmed identity back',
    async (change) => {
      const ana = await testApp.newProfessional({ rnpi: '763509' });
      const admin = await testApp.newAdmin();
      const body = { verified: true, evidence: 'RNPI 763509, vigente' };
      await admin.send(setIdentity, { params: { id: ana.user._id }, body });
      expect((await ana.send(getAccount)).body.identity).toBe('verified');
      expect((await update(ana, { rut: '12345678-5', rnpi: '763509' })).body.identity).toBe('verified');
      expect((await update(ana, change)).body.identity).toBe('declared');
    },
  );

  test('a password that is reset to the RUT is the corrected one', async () => {
    const [ana, admin] = [await testApp.newProfessional({ rut: WRONG_RUT }), await testApp.newAdmin()];
    await update(ana, { rut: '15.678.432-k' });
    await admin.send(resetPassword, { params: { id: ana.user._id } } as never);
    const { body } = await testApp.send(login, { body: { email: ana.user.email, password: '15678432-K' } });
    expect(body.user.mustChangePassword).toBe(true);
  });
});
