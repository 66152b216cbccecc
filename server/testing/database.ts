import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { type Connections, sqlOn } from '#server/platform/database/connection';
import type { Sql } from '#server/platform/database/sql';
import { connectionsTo, TEMPLATE, TEST_PREFIX, urlOf } from './cluster.ts';

export interface TestDatabase {
  name: string;
  /** A value for DATABASE_URL. */
  url: string;
  connections: Connections;
  /** As the owner of the schema, to read what is stored. */
  sql: Sql;
  /** Closes every connection and refuses new ones. */
  lose(): Promise<void>;
  /** Accepts connections again. */
  restore(): Promise<void>;
  /** Closes this helper's own connections. The database is deleted at the end of the run. */
  close(): Promise<void>;
}

/** Creates an empty database with the schema of the product. */
export async function createDatabase(): Promise<TestDatabase> {
  const testServer = inject('testServer');
  const name = `${TEST_PREFIX}${randomBytes(8).toString('hex')}`;
  const server = connectionsTo(testServer).asSchemaOwner(1);
  await server.query(`create database ${name} template ${TEMPLATE}`);
  const connections = connectionsTo(testServer, name);
  const owner: pg.Pool = connections.asSchemaOwner(2);
  return {
    name,
    url: urlOf(testServer, name),
    connections,
    sql: sqlOn(owner),
    lose: async () => {
      await server.query(`alter database ${name} with allow_connections false`);
      await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    },
    restore: async () => void (await server.query(`alter database ${name} with allow_connections true`)),
    close: async () => {
      await owner.end();
      await server.end();
    },
  };
}
