import type { Deps } from '#server/deps';
import { actorNames } from './auth.store.ts';

/**
 * The names of the administrators who acted on the data of an owner. Each has its e-mail address, because an
 * administrator may have the same name as the owner. Deleted accounts are left out.
 */
export const namesOfActors = async (
  { identity }: Pick<Deps, 'identity'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => (ids.length === 0 ? new Map() : actorNames(identity, ids));
