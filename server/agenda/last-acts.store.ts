import type { AssistantAct } from '#contract/agenda';
import type { OwnerTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

/** What an assistant did with an appointment. */
export interface StoredAct {
  accountId: string;
  act: AssistantAct;
  at: Date;
}

export interface ActRow {
  acted_by: string | null;
  act: AssistantAct;
  acted_at: Date;
}

/** The columns of an appointment `a`. */
export const actColumns = fragment`a.acted_by, a.act, a.acted_at`;

/** Undefined unless an assistant acted last. */
export const toAct = ({ acted_by: accountId, act, acted_at: at }: ActRow): StoredAct | undefined =>
  accountId === null ? undefined : { accountId, act, at };

export async function storeAct(tx: OwnerTx, ids: readonly string[], { accountId, act, at }: StoredAct): Promise<void> {
  await tx`
    update appointments set acted_by = ${accountId}, act = ${act}, acted_at = ${at}
     where owner_id = ${tx.owner} and id = any (${ids}::uuid[])`;
}
