import { createServer } from 'node:http';
import pg from 'pg';
import { findOpenSession } from '#server/auth/auth.store';
import { sqlOn } from '#server/platform/database/connection';
import type { IdentitySql, OwnerSql } from '#server/platform/database/database';
import { planAndPatientCount } from '#server/platform/plans.store';

/** The baseline: only Node's HTTP server, with the same SQL and the same driver. */
const { PORT, SOCKET, SESSION = '' } = process.env;
const poolOf = (user: string) => new pg.Pool({ host: SOCKET, user, database: 'postgres', max: 16 });
const identityPool = poolOf('ficha_identity');
const tenantPool = poolOf('ficha_app');
const db = sqlOn(identityPool) as IdentitySql;

async function planOf(owner: string) {
  const client = await tenantPool.connect();
  await client.query(`begin read only; set local app.owner = '${owner}'`);
  const found = await planAndPatientCount(Object.assign(sqlOn(client), { owner }) as OwnerSql, false);
  await client.query('commit');
  client.release();
  return found;
}

const server = createServer(async (_request, response) => {
  const session = await findOpenSession(db, SESSION, { usedSince: new Date(0), startedSince: new Date(0) });
  response.setHeader('content-type', 'application/json; charset=utf-8');
  const plan = session && (await planOf(session.id));
  response.end(JSON.stringify({ ...session?.user, ...plan }));
});
server.listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
