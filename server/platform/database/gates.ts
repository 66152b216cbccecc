import type postgres from 'postgres';
import type { Connections } from './connection.ts';

/** A handle that sees the rows of one professional and no others. */
export type OwnerSql = postgres.ISql & { readonly owner: string };

/** A handle on identities, sessions and billing of all users: for auth, account, billing and admin alone. */
export type IdentitySql = postgres.ISql & { readonly identity: true };

export interface Gates {
  /** Reads as one owner. The connection is read-only: a write belongs in a transaction, with its audit entry. */
  asOwner<T>(owner: string, read: (db: OwnerSql) => Promise<T>): Promise<T>;
  asOwnerInTransaction<T>(owner: string, write: (tx: OwnerSql) => Promise<T>): Promise<T>;
  identity: IdentitySql;
  identityInTransaction<T>(write: (tx: IdentitySql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The only way to the tables of the product. The pools never leave this function. */
export function openGates(connections: Connections, poolSize = 16): Gates {
  const tenants = connections.as('ficha_app', {
    max: poolSize,
    connection: { default_transaction_read_only: true },
  });
  const identities = connections.as('ficha_identity', { max: poolSize });
  const owned = <S extends postgres.ISql>(sql: S, owner: string) => Object.assign(sql, { owner });
  const identified = <S extends postgres.ISql>(sql: S) => Object.assign(sql, { identity: true as const });

  return {
    async asOwner(owner, read) {
      const sql = await tenants.reserve();
      try {
        // Sent ahead of the query in the same pipeline: no extra round trip. `execute` sends it now: the driver
        // is lazy, and the read would overtake it. Awaited with the read: should the setting fail, the answer
        // of a query that ran under another owner's is thrown away.
        const gate = sql`select set_config('app.owner', ${owner}, false)`.execute();
        const [, result] = await Promise.all([gate, read(owned(sql, owner))]);
        return result;
      } finally {
        sql.release();
      }
    },

    async asOwnerInTransaction<T>(owner: string, write: (tx: OwnerSql) => Promise<T>) {
      const result = await tenants.begin('read write', async (tx) => {
        await tx`select set_config('app.owner', ${owner}, true)`;
        return { value: await write(owned(tx, owner)) };
      });
      return (result as { value: T }).value;
    },

    identity: identified(identities),

    async identityInTransaction<T>(write: (tx: IdentitySql) => Promise<T>) {
      const result = await identities.begin(async (tx) => ({ value: await write(identified(tx)) }));
      return (result as { value: T }).value;
    },

    async close() {
      await Promise.all([tenants.end({ timeout: 5 }), identities.end({ timeout: 5 })]);
    },
  };
}
