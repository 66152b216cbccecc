import type { Deps } from '#server/deps';
import { actorNames, findAssistantNames } from './account-names.store.ts';

/**
 * The names of the assistants and administrators who acted on the data of an owner. An administrator has the e-mail
 * address too, because the name may be the owner's. Deleted accounts of administrators are left out.
 */
export const namesOfActors = async (
  { identity }: Pick<Deps, 'identity'>,
  owner: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => (ids.length === 0 ? new Map() : actorNames(identity, owner, ids));

/** The names of the assistants of an owner, also of former ones, by the id of their account. */
export const assistantNames = async (
  { identity }: Pick<Deps, 'identity'>,
  owner: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => (ids.length === 0 ? new Map() : findAssistantNames(identity, owner, ids));
