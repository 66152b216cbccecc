import { expect, test } from 'vitest';
import { createDatabase } from '#server/testing/database';
import { migrate } from './migrate.ts';

test('a schema that is up to date stays as it is', async () => {
  const database = await createDatabase();
  await migrate(database.connections);
  await database.close();
});

test('a file that was changed after it had run refuses the start, and leaves no connection and no lock behind', async () => {
  const database = await createDatabase();
  await database.sql`update schema_versions set md5 = 'another' where version = 1`;
  await expect(migrate(database.connections)).rejects.toThrow(/could not be brought up to date/);
  // A lock left behind would let the second wait for ever.
  await expect(migrate(database.connections)).rejects.toThrow(/could not be brought up to date/);
  const left = await database.sql`
    select from pg_stat_activity where datname = ${database.name} and state = 'idle in transaction'`;
  expect([...left]).toEqual([]);
  await database.close();
});
