import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listAppointments } from '#contract/agenda';
import { listCertificates, listCertificateTemplates } from '#contract/certificates';
import { getClinicalNote, listClinicalNotes, printPrescriptions } from '#contract/clinical-notes';
import { listPatients, updatePatient } from '#contract/patients';
import { getSignatureImage } from '#contract/signature';
import { makeDataKeys } from '#server/platform/crypto/keys';
import { openDatabase } from '#server/platform/database/database';
import { createDatabase } from '#server/testing/database';
import { eventually } from '#server/testing/eventually';
import { fullAccount } from '#server/testing/full-account';
import { patientInput } from '#server/testing/inputs';
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app';
import { rowsByKey } from './encrypted-rows.ts';
import { forgetPendingKey } from './forget-keys.ts';
import { keyStatus } from './key-status.ts';
import { openLiveKeys } from './live-keys.ts';
import { openDataKeys } from './open-keys.ts';
import { reencryptRows } from './reencrypt.ts';
import { type RotationOptions, type RotationReport, rotate } from './rotation.ts';

const newKey = () => randomBytes(32);

describe('a rotation', () => {
  let testApp: TestApp;
  let ana: Person;
  beforeEach(async () => {
    testApp = await createTestApp();
    ana = await testApp.newProfessional();
    const { _id: patientId } = await ana.hasPatient({ phone: '+56 9 1234 5678', allergies: 'Polen' });
    await ana.hasNote({ patientId });
  });
  afterEach(() => testApp.close());

  /** Adds a key to the configuration, as an operator does with DATA_KEYS, and gives it to the app. */
  function configure(number: number) {
    const key = newKey();
    testApp.keySettings.dataKeys += `,${number}:${key.toString('base64')}`;
    testApp.ring.keys.set(number, createSecretKey(key));
  }
  const silent = { say: () => undefined, progress: () => undefined };
  const run = (report: Partial<RotationReport> = {}, options: RotationOptions = {}) =>
    rotate(testApp.deps, testApp.keySettings, { ...silent, ...report }, options);
  const needed = async () => Object.fromEntries(await rowsByKey(testApp.deps.keys));
  const keyRows = async () => [
    ...(await testApp.sql`select number, status, accepts_text from data_keys order by number`),
  ];

  const acts = async () => {
    const entries = await testApp.sql<{ act: string; subject: string }[]>`
      select act, subject_id as subject from audit_entries where act like 'data-key.%' order by id`;
    return entries.map(({ act, subject }) => `${act} ${Number(subject.replaceAll('-', ''))}`);
  };

  async function everything() {
    const { patients } = (await ana.send(listPatients)).body;
    const params = { id: patients[0]?._id ?? '' };
    const notes = (await ana.send(listClinicalNotes, { params })).body;
    const printed = notes.find(({ status }) => status === 'finalized')?._id ?? '';
    return {
      patients,
      notes,
      whole: await Promise.all(
        notes.map(async ({ _id: id }) => (await ana.send(getClinicalNote, { params: { id } })).body),
      ),
      certificates: (await ana.send(listCertificates, { params })).body,
      templates: (await ana.send(listCertificateTemplates)).body,
      appointments: (await ana.send(listAppointments, { query: { date: '2030-01-07' } })).body,
      signature: (await ana.send(getSignatureImage)).body,
      pdf: (await ana.send(printPrescriptions, { params: { id: printed } })).body,
    };
  }
  const plainColumns = async () => [
    ...(await testApp.sql`
      select to_jsonb(n) - array['content', 'preview', 'record'] as note from clinical_notes n
      union all select to_jsonb(c) - array['content', 'preview', 'record'] from certificates c
      union all select to_jsonb(a) - array['content', 'preview', 'record'] from addenda a
      union all select to_jsonb(d) - array['code', 'file'] from documents d order by 1`),
  ];

  test('encrypts every row again, finalised ones included, and changes nothing else', async () => {
    ana = await fullAccount(testApp);
    const [before, plain] = [await everything(), await plainColumns()];
    expect(before.notes.length + before.templates.length + before.appointments.length).toBeGreaterThan(3);
    const rows = (await needed())[1] ?? 0;
    configure(2);
    const shown: number[][] = [];
    const result = await run({ progress: (...numbers) => void shown.push(numbers) });

    expect(result).toEqual({ current: 2, retired: [1], undecryptable: [] });
    expect([shown.at(0), shown.at(-1)]).toEqual([
      [0, rows],
      [rows, rows],
    ]);
    expect(await needed()).toEqual({ 2: rows });
    expect(await plainColumns()).toEqual(plain);
    testApp.ring.keys.delete(1);
    testApp.ring.current = 2;
    expect(await everything()).toEqual(before);
    expect(testApp.warnings).toEqual([]);
    expect(await acts()).toEqual(['data-key.added 2', 'data-key.used 2', 'data-key.retired 1']);
  });

  test('ends with a database that refuses text under the key before it, and under an unknown key', async () => {
    configure(2);
    await run();
    const { _id, rut } = (await ana.send(listPatients)).body.patients[0] ?? { _id: '', rut: '' };
    const save = () => ana.send(updatePatient, { params: { id: _id }, body: patientInput({ rut, notas: 'Nueva' }) });
    expect(testApp.ring.current).toBe(1);
    expect((await save()).status).toBe(503);
    testApp.ring.keys.set(9, createSecretKey(newKey()));
    testApp.ring.current = 9;
    expect((await save()).status).toBe(503);
    testApp.ring.current = 2;
    expect((await save()).body.notas).toBe('Nueva');
    // The retired key may be removed.
    const { keySettings, deps } = testApp;
    const rest = keySettings.dataKeys.split(',').slice(1).join(',');
    expect((await openDataKeys(deps, { ...keySettings, dataKeys: rest })).current).toBe(2);
  });

  test('without the next key in DATA_KEYS says what to do, and changes nothing', async () => {
    const before = await keyRows();
    await expect(run()).rejects.toThrow(
      /^The data keys come from DATA_KEYS\. Append ',2:KEY' .+ restart every process/,
    );
    expect(await keyRows()).toEqual(before);
  });

  test('that was ended in the middle goes on with the same key', async () => {
    configure(2);
    const stop = new Error('ended');
    const ending = run({
      progress: (done) => {
        if (done > 0) throw stop;
      },
    });
    await expect(ending).rejects.toBe(stop);
    expect(Object.keys(await needed())).toEqual(['1', '2']);
    await expect(openDataKeys(testApp.deps, testApp.keySettings)).resolves.toMatchObject({ current: 2 });

    const said: string[] = [];
    expect(await run({ say: (line) => said.push(line) })).toEqual({ current: 2, retired: [1], undecryptable: [] });
    expect(said).toEqual(['The rotation to data key 2 goes on']);
    expect(Object.keys(await needed())).toEqual(['2']);
  });

  test('that is interrupted ends where it waits and between two batches, and goes on with the next command', async () => {
    configure(2);
    const interrupted = async (isReached: (line: string) => boolean) => {
      const stop = new AbortController();
      const check = (line: string) => {
        if (isReached(line)) stop.abort();
      };
      const report = { say: check, progress: (done: number) => check(`${done} done`) };
      await expect(run(report, { signal: stop.signal, pollMs: 10 })).rejects.toThrow(
        'The rotation was interrupted. Run the command again: it goes on where it was',
      );
    };
    await testApp.sql`
      insert into key_processes (id, name, readable, writing, seen_at)
      values (gen_random_uuid(), 'busy', '{1}', 1, now() + interval '1 hour')`;
    await interrupted((line) => line.startsWith('Waiting until these processes have loaded data key 2: busy'));
    await testApp.sql`update key_processes set readable = '{1,2}', writing = 2`;

    // A transaction that began before the key was replaced may still write under it.
    const pool = testApp.connections.asSchemaOwner(1);
    const client = await pool.connect();
    await client.query('begin; lock table patients in row exclusive mode');
    await interrupted((line) => line === 'Waiting until the transactions that began earlier have ended');
    await client.query('rollback');
    client.release();
    await pool.end();

    await interrupted((line) => /^[1-9]\d* done$/.test(line));
    expect(Object.keys(await needed())).toEqual(['1', '2']);
    expect(await run()).toEqual({ current: 2, retired: [1], undecryptable: [] });
  });

  test('leaves a value that no key decrypts, names it, keeps its key, and does not stop the next rotation', async () => {
    const { _id } = (await ana.send(listPatients)).body.patients[0] ?? { _id: '' };
    await testApp.sql`update patients set contact = set_byte(contact, 20, 255 - get_byte(contact, 20)) where id = ${_id}`;
    const stored = () => testApp.sql`select contact from patients where id = ${_id}`;
    const before = [...(await stored())];
    configure(2);
    const context = { table: 'patients', column: 'contact', owner: ana.user._id, row: _id, keyNumber: 1 };
    expect(await run()).toEqual({ current: 2, retired: [], undecryptable: [context] });
    expect([...(await stored())]).toEqual(before);
    expect((await keyRows())[0]).toEqual({ number: 1, status: 'previous', accepts_text: false });
    await expect(openDataKeys(testApp.deps, { ...testApp.keySettings, dataKeys: '' })).rejects.toThrow();
    configure(3);
    expect(await run()).toEqual({ current: 3, retired: [2], undecryptable: [context] });
  });

  test('loses no change of a row that is saved meanwhile', async () => {
    const { _id } = (await ana.send(listPatients)).body.patients[0] ?? { _id: '' };
    configure(2);
    await run();
    configure(3);
    testApp.ring.current = 3;
    await testApp.sql`update data_keys set accepts_text = true, status = 'previous' where number = 2`;
    await testApp.sql`insert into data_keys values (3, '\\x00', '\\x00', 'current', true, now())`;
    const context = { table: 'patients', column: 'background', owner: ana.user._id, row: _id };
    const saved = testApp.deps.cipher.encrypt('{"notas":"Nueva"}', context);
    const isLocked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const saving = testApp.deps.tenantTransaction(ana.user._id, async (tx) => {
      await tx`select from patients where owner_id = ${tx.owner} and id = ${_id} for update`;
      isLocked.resolve();
      await release.promise;
      await tx`update patients set background = ${saved} where owner_id = ${tx.owner} and id = ${_id}`;
    });
    await isLocked.promise;
    expect(await reencryptRows(testApp.deps, testApp.ring, () => undefined)).toEqual({ undecryptable: [], skipped: 1 });
    release.resolve();
    await saving;
    expect(await reencryptRows(testApp.deps, testApp.ring, () => undefined)).toEqual({ undecryptable: [], skipped: 0 });
    const [row] = await testApp.sql<[{ background: Buffer }]>`select background from patients where id = ${_id}`;
    expect(row.background).toEqual(saved);
    expect(Object.keys(await needed())).toEqual(['3']);
  });

  test('waits for a transaction that wrote text under the key before', async () => {
    const id = randomUUID();
    const context = { table: 'certificate_templates', column: 'name', owner: ana.user._id, row: id };
    const name = testApp.deps.cipher.encrypt('Reposo', context);
    configure(2);
    const hasWritten = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const saving = testApp.deps.tenantTransaction(ana.user._id, async (tx) => {
      await tx`insert into certificate_templates values (${tx.owner}, ${id}, 1, ${name}, now())`;
      hasWritten.resolve();
      await release.promise;
    });
    await hasWritten.promise;
    const waits = Promise.withResolvers<void>();
    const say = (line: string) => /transactions that began earlier/.test(line) && waits.resolve();
    const rotation = run({ say }, { pollMs: 1 });
    await Promise.race([waits.promise, rotation.then(() => Promise.reject(new Error('did not wait')))]);
    release.resolve();
    await saving;
    expect(await rotation).toEqual({ current: 2, retired: [1], undecryptable: [] });
    expect(Object.keys(await needed())).toEqual(['2']);
  });

  test('shows in the status which key is needed and which may be removed', async () => {
    configure(2);
    const status = () => keyStatus(testApp.deps, testApp.keySettings);
    const rows = (await needed())[1];
    expect(await status()).toMatchObject({
      ...{ dataKeys: [{ number: 1, status: 'current', rows, match: 'right' }], unused: [2], unknown: [] },
    });
    await run();
    expect((await status()).dataKeys).toMatchObject([
      { number: 1, status: 'retired', rows: 0, match: 'right' },
      { number: 2, status: 'current', rows, match: 'right' },
    ]);
    const wrong = { ...testApp.keySettings, dataKeys: `2:${newKey().toString('base64')}` };
    expect((await keyStatus(testApp.deps, wrong)).dataKeys.map(({ match }) => match)).toEqual(['missing', 'wrong']);
  });
});

describe('a rotation beside running processes', () => {
  test('changes to the key when every process can read it, and waits for one that cannot', async () => {
    const database = await createDatabase();
    const handles = openDatabase(database.connections, { poolSize: 4 });
    const deps = { ...handles, now: () => new Date() };
    const [here, there] = [await mkdtemp(join(tmpdir(), 'ficha-here-')), await mkdtemp(join(tmpdir(), 'ficha-there-'))];
    await makeDataKeys({ dataDir: here });
    const first = await openLiveKeys(deps, { dataDir: here });
    const [[, key] = []] = await makeDataKeys({ dataDir: here });
    const elsewhere = { dataDir: there, dataKeys: `1:${Buffer.from(key ?? []).toString('base64')}` };
    const second = await openLiveKeys(deps, elsewhere);
    const lost: string[] = [];
    second.watch({ onLost: (reason) => lost.push(reason), report: () => undefined });

    const said: string[] = [];
    const rotating = rotate(deps, { dataDir: here }, { say: (line) => said.push(line), progress: () => undefined });
    const status = async () => [...(await database.sql`select number, status from data_keys order by number`)];
    await eventually(() => expect(said.join('\n')).toContain('Waiting until these processes have loaded data key 2'));
    await first.refresh();
    expect([first.ring.current, [...first.ring.keys.keys()]]).toEqual([1, [1, 2]]);
    expect(await status()).toEqual([
      { number: 1, status: 'current' },
      { number: 2, status: 'pending' },
    ]);
    expect([...second.ring.keys.keys()]).toEqual([1]);

    await second.close();
    // One refresh changes the key, the next one reports it.
    await eventually(async () => {
      await first.refresh();
      expect(first.ring.current).toBe(2);
    });
    await eventually(async () => {
      await first.refresh();
      expect(await status()).toEqual([
        { number: 1, status: 'retired' },
        { number: 2, status: 'current' },
      ]);
    });
    expect(await rotating).toEqual({ current: 2, retired: [1], undecryptable: [] });

    // A process that did not run during the rotation stops, and does not start again without the key.
    await second.refresh();
    await eventually(() =>
      expect(lost).toEqual([
        'Data key 2 encrypts this database now, and DATA_KEYS does not contain it: the server stops',
      ]),
    );
    await expect(openLiveKeys(deps, elsewhere)).rejects.toThrow('Data key 2 is missing: DATA_KEYS does not contain it');
    await first.close();
    await handles.close();
    await database.close();
    for (const folder of [here, there]) await rm(folder, { recursive: true });
  });

  test('is not begun with a key that only another process has, and can be given up', async () => {
    const database = await createDatabase();
    const handles = openDatabase(database.connections, { poolSize: 4 });
    const deps = { ...handles, now: () => new Date() };
    const first = `1:${newKey().toString('base64')}`;
    await openDataKeys(deps, { dataDir: '/nowhere', dataKeys: first });
    await database.sql`insert into data_keys values (2, '\\x00', '\\x00', 'pending', false, now())`;
    const run = (dataKeys: string) =>
      rotate(deps, { dataDir: '/nowhere', dataKeys }, { say: () => undefined, progress: () => undefined });
    await expect(run(first)).rejects.toThrow(
      /^Data key 2 is missing: DATA_KEYS does not contain it\. .+forget pending/,
    );
    await forgetPendingKey(deps);
    const [entry] = await database.sql`select act, subject_id from audit_entries`;
    expect(entry).toEqual({ act: 'data-key.retired', subject_id: '00000000-0000-0000-0000-000000000002' });
    await expect(forgetPendingKey(deps)).rejects.toThrow('No data key is pending');
    const third = `${first},3:${newKey().toString('base64')}`;
    expect(await run(third)).toMatchObject({ current: 3, retired: [1] });
    await handles.close();
    await database.close();
  });
});
