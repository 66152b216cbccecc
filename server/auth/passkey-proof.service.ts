import type { UsedPasskey } from '#contract/passkeys';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import { newToken, tokenHash } from '#server/platform/crypto/tokens';
import type { IdentityTx } from '#server/platform/database/database';
import { lockAccount } from './auth.store.ts';
import {
  findPasskey,
  insertPasskeyChallenge,
  type StoredPasskey,
  spendPasskeyChallenge,
  touchPasskey,
} from './passkeys.store.ts';
import { isSigned, isUserHandle, requestOptions, requireRelyingParty } from './relying-party.ts';

type ProofDeps = Pick<Deps, 'identity' | 'now' | 'publicUrl'>;

export const PASSKEY_CHALLENGE_MS = 5 * 60_000;

/** A challenge for whoever has a passkey here: for a login, and for a proof in an open session. */
export async function beginPasskeyLogin(deps: ProofDeps) {
  const party = requireRelyingParty(deps);
  const challenge = newToken();
  const publicKey = await requestOptions(party, { challenge, timeout: PASSKEY_CHALLENGE_MS });
  const expiresAt = new Date(deps.now().getTime() + PASSKEY_CHALLENGE_MS);
  await insertPasskeyChallenge(deps.identity, { hash: tokenHash(challenge), session: undefined }, expiresAt);
  return { challenge, publicKey: { ...publicKey } };
}

export interface PasskeyProof {
  /** The account of the passkey, also when its answer is refused. */
  userId: string | undefined;
  /**
   * Stores the use in the transaction of the caller, and returns false when the passkey was removed meanwhile. Undefined
   * when the answer is refused.
   */
  use: ((tx: IdentityTx) => Promise<boolean>) | undefined;
}

/**
 * Reads the answer of a passkey. The challenge is used up even when the answer is refused. It is checked first, so that
 * an expired challenge gets the same refusal whatever the passkey.
 */
export async function preparePasskey(deps: ProofDeps, used: UsedPasskey): Promise<PasskeyProof> {
  const party = requireRelyingParty(deps);
  const at = deps.now();
  const challenge = { hash: tokenHash(used.challenge), session: undefined };
  if (!(await spendPasskeyChallenge(deps.identity, challenge, at))) throw new AppError('PASSKEY_EXPIRED');
  const { id, response } = used.response;
  const passkey = await findPasskey(deps.identity, Buffer.from(id, 'base64url'), party.host);
  const isRight =
    passkey && isUserHandle(passkey.userId, response.userHandle) && (await isSigned(party, used, passkey.publicKey));
  if (!isRight) return { userId: passkey?.userId, use: undefined };
  return { userId: passkey.userId, use: (tx) => completeProof(tx, passkey, at) };
}

async function completeProof(tx: IdentityTx, passkey: StoredPasskey, at: Date): Promise<boolean> {
  // Locks the account first, like every transaction that ends its credentials: the opposite order would deadlock.
  return (await lockAccount(tx, passkey.userId)) && touchPasskey(tx, passkey, at);
}
