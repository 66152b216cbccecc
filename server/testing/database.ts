import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { type Connections, embeddedConnections } from '#server/platform/database/connection';
import { TEMPLATE } from './cluster.ts';

export interface TestDatabase {
  name: string;
  connections: Connections;
  drop(): Promise<void>;
}

/** A database of its own, with the schema of the product. */
export async function createDatabase(): Promise<TestDatabase> {
  const path = inject('socket');
  const options = (user = 'postgres') => ({ path, user, database: 'postgres' });
  const name = `test_${randomBytes(8).toString('hex')}`;
  const server = postgres({ ...options(), max: 1, onnotice: () => undefined });
  await server`create database ${server(name)} template ${server(TEMPLATE)}`;
  return {
    name,
    connections: embeddedConnections({ options, stop: async () => undefined }, name),
    drop: async () => {
      await server`drop database ${server(name)} with (force)`;
      await server.end();
    },
  };
}
