import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getAccountAccessLog } from '#contract/access-log';
import { changePassword, getAccount, updatePersonalInfo } from '#contract/account';
import { getUser, resetPassword } from '#contract/admin';
import { finalizeCertificate, printCertificate } from '#contract/certificates';
import { verifyDocument } from '#contract/documents';
import { setIdentity } from '#contract/professional-identity';
import { codeOn } from '#server/testing/pdf-programs';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';

let testApp: TestApp;
let admin: Person;
beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.newAdmin();
});
afterAll(() => testApp.close());

const EVIDENCE = 'RNPI 763509 en el registro: Ana Pérez Soto, médico cirujano, vigente';
let people = 0;
/** Each has another RUT. */
const newProfessional = (details: Parameters<TestApp['newProfessional']>[0] = {}) => {
  people += 1;
  return testApp.newProfessional({ rut: `${20_000_000 + people}-0`, rnpi: '763509', ...details });
};
const confirm = ({ user }: Person, body: object = {}, by = admin) =>
  by.send(setIdentity, { params: { id: user._id }, body: { verified: true, evidence: EVIDENCE, ...body } });
const withdraw = ({ user }: Person) =>
  admin.send(setIdentity, { params: { id: user._id }, body: { verified: false, evidence: 'Dejó de estar vigente' } });
const shown = async ({ user }: Person) => (await admin.send(getUser, { params: { id: user._id } })).body;
const identityOf = async (person: Person) => (await shown(person)).identity;

/** The verification code of a certificate that the person issues. */
async function issue(person: Person): Promise<string> {
  const { _id: id } = await person.hasCertificate();
  await person.send(finalizeCertificate, { params: { id } });
  return codeOn((await person.send(printCertificate, { params: { id } })).body);
}
const verify = async (code: string) => (await testApp.send(verifyDocument, { params: { code } })).body;

async function actsOf({ user }: Person): Promise<string[]> {
  const entries = await testApp.sql<{ act: string }[]>`
    select act from audit_entries where owner_id = ${user._id} and act like 'user.%' order by at, id`;
  return entries.map(({ act }) => act);
}

const INFO = {
  name: 'Ana Pérez Soto',
  profession: 'Médicos/as' as const,
  city: 'Valdivia',
  region: 'Región de Los Ríos' as const,
};

describe('an identity', () => {
  test('is declared until an administrator confirms it, and again when it is withdrawn', async () => {
    const ana = await newProfessional();
    const code = await issue(ana);
    expect(await verify(code)).toMatchObject({ valid: true, issuer: 'active', identity: 'declared' });
    expect(await shown(ana)).toMatchObject({ identity: 'declared', rnpi: '763509' });

    const before = testApp.deps.now();
    expect((await confirm(ana)).status).toBe(204);
    expect(await verify(code)).toMatchObject({ identity: 'verified', professional: { name: 'Ana Pérez Soto' } });
    const { identity, identityCheck } = await shown(ana);
    expect({ identity, ...identityCheck }).toMatchObject({
      identity: 'verified',
      by: 'Administración',
      evidence: EVIDENCE,
    });
    expect(new Date(identityCheck?.at ?? 0).getTime()).toBeGreaterThanOrEqual(before.getTime());
    const [row] = await testApp.sql`select identity_confirmed_by as by from users where id = ${ana.user._id}`;
    expect(row).toEqual({ by: admin.user._id });

    for (const _ of ['first', 'repeated']) expect((await withdraw(ana)).status).toBe(204);
    expect(await verify(code)).toMatchObject({ identity: 'declared' });
    expect(await shown(ana)).not.toHaveProperty('identityCheck');
    expect(await actsOf(ana)).toEqual(['user.identity-confirmed', 'user.identity-withdrawn']);
  });

  test('that is confirmed says nothing of a namesake with the same number', async () => {
    const [ana, impostor] = [await newProfessional(), await newProfessional()];
    await confirm(ana);
    const verified = await verify(await issue(impostor));
    expect(verified).toMatchObject({ identity: 'declared', professional: { name: 'Ana Pérez Soto', rnpi: '763509' } });
  });

  test('that is confirmed says nothing of documents under another name, number or profession', async () => {
    const impostor = await newProfessional({ name: 'Famosa Doctora' });
    await impostor.pays();
    const asFamous = await issue(impostor);
    await impostor.send(updatePersonalInfo, { body: { ...INFO, profession: 'Nutricionistas' } });
    const asDietitian = await issue(impostor);
    await testApp.sql`update users set rnpi = '1' where id = ${impostor.user._id}`;
    const again = await testApp.logIn(impostor.user.email);
    await again.send(updatePersonalInfo, { body: INFO });
    const withOtherNumber = await issue(again);
    await testApp.sql`update users set rnpi = '763509' where id = ${impostor.user._id}`;
    await confirm(impostor);
    const codes = [asFamous, asDietitian, withOtherNumber];
    expect((await Promise.all(codes.map(verify))).map(({ identity }) => identity)).toEqual(Array(3).fill('declared'));
    const renewed = await testApp.logIn(impostor.user.email);
    expect(await verify(await issue(renewed))).toMatchObject({ identity: 'verified' });
  });
});

describe('a confirmation is taken back', () => {
  test.each([
    ['name', { ...INFO, name: 'Ana Pérez' }, 'declared'],
    ['profession', { ...INFO, profession: 'Odontólogos/as' as const }, 'declared'],
    ['city and specialty', { ...INFO, city: 'Osorno', specialty: 'Pediatría' }, 'verified'],
  ])('by a change of the settings or not: %s', async (_, body, identity) => {
    const ana = await newProfessional();
    await confirm(ana);
    expect((await ana.send(updatePersonalInfo, { body })).status).toBe(200);
    expect(await identityOf(ana)).toBe(identity);
    const taken = identity === 'declared' ? ['user.identity-withdrawn'] : [];
    expect(await actsOf(ana)).toEqual(['user.identity-confirmed', ...taken]);
  });

  test.each(['name', 'rut', 'rnpi', 'profession'])('by any statement that changes the column %s', async (column) => {
    for (const role of ['ficha_identity', 'the owner of the schema'] as const) {
      const ana = await newProfessional();
      await confirm(ana);
      const pool = role === 'ficha_identity' ? testApp.connections.as(role, 1) : testApp.connections.asSchemaOwner(1);
      await pool.query(`update users set ${column} = ${column} where id = $1`, [ana.user._id]);
      expect(await identityOf(ana)).toBe('verified');
      // A statement cannot confirm what it changes either.
      const other = column === 'rut' ? '19-0' : 'Médicos/as.';
      await pool.query(
        `update users set ${column} = $2, identity_confirmed_at = now(), identity_confirmed_by = id,
                identity_evidence = 'x' where id = $1`,
        [ana.user._id, other],
      );
      await pool.end();
      const [row] = await testApp.sql`
        select identity_confirmed_at as at, identity_confirmed_by as by, identity_evidence as evidence
          from users where id = ${ana.user._id}`;
      expect(row).toEqual({ at: null, by: null, evidence: null });
    }
  });

  test('not by a new password', async () => {
    const ana = await newProfessional();
    await confirm(ana);
    await ana.send(changePassword, { body: { currentPassword: 'clave-de-prueba', newPassword: 'otra-clave' } });
    await admin.send(resetPassword, { params: { id: ana.user._id } });
    expect(await identityOf(ana)).toBe('verified');
  });
});

describe('a verified RUT belongs to one account', () => {
  test('and a second account gets it when the first loses it', async () => {
    const rut = '9.876.543-3';
    const [ana, other] = [await newProfessional({ rut }), await newProfessional({ rut: '9876543-3' })];
    await confirm(ana);
    const refused = await confirm(other);
    expect([refused.status, refused.error.error]).toEqual([
      409,
      'Otra cuenta ya tiene su identidad verificada con ese RUT',
    ]);
    expect([await identityOf(ana), await identityOf(other)]).toEqual(['verified', 'declared']);
    await withdraw(ana);
    expect((await confirm(other)).status).toBe(204);
  });

  test('of several that are confirmed at the same time, one', async () => {
    const same = await Promise.all(Array.from({ length: 5 }, () => newProfessional({ rut: '8765432-K' })));
    const replies = await Promise.all(same.map((person) => confirm(person)));
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409]);
  });

  test('by a key of the database, in whatever way it is written', async () => {
    const [ana, other] = [await newProfessional({ rut: '7654321-k' }), await newProfessional()];
    await confirm(ana);
    await testApp.sql`update users set rut = '7.654.321-K' where id = ${other.user._id}`;
    const forced = testApp.sql`
      update users set identity_confirmed_at = now(), identity_confirmed_by = id, identity_evidence = 'x'
       where id = ${other.user._id}`;
    await expect(forced).rejects.toThrow(/users_confirmed_rut_key/);
  });
});

describe('a confirmation is refused', () => {
  test('without evidence', async () => {
    const ana = await newProfessional();
    for (const evidence of [undefined, null, '', ' \n ']) {
      const reply = await confirm(ana, { evidence });
      expect([reply.status, reply.error.details]).toEqual([
        400,
        [{ field: 'evidence', message: 'Escribe qué viste en el registro' }],
      ]);
    }
    expect(await identityOf(ana)).toBe('declared');
  });

  test('when the account has changed since the administrator looked at it', async () => {
    const ana = await newProfessional();
    const { name, rut, rnpi, profession } = await shown(ana);
    const seen = { name, rut, rnpi, profession };
    await ana.send(updatePersonalInfo, { body: { ...INFO, name: 'Famosa Doctora' } });
    const reply = await confirm(ana, { seen });
    expect([reply.status, reply.error.code]).toEqual([409, 'IDENTITY_CHANGED']);
    expect((await confirm(ana, { seen: { ...seen, name: 'Famosa Doctora' } })).status).toBe(204);
  });

  test('for oneself, for an account without a RUT and for an unknown one', async () => {
    const own = await confirm(admin);
    expect([own.status, own.error.error]).toEqual([409, 'No puedes confirmar tu propia identidad']);
    const withoutRut = await confirm(await testApp.newAdmin());
    expect([withoutRut.status, withoutRut.error.code]).toEqual([409, 'IDENTITY_WITHOUT_RUT']);
    const unknown = { ...admin, user: { ...admin.user, _id: randomUUID() } };
    expect((await confirm(unknown)).status).toBe(404);
  });

  test('for professionals, about themselves and about others, for a temporary password and for nobody', async () => {
    const [ana, berta] = [await newProfessional(), await newProfessional()];
    expect((await confirm(ana, {}, ana)).status).toBe(403);
    expect((await confirm(ana, {}, berta)).status).toBe(403);
    const other = await testApp.newAdmin();
    await testApp.sql`
      update users set must_change_password = true, temporary_password_until = now() + interval '1 day'
       where id = ${other.user._id}`;
    const temporary = await confirm(ana, {}, await testApp.logIn(other.user.email));
    expect([temporary.status, temporary.error.code]).toEqual([403, 'PASSWORD_CHANGE_REQUIRED']);
    const request = { params: { id: ana.user._id }, body: { verified: true, evidence: EVIDENCE } };
    expect((await testApp.send(setIdentity, request)).status).toBe(401);
    expect(await identityOf(ana)).toBe('declared');
  });
});

test('the professional reads the state of the own identity, and what was seen stays in the log', async () => {
  const ana = await newProfessional();
  const state = async () => (await ana.send(getAccount)).body.identity;
  const log = async () =>
    (await ana.send(getAccountAccessLog)).body
      .filter(({ act }) => act.startsWith('user.identity-'))
      .map(({ act, detail }) => [act, detail])
      .reverse();
  expect(await state()).toBe('declared');
  await confirm(ana);
  expect(await state()).toBe('verified');
  await withdraw(ana);
  expect(await state()).toBe('declared');
  await confirm(ana);
  expect((await ana.send(updatePersonalInfo, { body: { ...INFO, name: 'Otro Nombre' } })).body.identity).toBe(
    'declared',
  );
  expect(await log()).toEqual([
    ['user.identity-confirmed', { evidence: EVIDENCE }],
    ['user.identity-withdrawn', { evidence: EVIDENCE }],
    ['user.identity-confirmed', { evidence: EVIDENCE }],
    ['user.identity-withdrawn', { evidence: EVIDENCE }],
  ]);
});
