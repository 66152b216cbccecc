import type { IdentitySql } from '#server/platform/database/database';

/** Each account by its name. An assistant has the name that the owner gave at the last invitation. */
export async function actorNames(
  db: IdentitySql,
  owner: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db<{ id: string; name: string }[]>`
    select id, name || ' (administración, ' || email || ')' as name, created_at as since
      from users where role <> 'assistant' and id = any (${[...ids]}::uuid[])
    union all
    select account_id, name || ' (secretaría)', invited_at
      from assistants where owner_id = ${owner} and account_id = any (${[...ids]}::uuid[])
    order by since`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** An assistant has the name that the owner gave at the last invitation. */
export async function findAssistantNames(
  db: IdentitySql,
  owner: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db<{ id: string; name: string }[]>`
    select account_id as id, name from assistants
     where owner_id = ${owner} and account_id = any (${ids}::uuid[]) order by invited_at`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
