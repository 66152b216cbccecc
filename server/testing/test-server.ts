import { type Connections, embeddedConnections, externalConnections } from '#server/platform/database/connection';
import type { EmbeddedPostgres } from '#server/platform/embedded-postgres/embedded';

/**
 * Where the test databases are: in the embedded PostgreSQL of the run, in the one of TEST_DATABASE_URL, or distributed
 * over the nodes of TEST_CITUS_URL.
 */
export type TestServer = { socket: EmbeddedPostgres['socket'] } | { url: string; nodes?: string[] };

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

export const TEMPLATE = 'ficha_template';
export const TEST_PREFIX = 'ficha_test_';

/** A value for DATABASE_URL. */
export function urlOf(server: TestServer, database: string): string {
  if ('socket' in server) {
    const { folder, superuser, password } = server.socket;
    return `postgres:///${database}?host=${folder}&user=${superuser}&password=${password}`;
  }
  const url = new URL(server.url);
  url.pathname = database;
  return url.href;
}

export const connectionsTo = (server: TestServer, database = 'postgres'): Connections =>
  'socket' in server ? embeddedConnections(server, database) : externalConnections(urlOf(server, database));
