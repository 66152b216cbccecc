import type { Deps } from '#server/deps';
import { findOpenAccount, type OpenAccount } from './open-account.store.ts';

/** The professional behind a link that somebody received. Undefined when the account is closed. */
export const openAccount = ({ identity }: Pick<Deps, 'identity'>, id: string): Promise<OpenAccount | undefined> =>
  findOpenAccount(identity, id);
