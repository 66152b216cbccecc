import { appendFile, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type KeyRing, keyRing } from '#server/platform/crypto/field-cipher';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import type { Access } from './access-recorder.ts';
import { recordForOwners } from './audit.store.ts';
import { acceptRestore, copySeals } from './copy-seals.ts';
import { sealChains } from './seals.ts';
import { verifyAuditTrail } from './verify.ts';

let testApp: TestApp;
let ana: Person;
let folder: string;
let printed: unknown[];
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ficha-seals-'));
  printed = [];
  ana = await testApp.newProfessional();
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await asSuperuser(async () => {
    await testApp.sql`truncate audit_seals, audit_details, audit_entries, audit_heads`;
  });
});

const copyDeps = () => ({
  ...testApp.deps,
  inform: (details: object, message: string) => void printed.push({ ...details, message }),
  warn: (details: object, message: string) => void printed.push({ ...details, message }),
});

/** A round of the server: it seals, and copies the seals to the files. */
async function round(ring: KeyRing = testApp.ring) {
  const since = testApp.deps.now();
  await sealChains(testApp.deps, ring);
  await copySeals(copyDeps(), ring, folder, { since });
}

const accept = () => acceptRestore(testApp.deps, testApp.ring, folder);

async function addEntry() {
  const { _id: id } = ana.user;
  const who = { ownerId: id, actorId: id, subjectId: id, address: '203.0.113.7' };
  const entry: Access = { ...who, act: 'patient.opened', at: testApp.deps.now(), detail: undefined };
  await testApp.deps.auditTransaction((tx) => recordForOwners(tx, [entry], testApp.deps.cipher));
}

async function addSealedEntry() {
  await addEntry();
  await round();
}

async function verify({ sealsFolder = folder, ring = testApp.ring }: { sealsFolder?: string; ring?: KeyRing } = {}) {
  const found: string[] = [];
  const notices: string[] = [];
  const verified = await verifyAuditTrail(testApp.deps.audit, {
    ring,
    report: (problem) => void found.push(problem),
    notice: (text) => void notices.push(text),
    sealsFolder,
  });
  return { found, notices, ...verified };
}

/** What is found by the database alone. */
async function problemsWithoutFiles() {
  const found: string[] = [];
  const { ring, deps } = testApp;
  const report = (problem: string) => void found.push(problem);
  await verifyAuditTrail(deps.audit, { ring, report });
  return found;
}

const TABLES = ['audit_entries', 'audit_heads', 'audit_seals', 'audit_details'] as const;
/** Somebody who owns the database and has neither the keys nor the files. */
async function asSuperuser(change: () => Promise<unknown>) {
  const { sql } = testApp;
  const triggers = async (act: 'disable' | 'enable') => {
    for (const table of TABLES) await sql(Object.assign([`alter table ${table} ${act} trigger user`], { raw: [] }));
  };
  await triggers('disable');
  await change();
  await triggers('enable');
}

/** Removes an entry without a trace in the database: the rest is renumbered and hashed by the function of the database. */
async function eraseEntry(number: number) {
  const owner = ana.user._id;
  await asSuperuser(async () => {
    await testApp.sql`delete from audit_entries where owner_id = ${owner} and number = ${number}`;
    await testApp.sql`update audit_entries set number = -number where owner_id = ${owner} and number > ${number}`;
    await testApp.sql`update audit_entries set number = -number - 1 where owner_id = ${owner} and number < 0`;
    await testApp.sql`
      do $$ declare e record; previous bytea; begin
        for e in select * from audit_entries order by owner_id, number loop
          if e.number = 1 then previous := null; end if;
          previous := audit_entry_hash(previous, e.number, e.owner_id, e.id, e.at, e.actor_id, e.act, e.subject_id,
                                       e.patient_id, e.address, e.detail_hash);
          update audit_entries set hash = previous where owner_id = e.owner_id and id = e.id;
          update audit_heads set hash = previous, number = e.number where owner_id = e.owner_id;
        end loop;
      end $$`;
    await testApp.sql`
      delete from audit_seals where number >=
        (select min(number) from audit_seals where owner_id = ${owner} and entry_number >= ${number})`;
    await testApp.sql`update audit_heads set sealed_number = 0`;
    const sealed = await testApp.sql<{ id: string; number: number }[]>`
      select owner_id as id, max(entry_number)::int as number from audit_seals group by owner_id`;
    for (const { id, number: last } of sealed) {
      await testApp.sql`update audit_heads set sealed_number = ${last} where owner_id = ${id}`;
    }
  });
}

const fileNames = () => readdir(folder);
const lines = async () => (await readFile(join(folder, (await fileNames())[0] ?? ''), 'utf8')).trim().split('\n');

test('each seal is a line of the file of its month, with mode 0600, and is printed', async () => {
  await round();
  await addSealedEntry();
  const month = testApp.deps.now().toISOString().slice(0, 7);
  expect(await fileNames()).toEqual([`seals-${month}.log`]);
  expect((await stat(join(folder, `seals-${month}.log`))).mode & 0o777).toBe(0o600);
  const [one, two] = await testApp.sql<{ digest: Buffer; mac: Buffer; at: Date }[]>`
    select digest, mac, sealed_at as at from audit_seals order by number`;
  const words = (await lines()).map((line) => line.split(' '));
  const stated = (seal: typeof one) => [
    seal?.digest.toString('hex'),
    seal?.at.toISOString(),
    seal?.mac.toString('hex'),
  ];
  expect(words.map((line) => line.slice(0, 6))).toEqual([
    ['seal', '1', ...stated(one), '-'],
    ['seal', '2', ...stated(two), one?.digest.toString('hex')],
  ]);
  expect(printed).toEqual([
    { seals: [`1:${one?.digest.toString('hex')}`], message: 'the access log was sealed' },
    { seals: [`2:${two?.digest.toString('hex')}`], message: 'the access log was sealed' },
  ]);
  expect(await verify()).toMatchObject({ found: [], notices: [], seals: 2 });
});

test('the first copy of many seals ends between batches when the server stops, and prints only the last seal', async () => {
  await testApp.sql`
    insert into audit_seals (number, owner_id, entry_number, entry_hash, sealed_at, key_number, digest, mac)
    select n, ${ana.user._id}, 1, sha256('e'), now() - interval '1 day', 1, sha256(n::text::bytea), sha256('m')
      from generate_series(1, 2500) n`;
  const stopping = new AbortController();
  const deps = copyDeps();
  const auditTransaction: typeof deps.auditTransaction = async (work) => {
    stopping.abort();
    return deps.auditTransaction(work);
  };
  const options = { since: testApp.deps.now(), signal: stopping.signal };
  await copySeals({ ...deps, auditTransaction }, testApp.ring, folder, options);
  expect(await lines()).toHaveLength(1000);
  await copySeals(deps, testApp.ring, folder, { since: testApp.deps.now() });
  expect(await lines()).toHaveLength(2500);
  const [warning, ...sealed] = printed;
  expect(warning).toMatchObject({ seal: '1', message: expect.stringMatching(/^DATA_DIR\/audit has no seals/) });
  expect(sealed).toEqual(
    [1000, 2500].map((number) => ({
      seals: [expect.stringMatching(`^${number}:`)],
      message: 'the access log was sealed',
    })),
  );
});

describe('verification finds', () => {
  test('an erased entry whose seals were removed, also after the server has sealed anew', async () => {
    await round();
    await addSealedEntry();
    await addSealedEntry();
    await eraseEntry(3);
    expect(await problemsWithoutFiles()).toEqual([]);
    const seals = [2, 3].map((number) => `seal ${number} (owner ${ana.user._id}, entry ${number + 1})`);
    const [name] = await fileNames();
    expect((await verify()).found).toEqual([
      `${seals[0]}: removed from the database, and present in ${name}, line 2`,
      `${seals[1]}: removed from the database, and present in ${name}, line 3`,
    ]);
    printed = [];
    await round();
    expect(printed).toEqual([
      expect.objectContaining({
        message: 'a seal of DATA_DIR/audit is not in the database: run npm run audit -- verify',
      }),
    ]);
    expect((await verify()).found).toEqual([
      `${seals[0]}: not the seal of ${name}, line 2`,
      `${seals[1]}: removed from the database, and present in ${name}, line 3`,
    ]);
  });

  test('that all seals were removed', async () => {
    await round();
    await addSealedEntry();
    await asSuperuser(async () => {
      await testApp.sql`delete from audit_seals`;
      await testApp.sql`update audit_heads set sealed_number = 0`;
    });
    expect(await problemsWithoutFiles()).toEqual([]);
    expect((await verify()).found).toHaveLength(2);
    await round();
    expect((await verify()).found).toHaveLength(2);
  });

  test('that the files are gone, until a server writes them again', async () => {
    await round();
    await addSealedEntry();
    const [name = ''] = await fileNames();
    const gone = [expect.stringMatching(/^seals 1 to 2: DATA_DIR\/audit has no seals\. If no server/)];
    await rm(join(folder, name));
    expect((await verify()).found).toEqual(gone);
    await round();
    expect(await verify()).toMatchObject({ found: [], notices: [] });
  });

  test('a changed line, a removed line and a line that is none', async () => {
    await round();
    await addSealedEntry();
    await addSealedEntry();
    const name = (await fileNames())[0] ?? '';
    const [one = '', two = '', three = ''] = await lines();
    const write = (...texts: string[]) => writeFile(join(folder, name), texts.map((text) => `${text}\n`).join(''));
    await write(one, two.replace(/ \d+( [0-9a-f]{64} \d+)$/, ' 77$1'), three);
    expect((await verify()).found).toEqual([`${name}, line 2: changed`]);
    await write(one, three);
    expect((await verify()).found).toEqual(['seal 2: in no file of DATA_DIR/audit']);
    await write(one, 'algo', two, three);
    expect((await verify()).found).toEqual([`${name}, line 2: damaged`]);
  });

  test('entries that are marked as sealed and have no seal', async () => {
    await asSuperuser(() => testApp.sql`update audit_heads set sealed_number = number`);
    const { _id: id } = ana.user;
    expect((await verify()).found).toEqual([`owner ${id}, entries 1 to 2: marked as sealed, and without a seal`]);
  });

  test('a forged restore, which excuses no removed seal, and a server warns about it', async () => {
    await round();
    await addSealedEntry();
    await asSuperuser(() => testApp.sql`delete from audit_seals where number = 2`);
    const name = (await fileNames())[0] ?? '';
    const forged = `restored 0 - 2099-01-01T00:00:00.000Z 1 ${'0'.repeat(64)}`;
    await appendFile(join(folder, name), `${forged}\n`);
    const ofAnotherKey = `${forged.replace(' 1 ', ' 9 ')}\n`;
    await writeFile(join(folder, 'seals-other.log'), ofAnotherKey);
    const { found, notices } = await verify();
    expect(found.slice(0, 2)).toEqual([
      expect.stringMatching(/^seal 2 .*: removed from the database/),
      `${name}, line 3: not made with data key 1`,
    ]);
    expect(notices).toContain('seals-other.log, line 1: ignored, it cannot be verified without data key 9');
    printed = [];
    await round();
    expect(printed).toContainEqual({
      keyNumber: 1,
      message: 'the last line of DATA_DIR/audit is forged: run npm run audit -- verify',
    });
  });
});

describe('no problem is', () => {
  test('entries of several hours under one seal: the sealing failed, or reads waited in memory', async () => {
    await round();
    for (let hour = 0; hour < 3; hour++) {
      testApp.passTime(2 * 3600 * 1000);
      await addEntry();
    }
    await round();
    const { found, notices } = await verify();
    expect(found).toEqual([]);
    const times = 'from \\S+Z to \\S+Z, and no seal covered them meanwhile';
    expect(notices).toEqual([expect.stringMatching(`^owner ${ana.user._id}, entries 3 to 5: ${times}$`)]);
  });

  test('an entry that a command writes before a server starts, hours after entries without a seal', async () => {
    await round();
    await addEntry();
    testApp.passTime(2 * 3600 * 1000);
    await addEntry();
    expect(await verify()).toMatchObject({ found: [], notices: [], unsealed: 2 });
  });

  test('a database without seals, which is noted', async () => {
    expect(await verify()).toMatchObject({
      found: [],
      notices: ['neither the database nor DATA_DIR/audit has seals: a server writes them when it starts'],
    });
  });

  test('a crash between the commit of a seal and its line, nor one in the middle of a line', async () => {
    await round();
    await addEntry();
    await sealChains(testApp.deps, testApp.ring);
    expect(await verify()).toMatchObject({
      found: [],
      notices: ['seal 2: not in DATA_DIR/audit yet, a running server writes them'],
    });
    const name = (await fileNames())[0] ?? '';
    await appendFile(join(folder, name), 'seal 2 0123');
    expect((await verify()).found).toEqual([]);
    await round();
    expect(await verify()).toMatchObject({ found: [], notices: [] });
    expect((await lines()).map((line) => line.split(' ')[1])).toEqual(['1', '2']);
  });

  test('an archived month, nor a copy of the file of another machine', async () => {
    await round();
    const first = (await fileNames())[0] ?? '';
    const copy = await readFile(join(folder, first));
    testApp.passTime(32 * 24 * 3600 * 1000);
    await addSealedEntry();
    expect(await fileNames()).toHaveLength(2);
    await rename(join(folder, first), join(folder, 'archived'));
    await addSealedEntry();
    expect(await verify()).toMatchObject({
      found: [],
      notices: ['seal 1: only in the database, the files begin later'],
    });
    await writeFile(join(folder, first.replace('.log', '-two.log')), copy);
    expect(await verify()).toMatchObject({ found: [], notices: [] });
  });

  test('a restore of an earlier database that the operator has accepted, and later seals are compared again', async () => {
    await round();
    await addSealedEntry();
    await addSealedEntry();
    await eraseEntry(3);
    await round();
    expect((await verify()).found).toHaveLength(2);
    expect(await accept()).toMatchObject({ number: '1' });
    expect(await verify()).toMatchObject({
      found: [],
      notices: ['2 seals in DATA_DIR/audit: lost with a restore that was accepted'],
    });
    expect(await accept()).toBeUndefined();
    await addSealedEntry();
    expect((await verify()).found).toEqual([]);
    expect((await lines()).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      ...['seal 1', 'seal 2', 'seal 3', 'restored 1', 'seal 2', 'seal 3'],
    ]);
    // What is older than the restore, and what is younger, is protected as before.
    await asSuperuser(() => testApp.sql`delete from audit_seals where number in (1, 3)`);
    expect((await verify()).found).toEqual(
      [1, 3]
        .map((number) => expect.stringMatching(`^seal ${number} .*: removed from the database`))
        .concat([
          'seal 1: removed',
          'seal 2: changed, or those before it',
          `owner ${ana.user._id}, entry 4: marked as sealed, and without a seal`,
        ]),
    );
  });

  test('a restore that is accepted after new seals have passed the lost ones, and only earlier lines are excused', async () => {
    await round();
    await addSealedEntry();
    await addSealedEntry();
    await eraseEntry(3);
    await round();
    await addSealedEntry();
    await addSealedEntry();
    expect((await verify()).found).toHaveLength(2);
    expect(await accept()).toMatchObject({ number: '1' });
    await round();
    expect(await verify()).toMatchObject({
      found: [],
      notices: ['2 seals in DATA_DIR/audit: lost with a restore that was accepted'],
    });
    expect((await lines()).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      ...['seal 1', 'seal 2', 'seal 3', 'seal 4', 'restored 1', 'seal 2', 'seal 3', 'seal 4'],
    ]);
    expect(await accept()).toBeUndefined();
    // A clock that was set back makes a seal with a time before the restore.
    testApp.passTime(-2 * 3600 * 1000);
    await addSealedEntry();
    testApp.passTime(2 * 3600 * 1000);
    await asSuperuser(() => testApp.sql`delete from audit_seals where number = 5`);
    expect((await verify()).found).toContainEqual(expect.stringMatching(/^seal 5 .*: removed from the database/));
  });

  test('a line under a data key that was retired since', async () => {
    const other = keyRing(new Map([[2, Buffer.alloc(32, 7)]]));
    await round();
    await addEntry();
    await round(other);
    expect((await verify({ ring: other })).found).toEqual([]);
  });
});
