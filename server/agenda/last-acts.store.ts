import type { AssistantAct } from '#contract/agenda';
import type { OwnerSql, OwnerTx } from '#server/platform/database/database';

/** What an assistant did with an appointment. */
export interface StoredAct {
  accountId: string;
  act: AssistantAct;
  at: Date;
}

/** The last act on each appointment on which an assistant acted last. */
export async function lastActs(db: OwnerSql, ids: readonly string[]): Promise<Map<string, StoredAct>> {
  const rows = await db<(StoredAct & { id: string })[]>`
    select id, acted_by as "accountId", act, acted_at as at from appointments
     where owner_id = ${db.owner} and id = any (${ids}::uuid[]) and acted_by is not null`;
  return new Map(rows.map(({ id, ...act }) => [id, act]));
}

export async function storeAct(tx: OwnerTx, ids: readonly string[], { accountId, act, at }: StoredAct): Promise<void> {
  await tx`
    update appointments set acted_by = ${accountId}, act = ${act}, acted_at = ${at}
     where owner_id = ${tx.owner} and id = any (${ids}::uuid[])`;
}
