import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccessDetail } from '#contract/access-log';
import { deleteUser } from '#contract/admin';
import { restoreAccount } from '#contract/closed-accounts';
import { listPatients, updatePatient } from '#contract/patients';
import { type KeyRing, keyRing } from '#server/platform/crypto/field-cipher';
import { fullAccount } from '#server/testing/full-account';
import { patientInput } from '#server/testing/inputs';
import { purgeClosed } from '#server/testing/purge-closed';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import type { Access } from './access-recorder.ts';
import { OPERATOR, record, recordForOwners } from './audit.store.ts';
import { sealChains } from './seals.ts';
import { verifyAuditTrail } from './verify.ts';

let testApp: TestApp;
let ana: Person;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

beforeEach(async () => {
  ana = await testApp.newProfessional();
  await ana.hasPatient();
});

const seal = (ring: KeyRing = testApp.ring) => sealChains(testApp.deps, ring);

async function problems(options: { ring?: KeyRing; knownSeal?: { number: string; digest: string } } = {}) {
  const found: string[] = [];
  const report = (problem: string) => void found.push(problem);
  const verified = await verifyAuditTrail(testApp.deps.audit, {
    ring: testApp.ring,
    report,
    ...options,
  });
  return { found, ...verified };
}

/** What somebody can do who may write to the tables and switch triggers off, and has no key. */
async function tamper(change: () => Promise<unknown>, ...tables: ('audit_entries' | 'audit_heads' | 'audit_seals')[]) {
  const { sql } = testApp;
  const all = async (act: 'disable' | 'enable') => {
    for (const table of tables) await sql(Object.assign([`alter table ${table} ${act} trigger user`], { raw: [] }));
  };
  await all('disable');
  await change();
  await all('enable');
}

const entries = () => testApp.sql<{ number: string; act: string }[]>`
  select number, act from audit_entries where owner_id = ${ana.user._id} order by number`;

/** Computes the chain of the owner anew, as somebody would who changed an entry. */
async function recompute() {
  await testApp.sql`
    do $$ declare e record; previous bytea; begin
      for e in select * from audit_entries order by owner_id, number loop
        if e.number = 1 then previous := null; end if;
        previous := audit_entry_hash(previous, e.number, e.owner_id, e.id, e.at, e.actor_id, e.act, e.subject_id,
                                     e.patient_id, e.address, e.detail_hash);
        update audit_entries set hash = previous where owner_id = e.owner_id and id = e.id;
        update audit_heads set hash = previous where owner_id = e.owner_id and number = e.number;
      end loop;
    end $$`;
}

test('entries are numbered by owner, and an unchanged trail has no problem, with and without seals', async () => {
  expect((await entries()).map(({ number, act }) => `${number} ${act}`)).toEqual([
    '1 account.registered',
    '2 session.started',
    '3 patient.created',
  ]);
  const before = await problems();
  expect(before).toMatchObject({ found: [], entries: 3, chains: 1, seals: 0, unsealed: 3 });
  expect(await seal()).toBe(1);
  expect(await seal()).toBe(0);
  expect(await problems()).toMatchObject({ found: [], seals: 1, unsealed: 0 });
});

test('entries that are written at the same time form one chain', async () => {
  await ana.pays();
  await Promise.all(Array.from({ length: 12 }, () => ana.hasPatient()));
  expect((await problems()).found).toEqual([]);
});

test('a batch of reads continues the chain, also of somebody who has none yet', async () => {
  const newcomer = randomUuid();
  const opened = (ownerId: string, detail: AccessDetail | undefined): Access => ({
    ...{ act: 'patient.opened', at: testApp.deps.now(), ownerId, actorId: ownerId, detail },
    ...{ subjectId: randomUuid(), address: '203.0.113.7' },
  });
  const batch = [ana.user._id, newcomer].flatMap((owner) => [
    opened(owner, undefined),
    opened(owner, { search: 'rosa', results: 1 }),
    opened(owner, undefined),
  ]);
  await ana.pays();
  const before = (await entries()).length;
  await testApp.deps.auditTransaction((tx) => recordForOwners(tx, batch, testApp.deps.cipher));
  await ana.hasPatient();
  expect((await problems()).found).toEqual([]);
  const acts = (await entries()).slice(before).map(({ act }) => act);
  expect(acts.slice(0, 3)).toEqual(['patient.opened', 'patient.opened', 'patient.opened']);
  expect(acts).toContain('patient.created');
  const [{ count } = { count: 0 }] = await testApp.sql<{ count: number }[]>`
    select count(*)::int from audit_entries where owner_id = ${newcomer}`;
  expect(count).toBe(3);
});

test('an entry gets its place and its hash from the database, whatever a statement says', async () => {
  await testApp.deps.auditTransaction(
    (tx) => tx`
      insert into audit_entries (owner_id, id, at, actor_id, act, number, hash)
      values (${ana.user._id}, ${randomUuid()}, now(), ${ana.user._id}, 'patient.opened', 99, sha256('x'))`,
  );
  expect((await problems()).found).toEqual([]);
});

describe('verification finds', () => {
  const owner = () => ana.user._id;

  test('a changed entry', async () => {
    await tamper(
      () => testApp.sql`
      update audit_entries set actor_id = ${randomUuid()} where owner_id = ${owner()} and number = 2`,
      'audit_entries',
    );
    expect((await problems()).found).toEqual([`owner ${owner()}, entry 2 (session.started): changed, or inserted`]);
    await undo();
  });

  test('an entry removed from the middle, from the end, and from the beginning', async () => {
    const remove = (number: number) =>
      tamper(
        () => testApp.sql`delete from audit_entries where owner_id = ${owner()} and number = ${number}`,
        'audit_entries',
      );
    await remove(3);
    expect((await problems()).found).toEqual([`owner ${owner()}, entry 3: removed from the end`]);
    await remove(1);
    expect((await problems()).found).toContain(`owner ${owner()}, entry 1: removed`);
    await undo();
  });

  test('an entry inserted at the end without the trigger', async () => {
    await tamper(
      () => testApp.sql`
      insert into audit_entries (owner_id, id, at, actor_id, act, number, hash)
      select owner_id, ${randomUuid()}, at, actor_id, 'session.ended', 4,
             audit_entry_hash(hash, 4, owner_id, id, at, actor_id, act, null, null, null, null)
        from audit_entries where owner_id = ${owner()} and number = 3`,
      'audit_entries',
    );
    expect((await problems()).found).toEqual([
      `owner ${owner()}, entry 4 (session.ended): changed, or inserted`,
      `owner ${owner()}, entry 4: inserted at the end`,
    ]);
    await undo();
  });

  test('a chain that was computed anew after a change, by its seal', async () => {
    await seal();
    await tamper(async () => {
      await testApp.sql`update audit_entries set subject_id = null where owner_id = ${owner()} and number = 2`;
      await recompute();
    }, 'audit_entries');
    expect((await problems()).found).toEqual([
      `owner ${owner()}, entry 3 (patient.created): not the one that was sealed`,
    ]);
    await undo();
  });

  test('a removed chain, with its head and with its seals', async () => {
    await seal();
    await testApp.newProfessional();
    await seal();
    await tamper(
      async () => {
        await testApp.sql`delete from audit_entries where owner_id = ${owner()}`;
        await testApp.sql`delete from audit_heads where owner_id = ${owner()}`;
      },
      'audit_entries',
      'audit_heads',
    );
    expect((await problems()).found).toContain(`owner ${owner()}, entries 1 to 3: removed from the end`);
    await tamper(() => testApp.sql`delete from audit_seals where owner_id = ${owner()}`, 'audit_seals');
    expect((await problems()).found).toContainEqual(
      expect.stringMatching(/^seals? .*: (removed|changed, or those before it)$/),
    );
    await undo();
  });

  test('a forged seal, and a seal that was noted and is gone', async () => {
    await seal();
    const { lastSeal } = await problems();
    const noted = { number: lastSeal?.number ?? '', digest: lastSeal?.digest.toString('hex') ?? '' };
    expect((await problems({ knownSeal: noted })).found).toEqual([]);
    const forger = keyRing(new Map([[1, randomBytes(32)]]));
    await ana.send(updatePatient, { params: { id: await patientId() }, body: patientInput() });
    await seal(forger);
    expect((await problems()).found).toEqual([expect.stringMatching(/^seal \d+: not made with data key 1$/)]);
    await tamper(() => testApp.sql`delete from audit_seals`, 'audit_seals');
    expect((await problems({ knownSeal: noted })).found).toContain(
      `seal ${noted.number}: removed or changed since it was noted`,
    );
    await undo();
  });

  test('entries that were kept from being sealed', async () => {
    await tamper(
      () => testApp.sql`update audit_heads set sealed_number = number where owner_id = ${owner()}`,
      'audit_heads',
    );
    await testApp.newProfessional();
    await seal();
    const problem = `owner ${owner()}, entries 1 to 3: marked as sealed, and without a seal`;
    expect((await problems()).found).toEqual([problem]);
    await undo();
  });

  test('entries that were marked as sealed in advance, until the next round seals them and warns', async () => {
    await tamper(
      () => testApp.sql`update audit_heads set sealed_number = 1000 where owner_id = ${owner()}`,
      'audit_heads',
    );
    const problem = `owner ${owner()}, entries 1 to 1000: marked as sealed, and without a seal`;
    expect((await problems()).found).toEqual([problem]);
    expect(await seal()).toBe(1);
    expect(testApp.warnings).toContainEqual({
      ...{ owner: owner(), entry: '3', markedUntil: '1000' },
      message:
        'entries were marked as sealed before they were written, and are sealed now: somebody changed audit_heads',
    });
    expect(await problems()).toMatchObject({ found: [], unsealed: 0 });
    await undo();
  });

  test('an invented purge of an account that is still in use, and the details that it was to excuse', async () => {
    const change = async () => ana.send(updatePatient, { params: { id: await patientId() }, body: patientInput() });
    await change();
    await testApp.sql`alter table audit_details disable trigger user`;
    await testApp.sql`delete from audit_details where owner_id = ${owner()}`;
    await testApp.sql`alter table audit_details enable trigger user`;
    const purge = { act: 'user.purged', at: testApp.deps.now(), actorId: OPERATOR, ownerId: owner() } as const;
    await testApp.deps.auditTransaction((tx) => record(tx, { ...purge, address: undefined }));
    await change();
    expect((await problems()).found).toEqual([
      `owner ${owner()}, entry 6: after the purge of the account`,
      `owner ${owner()}, entry 4: its detail was removed`,
    ]);
    await undo();
  });

  test('a detail that was removed, or replaced by that of another entry', async () => {
    const id = await patientId();
    await ana.send(updatePatient, { params: { id }, body: patientInput() });
    await ana.send(updatePatient, { params: { id }, body: patientInput() });
    await testApp.sql`alter table audit_details disable trigger user`;
    const [one, other] = await testApp.sql<{ id: string; detail: Buffer }[]>`
      select entry_id as id, detail from audit_details where owner_id = ${owner()}`;
    for (const [to, from] of [
      [one, other],
      [other, one],
    ]) {
      await testApp.sql`
        update audit_details set detail = ${from?.detail} where owner_id = ${owner()} and entry_id = ${to?.id}`;
    }
    expect((await problems()).found).toEqual([
      `owner ${owner()}, entry 4 (patient.updated): its detail cannot be decrypted`,
      `owner ${owner()}, entry 5 (patient.updated): its detail cannot be decrypted`,
    ]);
    await testApp.sql`delete from audit_details where owner_id = ${owner()}`;
    await testApp.sql`alter table audit_details enable trigger user`;
    expect((await problems()).found).toEqual([
      `owner ${owner()}, entry 4: its detail was removed`,
      `owner ${owner()}, entry 5: its detail was removed`,
    ]);
    await undo();
  });
});

test('a deleted account keeps its chain without the details, and no problem is reported', async () => {
  const [full, admin] = [await fullAccount(testApp), await testApp.newAdmin()];
  await full.send(listPatients, { query: { search: 'Rosa' } });
  await testApp.deps.accessRecorder.flush();
  await seal();
  expect((await admin.send(deleteUser, { params: { id: full.user._id } })).status).toBe(204);
  expect(await purgeClosed(testApp, full)).toBe(true);
  const kept = await testApp.sql`select from audit_details where owner_id = ${full.user._id}`;
  const hashes = await testApp.sql`
    select from audit_entries where owner_id = ${full.user._id} and detail_hash is not null`;
  expect([kept.length, hashes.length > 1]).toEqual([0, true]);
  await seal();
  expect((await problems()).found).toEqual([]);
});

test('details that were removed are noticed after the account was closed, and after it was restored', async () => {
  const admin = await testApp.newAdmin();
  await ana.send(updatePatient, { params: { id: await patientId() }, body: patientInput() });
  const removed = `owner ${ana.user._id}, entry 4: its detail was removed`;
  await admin.send(deleteUser, { params: { id: ana.user._id } });
  expect((await problems()).found).toEqual([]);
  await testApp.sql`alter table audit_details disable trigger user`;
  await testApp.sql`delete from audit_details where owner_id = ${ana.user._id}`;
  await testApp.sql`alter table audit_details enable trigger user`;
  expect((await problems()).found).toEqual([removed]);
  expect((await admin.send(restoreAccount, { params: { id: ana.user._id } })).status).toBe(204);
  expect((await problems()).found).toEqual([removed]);
  await undo();
});

test('seals of a key that was removed are vouched for by those of the next key', async () => {
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
  await seal(keyRing(new Map([[7, oldKey]])));
  expect((await problems()).found).toContainEqual(expect.stringMatching(/cannot be verified without data key 7$/));
  await testApp.newProfessional();
  await seal(keyRing(new Map([[8, newKey]])));
  expect((await problems({ ring: keyRing(new Map([[8, newKey]])) })).found).toEqual([]);
  await undo();
});

const randomUuid = () => crypto.randomUUID();

const patientId = async () => (await ana.send(listPatients)).body.patients[0]?._id ?? '';

/** The other tests begin with an intact trail. */
async function undo() {
  await tamper(
    async () => {
      await testApp.sql`alter table audit_details disable trigger user`;
      await testApp.sql`truncate audit_seals, audit_details, audit_entries, audit_heads`;
      await testApp.sql`alter table audit_details enable trigger user`;
    },
    'audit_entries',
    'audit_heads',
    'audit_seals',
  );
}
