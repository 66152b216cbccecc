import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { migrate } from '#server/platform/database/migrate';
import { isStartRefused } from '#server/platform/start-refused';
import { createDatabase, createEmptyDatabase, type TestDatabase } from '#server/testing/database';
import { readArchive, writeArchive } from './archive.ts';
import { readBackup } from './backup-file.ts';
import { type BackupRequest, createBackup } from './create-backup.ts';
import { type RestoreRequest, restoreBackup } from './restore-backup.ts';

const encryption = { passphrase: 'una frase de prueba', workFactor: 2 };
const MIGRATIONS = join(import.meta.dirname, '../migrations');

let folder: string;
let file: string;
let source: TestDatabase;
let target: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ficha-restore-'));
  file = join(folder, 'good.age');
  source = await createDatabase();
  target = await createEmptyDatabase();
  // A view of an extension does not make a database less empty.
  await target.sql`create extension pg_stat_statements`;
  await source.sql`
    insert into cie10_codes (code, description, source, words) values ('I10', 'Hipertensión\t\\N\nesencial', 'base', '')`;
  await backUp({ file, keys: { 'data.keys': Buffer.from('1:key\n') } });
});
afterAll(async () => {
  await source.close();
  await target.close();
  await rm(folder, { recursive: true, force: true });
});

const backUp = (given: Partial<BackupRequest> & { file: string }) =>
  createBackup({
    connections: source.connections,
    encryption,
    productVersion: '0.0.0',
    now: new Date(),
    keys: undefined,
    ...given,
  });

const restore = (given: Partial<RestoreRequest> = {}, into = target) =>
  restoreBackup({
    file,
    encryption,
    openTarget: async () => ({ connections: into.connections, dataDir: join(folder, 'data') }),
    cipher: async () => undefined,
    ...given,
  });

const objectsOf = ({ sql }: TestDatabase) => sql`
  select from pg_class where relnamespace = 'public'::regnamespace and relname not like 'pg_stat_statements%'`;
const keysIn = (dataDir: string) => readdir(join(dataDir, 'keys')).catch(() => []);

describe('a file that cannot be restored is refused with one line, and leaves the database empty and no key behind', () => {
  const damagedCopy = async (name: string, damage: (path: string) => Promise<void>) => {
    const path = join(folder, name);
    await cp(file, path);
    await damage(path);
    return path;
  };
  const refused = async (given: Partial<RestoreRequest>, reason: RegExp) => {
    const message = expect.stringMatching(reason);
    await expect(restore(given)).rejects.toMatchObject({ name: 'StartRefused', message });
    expect([...(await objectsOf(target))]).toEqual([]);
    expect(await keysIn(join(folder, 'data'))).toEqual([]);
  };

  test('with another passphrase, before the database is opened', async () => {
    let isOpened = false;
    const openTarget = async () => {
      isOpened = true;
      throw new Error('opened');
    };
    await refused(
      { encryption: { passphrase: 'otra' }, openTarget },
      /good.age cannot be decrypted: BACKUP_PASSPHRASE is not the one it was made with$/,
    );
    expect(isOpened).toBe(false);
  });

  test('cut off at any place', async () => {
    const { size } = await stat(file);
    for (const length of [10, 200, Math.floor(size / 2), size - 1]) {
      const path = await damagedCopy('cut.age', (one) => truncate(one, length));
      await refused({ file: path }, /cut.age (is damaged or incomplete|is not a backup)/);
    }
  });

  test('with one changed byte', async () => {
    const bytes = await readFile(file);
    for (const at of [30, 150, bytes.length >> 1, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      const path = await damagedCopy('changed.age', (one) => writeFile(one, changed));
      await refused({ file: path }, /changed.age (is damaged|cannot be decrypted)/);
    }
  });

  test('that is no backup, or does not exist', async () => {
    const path = join(folder, 'text.age');
    await writeFile(path, 'hola');
    await refused({ file: path }, /text.age is not a backup$/);
    await refused({ file: join(folder, 'none.age') }, /none.age cannot be read: ENOENT$/);
    await refused({ file: folder }, /is a folder$/);
  });

  test('whose rows are not those of its manifest, or that has no manifest', async () => {
    for (const [change, reason] of [
      [
        (text: string) => text.replace('esencial', 'ausente'),
        /forged.age is damaged: cie10_codes differs from the manifest/,
      ],
      [undefined, /forged.age is incomplete: it has no manifest/],
    ] as const) {
      const path = join(folder, 'forged.age');
      const entries = await archiveEntries(file);
      await writeArchive(path, encryption, async (add) => {
        for (const { name, text } of entries) {
          if (!change && name === 'manifest.json') continue;
          await add({ name, bytes: Buffer.from(name.startsWith('tables/') && change ? change(text) : text) });
        }
      });
      await refused({ file: path }, reason);
      await rm(path);
    }
  });

  test('of a newer release', async () => {
    const older = join(folder, 'older');
    await cp(MIGRATIONS, older, { recursive: true });
    await rm(join(older, '0003.do.backups.sql'));
    await refused({ migrations: join(older, '*.sql') }, /schema version 3, which this release does not know/);
  });
});

async function archiveEntries(path: string): Promise<{ name: string; text: string }[]> {
  const entries: { name: string; text: string }[] = [];
  await readArchive(path, encryption, async ({ name, bytes }) => {
    entries.push({ name, text: Buffer.from(bytes).toString('utf8') });
  });
  return entries;
}

test('a database with a table is refused and left as it is', async () => {
  await expect(restore({}, source)).rejects.toThrow(/^The database is not empty/);
  expect([...(await source.sql`select code from cie10_codes`)]).toEqual([{ code: 'I10' }]);
});

test('a key that is in place is never overwritten, and the same key is accepted', async () => {
  const path = join(folder, 'data/keys/data.keys');
  await restoreKeysOnly('1:key\n');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await writeFile(path, '1:another\n');
  await expect(restore()).rejects.toThrow(/data.keys exists already with another key/);
  expect(await readFile(path, 'utf8')).toBe('1:another\n');
  expect([...(await objectsOf(target))]).toEqual([]);
  await rm(join(folder, 'data'), { recursive: true });

  /** Restores into a database of its own. */
  async function restoreKeysOnly(expected: string) {
    const own = await createEmptyDatabase();
    await restore({}, own);
    await own.close();
    expect(await readFile(path, 'utf8')).toBe(expected);
  }
});

test('a failure to end the sessions is explained in one line, and nothing is restored', async () => {
  const own = await createEmptyDatabase();
  const refused = restore({ now: () => new Date(Number.NaN) }, own);
  await expect(refused).rejects.toSatisfy(isStartRefused);
  await expect(refused).rejects.toThrow(/^The backup could not be loaded: /);
  expect(await objectsOf(own)).toHaveLength(0);
  await own.close();
});

test('what was restored stays, with its keys, when a role of the application cannot be used afterwards', async () => {
  const own = await createEmptyDatabase();
  const dataDir = join(folder, 'kept');
  const connections = { ...own.connections, as: (_: unknown, max?: number) => own.connections.asSchemaOwner(max) };
  const { problem } = await restore({ openTarget: async () => ({ connections, dataDir }) });
  expect(problem).toMatch(/^The database role ficha_\w+ cannot be used: it can bypass row-level security$/);
  expect([...(await own.sql`select code from cie10_codes`)]).toEqual([{ code: 'I10' }]);
  expect(await keysIn(dataDir)).toEqual(['data.keys']);
  await own.close();
});

test('an older backup is restored with its schema and then migrated; identity columns go on counting', async () => {
  const newer = join(folder, 'newer');
  await cp(MIGRATIONS, newer, { recursive: true });
  await writeFile(
    join(newer, '9998.do.counted.sql'),
    'create table counted (id bigint primary key generated always as identity, name text not null);' +
      "insert into counted (name) values ('made by a migration');",
  );
  const migrations = join(newer, '*.sql');
  const upgraded = await createEmptyDatabase();
  await restore({ migrations }, upgraded);
  expect([...(await upgraded.sql`select code from cie10_codes`)]).toEqual([{ code: 'I10' }]);
  await upgraded.sql`insert into counted (name) values ('second')`;
  await upgraded.sql`delete from counted where id = 1`;

  const later = join(folder, 'later.age');
  await backUp({ connections: upgraded.connections, file: later });
  const again = await createEmptyDatabase();
  await restore({ file: later, migrations }, again);
  await again.sql`insert into counted (name) values ('third')`;
  expect([...(await again.sql`select id::int, name from counted order by id`)]).toEqual([
    { id: 2, name: 'second' },
    { id: 3, name: 'third' },
  ]);
  await upgraded.close();
  await again.close();
});

describe('a backup is refused', () => {
  test('when row-level security would hide rows from it', async () => {
    const database = await createDatabase();
    await database.sql`drop policy backup_read on patients`;
    await database.sql`revoke select on webhooks from ficha_backup`;
    await database.sql`create policy narrow on folios as restrictive for select using (year > 2026)`;
    const path = join(folder, 'hidden.age');
    await expect(backUp({ connections: database.connections, file: path })).rejects.toThrow(
      /^A backup would not contain all rows: the role ficha_backup cannot read all of folios, patients, webhooks$/,
    );
    expect((await readdir(folder)).filter((name) => name.startsWith('hidden'))).toEqual([]);
    await database.close();
  });

  test('when the file exists, or its folder does not', async () => {
    await expect(backUp({ file })).rejects.toThrow(/good.age exists already: a backup is never overwritten$/);
    await expect(backUp({ file: join(folder, 'no/such/one.age') })).rejects.toThrow(/there is no folder/);
  });

  test('when it is interrupted, and no file stays', async () => {
    const stop = new AbortController();
    const path = join(folder, 'stopped.age');
    const onProgress = () => stop.abort(new Error('stopped'));
    await expect(backUp({ file: path, onProgress, signal: stop.signal })).rejects.toThrow(/stopped/);
    expect((await readdir(folder)).filter((name) => name.startsWith('stopped'))).toEqual([]);
  });
});

test('the tables of later migrations are part of a backup without a further step', async () => {
  const database = await createDatabase();
  await migrate(database.connections);
  await database.sql`create table later (owner_id uuid primary key)`;
  await database.sql`call enable_tenant_isolation('later', 'select')`;
  await database.sql`alter table later no force row level security`;
  await database.sql`insert into later values (gen_random_uuid())`;
  await database.sql`alter table later force row level security`;
  const path = join(folder, 'with-later.age');
  await backUp({ connections: database.connections, file: path });
  expect((await readBackup(path, encryption)).manifest.tables.later?.rows).toBe(1);
  await database.close();
});

test('a message that waited for its mail is not restored, and links and requests show theirs as failed: mails are in no backup', async () => {
  const [owner, patient, waiting, sent] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const origin = await createDatabase();
  const copy = await createEmptyDatabase();
  onTestFinished(async () => void (await Promise.all([origin.close(), copy.close()])));
  await origin.sql`
    insert into users (id, role, name, email, password_hash, created_at)
    values (${owner}, 'admin', 'Ana', 'ana@ejemplo.cl', '', now())`;
  await origin.sql`
    insert into patients (owner_id, id, ficha_number, name, folded_name, rut, compact_rut, birth_date, created_at)
    values (${owner}, ${patient}, 1, 'Rosa', 'rosa', '1-9', '19', '1990-01-01', now())`;
  for (const [id, status] of [
    [waiting, 'pending'],
    [sent, 'sent'],
  ] as const) {
    await origin.sql`
      insert into reminders (owner_id, id, patient_id, appointment_id, kind, channel, status, at)
      values (${owner}, ${id}, ${patient}, ${randomUUID()}, 'booking', 'email', ${status}, now())`;
    await origin.sql`
      insert into charge_reminders (owner_id, id, patient_id, channel, status, amount, at)
      values (${owner}, ${id}, ${patient}, 'email', ${status}, 1000, now())`;
    await origin.sql`
      insert into shares (owner_id, id, patient_id, created_at, expires_at, mail_status)
      values (${owner}, ${id}, ${patient}, now(), now() + interval '7 days', ${status})`;
  }
  const text = Buffer.alloc(30);
  // The version of the format, and the number of the key.
  text.fill(1, 0, 2);
  await origin.sql`insert into data_keys values (1, 'x', 'x', 'current', true, now())`;
  await origin.sql`
    insert into rights_requests (owner_id, id, year, sequence, kind, status, person, received_at, due_on, mail_status)
    values (${owner}, ${waiting}, 2026, 1, 'access', 'open', ${text}, now(), now(), 'pending'),
           (${owner}, ${sent}, 2026, 2, 'access', 'open', ${text}, now(), now(), 'sent')`;
  const path = join(folder, 'messages.age');
  await backUp({ file: path, connections: origin.connections });
  await restore({ file: path }, copy);
  expect((await copy.sql`select id from reminders`).map(({ id }) => id)).toEqual([sent]);
  expect((await copy.sql`select id from charge_reminders`).map(({ id }) => id)).toEqual([sent]);
  const requests = await copy.sql<{ status: string }[]>`
    select mail_status as status from rights_requests order by sequence`;
  expect(requests.map(({ status }) => status)).toEqual(['failed', 'sent']);
  // The link itself works, so it is listed.
  const shares = await copy.sql<{ id: string; status: string }[]>`select id, mail_status as status from shares`;
  expect(Object.fromEntries(shares.map(({ id, status }) => [id, status]))).toEqual({
    [waiting]: 'failed',
    [sent]: 'sent',
  });
});
