import { createServer } from 'node:http';
import pg from 'pg';
import { findOpenSession } from '#server/auth/auth.store';
import { sqlOn } from '#server/platform/database/connection';
import type { IdentitySql } from '#server/platform/database/database';

/** The yardstick: Node's own HTTP server, the same SQL, the same driver, and nothing else. */
const { PORT, SOCKET, SESSION = '' } = process.env;
const pool = new pg.Pool({ host: SOCKET, user: 'ficha_identity', database: 'postgres', max: 16 });
const db = sqlOn(pool) as IdentitySql;

const server = createServer(async (_request, response) => {
  const session = await findOpenSession(db, SESSION, new Date(0));
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(session?.user));
});
server.listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
