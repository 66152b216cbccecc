import { MAX_PASSKEYS } from '#contract/passkey-errors';
import type { NewPasskey, Passkey } from '#contract/passkeys';
import { actBy, type Entry, record, recordEach } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import { enqueueMail } from '#server/mail/outbox';
import { AppError } from '#server/platform/app-error';
import { newToken, tokenHash } from '#server/platform/crypto/tokens';
import type { IdentityTx } from '#server/platform/database/database';
import { uuidv7 } from '#server/platform/uuid';
import { lockAccount } from './auth.store.ts';
import type { Owner } from './owner.ts';
import { PASSKEY_CHALLENGE_MS } from './passkey-proof.service.ts';
import {
  countPasskeys,
  countPasskeysOfOtherHosts,
  deletePasskey,
  deletePasskeys,
  insertPasskey,
  insertPasskeyChallenge,
  readPasskeys,
  spendPasskeyChallenge,
} from './passkeys.store.ts';
import {
  claimedChallenge,
  creationOptions,
  relyingParty,
  requireRelyingParty,
  verifiedCredential,
} from './relying-party.ts';
import { lockOpenSession } from './sessions.service.ts';

type PasskeyDeps = Pick<Deps, 'identity' | 'identityTransaction' | 'now' | 'cipher' | 'sendsMail' | 'publicUrl'>;

export async function listPasskeys(deps: PasskeyDeps, owner: Owner): Promise<Passkey[]> {
  const host = relyingParty(deps.publicUrl)?.host;
  const passkeys = await readPasskeys(deps.identity, owner.id);
  return passkeys.map(({ id, name, createdAt, lastUsedAt, host: itsHost }) => ({
    _id: id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString(),
    formerHost: itsHost === host ? undefined : itsHost,
  }));
}

/** The options name the existing passkeys, so that the browser refuses an authenticator that has one. */
export async function beginPasskey(deps: PasskeyDeps, owner: Owner) {
  const party = requireRelyingParty(deps);
  const passkeys = await readPasskeys(deps.identity, owner.id);
  if (passkeys.length >= MAX_PASSKEYS) throw new AppError('TOO_MANY_PASSKEYS');
  const challenge = newToken();
  const { _id: id, name, email } = owner.user;
  const options = await creationOptions(party, {
    holder: { id, name, email },
    challenge,
    timeout: PASSKEY_CHALLENGE_MS,
    existing: passkeys
      .filter(({ host }) => host === party.host)
      .map(({ credentialId, transports }) => ({ id: credentialId.toString('base64url'), transports })),
  });
  const expiresAt = new Date(deps.now().getTime() + PASSKEY_CHALLENGE_MS);
  await insertPasskeyChallenge(deps.identity, { hash: tokenHash(challenge), session: owner }, expiresAt);
  return { ...options };
}

/** Refuses a session that has ended meanwhile: the reset of the password that ended it has removed all passkeys. */
export async function addPasskey(deps: PasskeyDeps, owner: Owner, added: NewPasskey): Promise<Passkey> {
  const party = requireRelyingParty(deps);
  const at = deps.now();
  const claimed = await claimedChallenge(added.response.response.clientDataJSON);
  if (claimed === undefined) throw new AppError('PASSKEY_NOT_ADDED');
  const challenge = { hash: tokenHash(claimed), session: owner };
  if (!(await spendPasskeyChallenge(deps.identity, challenge, at))) throw new AppError('PASSKEY_EXPIRED');
  const credential = await verifiedCredential(party, added, claimed);
  if (!credential) throw new AppError('PASSKEY_NOT_ADDED');
  const { name } = added;
  const { transports = [] } = added.response.response;
  const id = uuidv7(at);
  const passkey = { id, userId: owner.id, name, ...credential, transports, host: party.host, createdAt: at };
  await deps.identityTransaction(async (tx) => {
    await lockOpenSession(tx, owner);
    if ((await countPasskeys(tx, owner.id)) >= MAX_PASSKEYS) throw new AppError('TOO_MANY_PASSKEYS');
    if (!(await insertPasskey(tx, passkey))) throw new AppError('PASSKEY_EXISTS');
    await enqueueMail(deps, tx, { kind: 'passkey-added', userId: owner.id }, at);
    await record(tx, { ...actBy(owner, id), act: 'passkey.added', at });
  });
  return { _id: id, name, createdAt: at.toISOString() };
}

/** Sessions that began with the passkey stay open: the owner ends them in the list of sessions. */
export function removePasskey(deps: PasskeyDeps, owner: Owner, id: string): Promise<undefined> {
  const at = deps.now();
  return deps.identityTransaction(async (tx) => {
    if (!(await lockAccount(tx, owner.id))) throw new AppError('NOT_SIGNED_IN');
    if (!(await deletePasskey(tx, owner.id, id))) throw new AppError('NOT_FOUND');
    await enqueueMail(deps, tx, { kind: 'passkey-removed', userId: owner.id }, at);
    await record(tx, { ...actBy(owner, id), act: 'passkey.removed', at });
    return undefined;
  });
}

/**
 * Removes all passkeys of an account whose password is replaced by a link or by an administrator: whoever knew the former
 * password may have added a passkey. The caller records the removals after the replacement.
 */
export async function endPasskeys(tx: IdentityTx, userId: string) {
  const removed = await deletePasskeys(tx, userId);
  return {
    record: (by: Pick<Entry, 'at' | 'actorId' | 'address'>): Promise<void> =>
      recordEach(tx, { ...by, act: 'passkey.removed', ownerId: userId }, removed),
  };
}

/** A line for the operator when there are passkeys for a host other than the host of PUBLIC_URL. */
export async function formerHostsNotice({
  identity,
  publicUrl,
}: Pick<Deps, 'identity' | 'publicUrl'>): Promise<string | undefined> {
  const others = await countPasskeysOfOtherHosts(identity, relyingParty(publicUrl)?.host);
  if (others.length === 0) return undefined;
  const made = others.map(({ host, total }) => `${total} for ${host}`).join(', ');
  return `Warning: some passkeys were made for a host other than the host of PUBLIC_URL, ${publicUrl}, and do not work here: ${made}. Their owners log in with the password and add new passkeys. They work again when PUBLIC_URL has the former host`;
}
