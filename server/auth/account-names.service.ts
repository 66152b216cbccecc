import type { Deps } from '#server/deps';
import { findAssistantNames } from './assistant-names.store.ts';
import { actorNames } from './auth.store.ts';

/**
 * The names of the administrators who acted on the data of an owner. Each has its e-mail address, because an
 * administrator may have the same name as the owner. Deleted accounts are left out.
 */
export const namesOfActors = async (
  { identity }: Pick<Deps, 'identity'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => (ids.length === 0 ? new Map() : actorNames(identity, ids));

/** The names of the assistants of a professional, also of former ones, by the id of their account. */
export const assistantNames = async (
  { identity }: Pick<Deps, 'identity'>,
  ownerId: string,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  accountIds.length === 0 ? new Map() : findAssistantNames(identity, ownerId, accountIds);
