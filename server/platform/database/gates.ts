import type postgres from 'postgres';
import { within } from '../patience.ts';
import type { Connections } from './connection.ts';
import { mortal } from './handle.ts';

/** A handle that sees the rows of one professional and no others. */
export type OwnerSql = postgres.ISql & { readonly owner: string };

/** A handle on accounts, sessions and limits of all users; who may use it stands in the architecture check. */
export type IdentitySql = postgres.ISql & { readonly identity: true };

/** The same inside a transaction: what writes asks for one of these. */
export type OwnerTx = OwnerSql & { readonly transaction: true };
export type IdentityTx = IdentitySql & { readonly transaction: true };

export interface Gates {
  /** Reads as one owner. The connection is read-only: a write belongs in a transaction, with its audit entry. */
  asOwner<T>(owner: string, read: (db: OwnerSql) => Promise<T>): Promise<T>;
  asOwnerInTransaction<T>(owner: string, write: (tx: OwnerTx) => Promise<T>): Promise<T>;
  identity: IdentitySql;
  identityInTransaction<T>(write: (tx: IdentityTx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** While the database is away the driver queues without end. */
const PATIENCE_MS = 5000;
const CLOSE_WITHIN_SECONDS = 1;

/** The only way to the tables of the product. The pools never leave this function. */
export function openGates(connections: Connections, poolSize = 16): Gates {
  const tenants = connections.as('ficha_app', {
    max: poolSize,
    connection: { default_transaction_read_only: true },
  });
  const identities = connections.as('ficha_identity', { max: poolSize });

  return {
    async asOwner(owner, read) {
      const sql = await reserve(tenants);
      const { handle, end } = mortal(sql);
      try {
        // Sent ahead of the query in the same pipeline: no extra round trip. `execute` sends it now: the driver
        // is lazy, and the read would overtake it. Awaited with the read: should the setting fail, the answer
        // of a query that ran under another owner's is thrown away.
        const gate = sql`select set_config('app.owner', ${owner}, false)`.execute();
        const [, result] = await Promise.all([gate, read(Object.assign(handle, { owner }))]);
        return result;
      } finally {
        end();
        sql.release();
      }
    },

    asOwnerInTransaction: (owner, write) =>
      transact(tenants, 'read write', async (tx) => {
        await tx`select set_config('app.owner', ${owner}, true)`;
        return write(Object.assign(tx, { owner, transaction: true as const }));
      }),

    identity: Object.assign(identities, { identity: true as const }),

    identityInTransaction: (write) =>
      transact(identities, 'read write', (tx) =>
        write(Object.assign(tx, { identity: true as const, transaction: true as const })),
      ),

    async close() {
      await Promise.all([tenants, identities].map((pool) => pool.end({ timeout: CLOSE_WITHIN_SECONDS })));
    },
  };
}

/** A connection of one's own; one that comes after we gave up goes straight back. */
async function reserve(pool: postgres.Sql): Promise<postgres.ReservedSql> {
  const coming = pool.reserve();
  try {
    return await within(PATIENCE_MS, coming);
  } catch (error) {
    coming.then((late) => late.release()).catch(() => undefined);
    throw error;
  }
}

async function transact<T>(
  pool: postgres.Sql,
  mode: string,
  work: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  const outcome = await pool.begin(mode, async (tx) => {
    const { handle, end } = mortal(tx);
    try {
      return { value: await work(handle) };
    } finally {
      end();
    }
  });
  return (outcome as { value: T }).value;
}
