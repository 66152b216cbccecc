import type { IdentitySql } from '#server/platform/database/database';

/** The names that a professional gave to assistants, also to former ones, by the id of their account. */
export async function findAssistantNames(
  db: IdentitySql,
  ownerId: string,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db<{ accountId: string; name: string }[]>`
    select distinct on (account_id) account_id as "accountId", name from assistants
     where owner_id = ${ownerId} and account_id = any (${accountIds}::uuid[])
     order by account_id, invited_at desc`;
  return new Map(rows.map(({ accountId, name }) => [accountId, name]));
}
