import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { type Connections, embeddedConnections, givenConnections, sqlOn } from '#server/platform/database/connection';
import type { Sql } from '#server/platform/database/sql';
import { TEMPLATE } from './cluster.ts';

export interface TestDatabase {
  name: string;
  connections: Connections;
  /** As the owner of the schema, to read what is stored. */
  sql: Sql;
  /** Closes every connection and refuses new ones. */
  lose(): Promise<void>;
  /** Closes this helper's own connections. The database is deleted with the cluster. */
  close(): Promise<void>;
}

/** Creates an empty database with the schema of the product. */
export async function createDatabase(): Promise<TestDatabase> {
  const socket = inject('socket');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const server = embeddedConnections({ socket }).asSchemaOwner(1);
  await server.query(`create database ${name} template ${TEMPLATE}`);
  const connections = embeddedConnections({ socket }, name);
  const owner: pg.Pool = connections.asSchemaOwner(2);
  return {
    name,
    connections,
    sql: sqlOn(owner),
    lose: async () => {
      await server.query(`alter database ${name} with allow_connections false`);
      await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    },
    close: async () => {
      await owner.end();
      await server.end();
    },
  };
}

/**
 * Creates a database without tables, owned by an account that is no superuser, as an operator would for DATABASE_URL.
 * The roles of the application exist already in this cluster, so the account may grant them.
 */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const { folder, superuser } = inject('socket');
  const name = `empty_${randomBytes(8).toString('hex')}`;
  const server = embeddedConnections({ socket: { folder, superuser } }).asSchemaOwner(1);
  const { rows } = await server.query<{ roles: string }>(
    `select string_agg(rolname, ', ') as roles from pg_roles where rolname like 'ficha\\_%'`,
  );
  await server.query(`create role ${name} login createrole`);
  await server.query(`grant ${rows[0]?.roles} to ${name} with admin option`);
  await server.query(`create database ${name} owner ${name}`);
  const connections = givenConnections(`postgres://${name}@localhost/${name}?host=${folder}`);
  const owner = embeddedConnections({ socket: { folder, superuser } }, name).asSchemaOwner(2);
  return {
    name,
    connections,
    sql: sqlOn(owner),
    lose: () => Promise.reject(new Error('not needed here')),
    close: async () => {
      await owner.end();
      await server.end();
    },
  };
}
