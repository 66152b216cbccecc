import type { StorageUse } from '#contract/billing';
import { FREE_STORAGE_BYTES, storageLimit } from '#contract/plans';
import type { Owner } from '#server/auth/owner';
import type { Deps, LimitedTransaction } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { Database, OwnerTx } from '#server/platform/database/database';
import { planOf } from './billing.store.ts';
import { countAsGrowth, grownBytes, storedBytes } from './quota.store.ts';

export const storageUse = (
  { tenantRead, countsTestPayments }: Pick<Deps, 'tenantRead' | 'countsTestPayments'>,
  owner: Owner,
) =>
  tenantRead(
    owner.id,
    async (db): Promise<StorageUse> => ({
      usedBytes: await storedBytes(db),
      limitBytes: storageLimit(await planOf(db, countsTestPayments)),
    }),
  );

/**
 * Runs the writes of an owner. A write that stores more bytes than the plan allows is refused and undone. The check is
 * at the end, when the triggers have counted. A write that adds nothing succeeds above the limit too.
 */
export function withQuota(
  { tenantTransaction }: Pick<Database, 'tenantTransaction'>,
  countsTestPayments: boolean,
): LimitedTransaction {
  const transaction: Database['tenantTransaction'] = (owner, write) =>
    tenantTransaction(owner, async (tx) => {
      const result = await write(tx);
      const bytes = await grownBytes(tx);
      // Few accounts store more, so few read their plan here.
      const mayBeOver = bytes !== undefined && bytes > FREE_STORAGE_BYTES;
      if (mayBeOver && bytes > storageLimit(await planOf(tx, countsTestPayments))) throw new AppError('QUOTA_REACHED');
      return result;
    });
  return Object.assign(transaction, { isLimited: true as const });
}

/** Refuses this write above the limit, although it only adds to tables without one. */
export const limitGrowth = (tx: OwnerTx): Promise<void> => countAsGrowth(tx);
