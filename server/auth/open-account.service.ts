import type { Deps } from '#server/deps';
import { findOpenAccount, findOpenProfile, type OpenAccount, type OpenProfile } from './open-account.store.ts';

/** The professional behind a link that somebody received. Undefined when the account is closed. */
export const openAccount = ({ identity }: Pick<Deps, 'identity'>, id: string): Promise<OpenAccount | undefined> =>
  findOpenAccount(identity, id);

/** What a public page shows of the professional. Undefined when the account is closed. */
export const openProfile = ({ identity }: Pick<Deps, 'identity'>, id: string): Promise<OpenProfile | undefined> =>
  findOpenProfile(identity, id);
