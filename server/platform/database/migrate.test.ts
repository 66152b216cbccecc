import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#server/testing/database';
import { eventually } from '#server/testing/eventually';
import { freePort, type Served, serve } from '#server/testing/process';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let server: Served | undefined;
beforeEach(async () => {
  database = await createDatabase();
});
afterEach(async () => {
  server?.kill('SIGTERM');
  await server?.ended;
  await database.close();
});

test('a database that is up to date is left as it is', async () => {
  const versions = () => database.sql`select * from schema_versions order by version`;
  const before = [...(await versions())];
  await migrate(database.connections);
  expect([...(await versions())]).toEqual(before);
});

test('a migration that was changed after it was applied is refused, and leaves no connection and no lock behind', async () => {
  await database.sql`update schema_versions set md5 = 'another' where version = 1`;
  await expect(migrate(database.connections)).rejects.toThrow(/migrations could not be applied: MD5 checksum failed/);
  // A lock left behind would make the second call wait for ever.
  await expect(migrate(database.connections)).rejects.toThrow(/migrations could not be applied: MD5 checksum failed/);
  // The server notices a closed connection a moment later.
  await eventually(async () => {
    const left = await database.sql`
      select from pg_stat_activity where datname = ${database.name} and state = 'idle in transaction'`;
    expect([...left]).toEqual([]);
  });
});

test('a database of a newer release is refused', async () => {
  await database.sql`insert into schema_versions (version, name) values (9999, 'later')`;
  await expect(migrate(database.connections)).rejects.toThrow(
    /^The database has schema version 9999 and this release knows versions up to \d+: start the release that upgraded it/,
  );
});

describe('a database from before the first release', () => {
  test.each([1, 16])('is refused at version %i, with one line that says what to do', async (version) => {
    await database.sql`update schema_versions set name = 'initial' where version = 1`;
    await database.sql`delete from schema_versions where version > 1`;
    if (version > 1) await database.sql`insert into schema_versions (version, name) values (${version}, 'identity')`;
    server = serve({ DATABASE_URL: database.url, PORT: await freePort() });
    const { code, output } = await server.ended;
    expect(output).toBe(
      'The database is from before the first release and cannot be upgraded: start with an empty data folder (DATA_DIR) or an empty database (DATABASE_URL)\n',
    );
    expect(code).toBe(1);
  });
});
