import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { type Connections, externalConnections, sqlOn } from '#server/platform/database/connection';
import type { Sql } from '#server/platform/database/sql';
import { copyOnNodes, createOnNodes, dropOnNodes, nodesOf } from './citus-cluster.ts';
import { connectionsTo, TEMPLATE, TEST_PREFIX, urlOf } from './test-server.ts';

export interface TestDatabase {
  name: string;
  /** A value for DATABASE_URL. */
  url: string;
  connections: Connections;
  isDistributed: boolean;
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
  const nodes = nodesOf(testServer);
  if (nodes) await copyOnNodes(nodes, TEMPLATE, name);
  else await server.query(`create database ${name} template ${TEMPLATE}`);
  const connections = connectionsTo(testServer, name);
  const owner: pg.Pool = connections.asSchemaOwner(2);
  return {
    name,
    url: urlOf(testServer, name),
    connections,
    isDistributed: nodes !== undefined,
    sql: sqlOn(owner),
    lose: async () => {
      await server.query(`alter database ${name} with allow_connections false`);
      await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    },
    restore: async () => void (await server.query(`alter database ${name} with allow_connections true`)),
    close: async () => {
      await owner.end();
      await server.end();
      if (nodes) await dropOnNodes(nodes, name);
    },
  };
}

/**
 * Creates a database without tables, owned by an account that is no superuser, as an operator would for DATABASE_URL.
 * The roles of the application exist already in this cluster, so the account may grant them. Unless it inherits their
 * rights, their policies do not let it pass row-level security.
 */
export async function createEmptyDatabase({ inherits = true } = {}): Promise<TestDatabase> {
  const testServer = inject('testServer');
  const name = `${TEST_PREFIX}${randomBytes(8).toString('hex')}`;
  const server = connectionsTo(testServer).asSchemaOwner(1);
  const { rows } = await server.query<{ roles: string }>(
    `select string_agg(rolname, ', ') as roles from pg_roles where rolname like 'ficha\\_%' and not rolcreaterole`,
  );
  await server.query(`create role ${name} login createrole ${inherits ? '' : 'noinherit'} password '${name}'`);
  await server.query(`grant ${rows[0]?.roles} to ${name} with admin option`);
  const nodes = nodesOf(testServer);
  if (nodes) await createOnNodes(nodes, name, name);
  else await server.query(`create database ${name} owner ${name}`);
  const owner = connectionsTo(testServer, name).asSchemaOwner(2);
  // In PostgreSQL 15 an account that inherits nothing is not the owner of the schema by owning the database.
  if (!nodes) await owner.query(`alter schema public owner to ${name}`);
  const url = asAccount(urlOf(testServer, name), name);
  return {
    name,
    url,
    connections: externalConnections(url),
    isDistributed: false,
    sql: sqlOn(owner),
    lose: () => Promise.reject(new Error('not needed here')),
    restore: () => Promise.reject(new Error('not needed here')),
    close: async () => {
      await owner.end();
      await server.end();
      if (nodes) await dropOnNodes(nodes, name);
    },
  };
}

/** The same address with another account, whose password is its name. */
function asAccount(address: string, account: string): string {
  const url = new URL(address);
  if (url.searchParams.has('user')) {
    url.searchParams.set('user', account);
    url.searchParams.set('password', account);
  } else {
    url.username = account;
    url.password = account;
  }
  return url.href;
}
