import type { Deps } from '#server/deps';
import { actorNames } from './auth.store.ts';

/**
 * The names of others who acted on the data of an owner: administrators. The address keeps one who chose the name of the
 * owner apart. Deleted accounts are left out.
 */
export const namesOfActors = async (
  { identity }: Pick<Deps, 'identity'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => (ids.length === 0 ? new Map() : actorNames(identity, ids));
