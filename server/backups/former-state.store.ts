import { type Connections, sqlOn } from '#server/platform/database/connection';
import type { Sql } from '#server/platform/database/sql';

interface FormerAssistant {
  id: string;
  endedAt: Date | null;
  canEditPatients: boolean;
  canCharge: boolean;
}

interface FormerShare {
  id: string;
  ownerId: string;
  revokedAt: Date | null;
  blockedAt: Date | null;
  wrongDates: number;
}

/** What may have been ended since the backup, as the database that the restored one replaces has it. */
export interface FormerState {
  accounts: { id: string; closedAt: Date | null; closedBy: string | null }[];
  /** How many entries the access log of each owner has. */
  logs: { ownerId: string; entries: string }[];
  assistants: FormerAssistant[];
  blockedPatients: { ownerId: string; id: string; blockedAt: Date }[];
  shares: FormerShare[];
  /** The hashes of the links of appointments that still exist. */
  linkHashes: Buffer[];
}

/** An older release may lack a table. Then there is nothing in it that was ended. */
async function readIf<Row>(sql: Sql, table: string, column: string, read: () => Promise<Row[]>): Promise<Row[]> {
  const [found] = await sql`
    select from information_schema.columns
     where table_schema = 'public' and table_name = ${table} and column_name = ${column}`;
  return found ? read() : [];
}

/** Reads as the role that sees the rows of all owners, at one moment. */
export async function readFormerState(connections: Pick<Connections, 'asBackup'>): Promise<FormerState> {
  const pool = connections.asBackup(1);
  const client = await pool.connect().catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  try {
    await client.query('begin isolation level repeatable read read only');
    const sql = sqlOn(client);
    return {
      accounts: await sql<FormerState['accounts']>`
        select id, closed_at as "closedAt", closed_by as "closedBy" from users`,
      logs: await readLogs(sql),
      assistants: await readIf(
        sql,
        'assistants',
        'ended_at',
        () => sql<FormerAssistant[]>`
          select id, ended_at as "endedAt", can_edit_patients as "canEditPatients", can_charge as "canCharge"
            from assistants`,
      ),
      blockedPatients: await readIf(
        sql,
        'patients',
        'blocked_at',
        () => sql<FormerState['blockedPatients']>`
          select owner_id as "ownerId", id, blocked_at as "blockedAt" from patients where blocked`,
      ),
      shares: await readIf(
        sql,
        'shares',
        'revoked_at',
        () => sql<FormerShare[]>`
          select owner_id as "ownerId", id, revoked_at as "revokedAt", blocked_at as "blockedAt",
                 wrong_dates as "wrongDates"
            from shares`,
      ),
      linkHashes: (
        await readIf(
          sql,
          'appointment_links',
          'token_hash',
          () => sql<{ hash: Buffer }[]>`select token_hash as hash from appointment_links`,
        )
      ).map(({ hash }) => hash),
    };
  } finally {
    client.release(true);
    await pool.end();
  }
}

/** How many entries each log has, in the former database or in the restored one. */
export const readLogs = (sql: Sql): Promise<FormerState['logs']> =>
  sql<FormerState['logs']>`select owner_id as "ownerId", number as entries from audit_heads`;
