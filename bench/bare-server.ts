import { createServer } from 'node:http';
import pg from 'pg';
import { findOpenSession } from '#server/auth/auth.store';
import { sqlOn } from '#server/platform/database/connection';
import type { IdentitySql } from '#server/platform/database/database';
import { planAndPatientCount } from '#server/platform/plans.store';

/** The baseline: only Node's HTTP server, with the same SQL and the same driver. */
const { PORT, SOCKET, SESSION = '' } = process.env;
const pool = new pg.Pool({ host: SOCKET, user: 'ficha_identity', database: 'postgres', max: 16 });
const db = sqlOn(pool) as IdentitySql;

const server = createServer(async (_request, response) => {
  const session = await findOpenSession(db, SESSION, {
    usedSince: new Date(0),
    startedSince: new Date(0),
    now: new Date(),
  });
  response.setHeader('content-type', 'application/json; charset=utf-8');
  const plan = session && (await planAndPatientCount(db, session.id, false));
  response.end(JSON.stringify({ ...session?.user, ...plan }));
});
server.listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
