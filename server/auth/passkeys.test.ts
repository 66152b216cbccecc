import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getAccountAccessLog } from '#contract/access-log';
import { changePassword } from '#contract/account';
import { MAX_PASSKEYS } from '#contract/passkey-errors';
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from '#contract/passkeys';
import { removeTotp } from '#contract/second-factor';
import { enableSecondFactor } from '#server/testing/authenticator';
import { createDatabase } from '#server/testing/database';
import { headerIn, type Mailbox, openMailbox } from '#server/testing/mailbox';
import { newAuthenticator, newChallenge, newPasskey, withoutFreshProof, withPasskey } from '#server/testing/passkeys';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { formerHostsNotice } from './passkeys.service.ts';

const PASSWORD = 'clave-de-prueba';
const MINUTE = 60_000;

let testApp: TestApp;
let mailbox: Mailbox;
let ana: Person;
beforeAll(async () => {
  [testApp, mailbox] = await Promise.all([createTestApp({ sendsMail: true }), openMailbox()]);
});
afterAll(async () => {
  await Promise.all([testApp.close(), mailbox.close()]);
});
beforeEach(async () => {
  ana = await testApp.newProfessional();
  await mailbox.deliver(testApp);
});

type Body = Awaited<ReturnType<typeof newPasskey>>['body'];
type Answer = Body['response'];

const add = (person: Person, body: Body) => person.send(addPasskey, { body });
const codeOfAdding = async (person: Person, body: Body) => (await add(person, body)).error.code;
const remove = (person: Person, id: string) => person.send(removePasskey, { params: { id } });
const ownPasskeys = async (person: Person) => (await person.send(listPasskeys)).body;
const subjects = (mails: Awaited<ReturnType<Mailbox['deliver']>>) => mails.map((mail) => headerIn(mail, 'Subject'));
const passkeyActs = async (person: Person) => {
  const { body: log } = await person.send(getAccountAccessLog);
  return log.map(({ act }) => act).filter((act) => act.startsWith('passkey.'));
};

/** Fills the account with passkeys that no authenticator has. */
const insertMany = (person: Person, count: number) => testApp.sql`
  insert into passkeys (user_id, id, name, credential_id, public_key, transports, host, created_at)
  select ${person.user._id}, gen_random_uuid(), 'Otra', uuid_send(gen_random_uuid()), '', '{}', 'localhost', now()
    from generate_series(1, ${count}::int)`;

describe('adding a passkey', () => {
  test('asks for a discoverable passkey and a verified user, without an attestation', async () => {
    const { authenticator } = await withPasskey(ana);
    const { body: options } = await ana.send(beginPasskey);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Ficha Austral' },
      user: { name: ana.user.email, displayName: ana.user.name },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: authenticator.id, transports: ['internal', 'hybrid'] }],
      timeout: 5 * MINUTE,
    });
    const { id: handle } = options.user as { id: string };
    expect(Buffer.from(handle, 'base64url').toString('hex')).toBe(ana.user._id.replaceAll('-', ''));
  });

  test('lists it with its name, records it and tells the owner by mail', async () => {
    const { passkey } = await withPasskey(ana);
    expect(passkey).toEqual({
      _id: expect.any(String),
      name: 'Notebook de la consulta',
      createdAt: expect.any(String),
    });
    expect(await ownPasskeys(ana)).toEqual([passkey]);
    expect(subjects(await mailbox.deliver(testApp))).toEqual([
      'Se agregó una llave de acceso a tu cuenta de Ficha Austral',
    ]);
    expect(await passkeyActs(ana)).toEqual(['passkey.added']);
  });

  test('needs a fresh proof, to begin and to end', async () => {
    const { body } = await newPasskey(ana);
    await withoutFreshProof(testApp, ana);
    expect((await ana.send(beginPasskey)).error.code).toBe('REAUTHENTICATE');
    expect(await codeOfAdding(ana, body)).toBe('REAUTHENTICATE');
  });

  test('uses a challenge once, within five minutes and in the session that asked for it', async () => {
    const { body } = await newPasskey(ana);
    const berta = await testApp.newProfessional();
    expect(await codeOfAdding(berta, body)).toBe('PASSKEY_EXPIRED');
    expect(await codeOfAdding(await testApp.logIn(ana.user.email), body)).toBe('PASSKEY_EXPIRED');
    expect((await add(ana, body)).status).toBe(201);
    expect(await codeOfAdding(ana, body)).toBe('PASSKEY_EXPIRED');
    const late = await newPasskey(ana);
    testApp.passTime(5 * MINUTE);
    expect(await codeOfAdding(ana, late.body)).toBe('PASSKEY_EXPIRED');
    const inTime = await newPasskey(ana);
    testApp.passTime(4 * MINUTE);
    expect((await add(ana, inTime.body)).status).toBe(201);
  });

  test.each([
    ['of another origin', { origin: 'https://ficha.example.com' }],
    ['for another host', { host: 'ficha.example.com' }],
    ['without a verified user', { verified: false }],
    ['that is the answer to a login', { type: 'webauthn.get' }],
    ['of another port', { origin: 'http://localhost:3001' }],
    ['of a subdomain', { origin: 'http://otra.localhost:3000' }],
    ['from a frame of another site', { crossOrigin: true }],
    ['whose key is of SHA-1 (RS1)', { algorithm: -65535 }],
    ['whose key names no signature', { algorithm: 0 }],
  ])('refuses one %s', async (_, deviation) => {
    const { body } = await newPasskey(ana, deviation);
    expect(await codeOfAdding(ana, body)).toBe('PASSKEY_NOT_ADDED');
    expect(await codeOfAdding(ana, body)).toBe('PASSKEY_EXPIRED');
    expect(await ownPasskeys(ana)).toEqual([]);
  });

  test('refuses what no browser sends', async () => {
    for (const damage of [
      (answer: Answer) => ({ ...answer, response: { ...answer.response, attestationObject: 'oA' } }),
      (answer: Answer) => ({ ...answer, response: { ...answer.response, clientDataJSON: 'oA' } }),
      (answer: Answer) => ({ ...answer, id: 'b3Ry', rawId: 'b3Ry' }),
    ]) {
      const { body } = await newPasskey(ana);
      expect(await codeOfAdding(ana, { ...body, response: damage(body.response) })).toBe('PASSKEY_NOT_ADDED');
    }
  });

  test('refuses the challenge of a login', async () => {
    const { body: options } = await ana.send(beginPasskey);
    const challenge = await newChallenge(testApp);
    const response = newAuthenticator().register({ ...options, challenge });
    expect(await codeOfAdding(ana, { name: 'Otra', response })).toBe('PASSKEY_EXPIRED');
    expect(await ownPasskeys(ana)).toEqual([]);
  });

  test('refuses a text that would fill the memory or the stack of a reader', async () => {
    const hostile = [Buffer.alloc(14_000, 0x81), Buffer.from('9bffffffffffffffff00', 'hex')];
    for (const bytes of hostile) {
      const { body } = await newPasskey(ana);
      const response = { ...body.response.response, attestationObject: bytes.toString('base64url') };
      expect(await codeOfAdding(ana, { ...body, response: { ...body.response, response } })).toBe('PASSKEY_NOT_ADDED');
    }
  });

  test('does not read an attestation that nobody asked for', async () => {
    const { body } = await newPasskey(ana, { attestation: 'packed' });
    expect((await add(ana, body)).status).toBe(201);
  });

  test('refuses a credential that is there already, whoever has it', async () => {
    const { authenticator } = await withPasskey(ana);
    const berta = await testApp.newProfessional();
    for (const person of [ana, berta]) {
      const { body: options } = await person.send(beginPasskey);
      const body = { name: 'Otra', response: authenticator.register(options) };
      expect(await codeOfAdding(person, body)).toBe('PASSKEY_EXISTS');
    }
  });

  test('keeps at most twenty, also when two are added at once', async () => {
    await insertMany(ana, MAX_PASSKEYS - 1);
    const bodies = [(await newPasskey(ana)).body, (await newPasskey(ana)).body];
    const replies = await Promise.all(bodies.map((body) => add(ana, body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await ana.send(beginPasskey)).error).toMatchObject({
      code: 'TOO_MANY_PASSKEYS',
      error: `Puedes tener a lo más ${MAX_PASSKEYS} llaves de acceso. Elimina las que ya no uses.`,
    });
  });
});

describe('the passkeys of an account', () => {
  test('are removed one by one, after a fresh proof, with an entry and a mail', async () => {
    const { passkey } = await withPasskey(ana);
    const { passkey: kept } = await withPasskey(ana);
    await mailbox.deliver(testApp);
    expect((await remove(ana, passkey._id)).status).toBe(204);
    expect((await remove(ana, passkey._id)).status).toBe(404);
    expect((await ownPasskeys(ana)).map(({ _id }) => _id)).toEqual([kept._id]);
    expect(await passkeyActs(ana)).toEqual(['passkey.removed', 'passkey.added', 'passkey.added']);
    expect(subjects(await mailbox.deliver(testApp))).toEqual([
      'Se eliminó una llave de acceso de tu cuenta de Ficha Austral',
    ]);
    await withoutFreshProof(testApp, ana);
    expect((await remove(ana, kept._id)).error.code).toBe('REAUTHENTICATE');
  });

  test('stay when their owner changes the password or removes the second factor', async () => {
    await withPasskey(ana);
    await enableSecondFactor(testApp, ana);
    await ana.send(removeTotp, { body: { password: PASSWORD } });
    await ana.send(changePassword, { body: { currentPassword: PASSWORD, newPassword: 'otra-clave' } });
    expect(await ownPasskeys(ana)).toHaveLength(1);
  });

  test('are offered nowhere and asked for nowhere when the host of PUBLIC_URL is an IP address', async () => {
    const numbered = await createTestApp({ publicUrl: 'http://[2001:db8::1]:3000' });
    try {
      const berta = await numbered.newProfessional();
      expect((await berta.send(beginPasskey)).error.code).toBe('PASSKEYS_NOT_AVAILABLE');
      expect((await berta.send(listPasskeys)).body).toEqual([]);
      expect(await formerHostsNotice(numbered.deps)).toBeUndefined();
    } finally {
      await numbered.close();
    }
  });
});

describe('after PUBLIC_URL has got another host', () => {
  test('the start and the list name the passkeys of the former host, and new passkeys can be made', async () => {
    const database = await createDatabase();
    const before = await createTestApp({ database });
    const after = await createTestApp({
      database: { ...database, close: async () => undefined },
      keys: before.keys,
      publicUrl: 'https://ficha.example.cl',
    });
    try {
      const berta = await before.newProfessional();
      const { passkey } = await withPasskey(berta);
      expect(await formerHostsNotice(before.deps)).toBeUndefined();
      expect(await formerHostsNotice(after.deps)).toBe(
        'Warning: some passkeys were made for a host other than the host of PUBLIC_URL, https://ficha.example.cl, and do ' +
          'not work here: 1 for localhost. Their owners log in with the password and add new passkeys. They work again ' +
          'when PUBLIC_URL has the former host',
      );
      const there = await after.logIn(berta.user.email);
      expect((await there.send(listPasskeys)).body).toEqual([{ ...passkey, formerHost: 'localhost' }]);
      const { body: options } = await there.send(beginPasskey);
      expect(options).toMatchObject({ rp: { id: 'ficha.example.cl' }, excludeCredentials: [] });
      const place = { origin: 'https://ficha.example.cl', host: 'ficha.example.cl' };
      const body = { name: 'Nueva', response: newAuthenticator().register(options, place) };
      expect((await there.send(addPasskey, { body })).status).toBe(201);
      expect((await there.send(listPasskeys)).body).toMatchObject([{ formerHost: 'localhost' }, { name: 'Nueva' }]);
    } finally {
      await after.close();
      await before.close();
    }
  });
});
