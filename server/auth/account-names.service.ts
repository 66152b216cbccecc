import type { Deps } from '#server/deps';
import { accountNames } from './auth.store.ts';

/** The names of accounts, which the rows of a tenant do not have. Deleted accounts are left out. */
export const namesOfAccounts = async (
  { identity }: Pick<Deps, 'identity'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => (ids.length === 0 ? new Map() : accountNames(identity, ids));
