import type { Deps } from '#server/deps';
import { actorNames } from './account-names.store.ts';

/**
 * The names of the assistants and administrators who acted on the data of an owner. An administrator has the e-mail
 * address too, because the name may be the owner's. Deleted accounts of administrators are left out.
 */
export const namesOfActors = async (
  { identity }: Pick<Deps, 'identity'>,
  owner: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => (ids.length === 0 ? new Map() : actorNames(identity, owner, ids));
