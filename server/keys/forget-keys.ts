import { startRefused } from '#server/platform/start-refused';
import { deleteFingerprint, lockKeys } from './keys.store.ts';
import type { KeysDeps } from './open-keys.ts';
import { retirePendingKey } from './rotation.store.ts';
import { recordKeyAct } from './rotation.ts';

/** The next start takes the token key that it is given. Clients renew their access tokens by themselves. */
export const forgetTokenKey = (deps: KeysDeps): Promise<void> =>
  deps.keysTransaction(async (tx) => {
    await lockKeys(tx);
    if (!(await deleteFingerprint(tx, 'token'))) throw startRefused('The database knows no token key');
  });

/** Gives up a rotation whose key was lost before it came into use. */
export const forgetPendingKey = (deps: KeysDeps): Promise<void> =>
  deps.keysTransaction(async (tx) => {
    await lockKeys(tx);
    const number = await retirePendingKey(tx);
    if (number === undefined) throw startRefused('No data key is pending');
    await recordKeyAct(tx, 'data-key.retired', number, deps.now());
  });
