import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { type Connections, embeddedConnections, sqlOn } from '#server/platform/database/connection';
import type { Sql } from '#server/platform/database/sql';
import { TEMPLATE } from './cluster.ts';

export interface TestDatabase {
  name: string;
  connections: Connections;
  /** As the owner of the schema: for looking at what is really stored. */
  sql: Sql;
  /** Cuts every connection, and lets no new one in. */
  lose(): Promise<void>;
  drop(): Promise<void>;
}

/** A database of its own, with the schema of the product. */
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
    drop: async () => {
      await owner.end();
      await server.query(`drop database ${name} with (force)`);
      await server.end();
    },
  };
}
