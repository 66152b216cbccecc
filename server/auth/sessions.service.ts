import type { UsedPasskey } from '#contract/passkeys';
import type { Proof, Session } from '#contract/sessions';
import { actBy, record } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { IdentityTx } from '#server/platform/database/database';
import { findOpenSession, lockAccount } from './auth.store.ts';
import { UNKNOWN_DEVICE } from './device-name.ts';
import { endOtherSessionsOf } from './end-other-sessions.ts';
import { type FailedLoginDeps, recordingFailedProof } from './failed-login.service.ts';
import { forgetDeviceOf } from './known-devices.store.ts';
import type { Owner } from './owner.ts';
import { preparePasskey } from './passkey-proof.service.ts';
import { prepareCode, requirePassword } from './second-factor.service.ts';
import { type SessionLimits, sessionLimits } from './session-limits.ts';
import { endSessionById, lockSession, openSessionsOf, recordProof } from './sessions.store.ts';

type SessionsDeps = Pick<Deps, 'identity' | 'identityTransaction' | 'now'>;

export async function listSessions(deps: SessionsDeps, owner: Owner): Promise<Session[]> {
  const sessions = await openSessionsOf(deps.identity, owner.id, sessionLimits(deps.now()));
  return sessions.map(({ id, device, startedAt, lastSeenAt }) => ({
    _id: id,
    current: id === owner.sessionId,
    device: device ?? UNKNOWN_DEVICE,
    createdAt: startedAt.toISOString(),
    lastUsedAt: lastSeenAt.toISOString(),
  }));
}

/** Which sessions count as open, for a feature that joins them with rows of its own. */
export const openSessionLimits = (now: Date): SessionLimits => sessionLimits(now);

/** For what outlives the request that began it: refuses when its session has ended or its account was closed. */
export async function requireOpenSession(deps: Pick<Deps, 'identity' | 'now'>, { sessionId }: Owner): Promise<void> {
  const session = await findOpenSession(deps.identity, sessionId, sessionLimits(deps.now()));
  if (!session) throw new AppError('NOT_SIGNED_IN');
}

/** Its device is forgotten too: it may be lost or somebody else's. */
export function endSession(deps: SessionsDeps, owner: Owner, id: string): Promise<undefined> {
  const at = deps.now();
  return deps.identityTransaction(async (tx) => {
    if (!(await endSessionById(tx, owner.id, id, at))) throw new AppError('NOT_FOUND');
    await forgetDeviceOf(tx, owner.id, id);
    await record(tx, { ...actBy(owner, id), act: 'session.ended', at });
    return undefined;
  });
}

export function endOthers(deps: SessionsDeps, owner: Owner): Promise<undefined> {
  const at = deps.now();
  return deps.identityTransaction(async (tx) => {
    const ended = await endOtherSessionsOf(tx, owner, at);
    await ended.record();
    return undefined;
  });
}

type ProofDeps = SessionsDeps & Pick<Deps, 'passwords' | 'cipher' | 'sendsMail' | 'publicUrl'>;

/** Proves with the password, a code or a passkey who uses the session. */
export const reauthenticate = (deps: ProofDeps & FailedLoginDeps, owner: Owner, proof: Proof): Promise<undefined> =>
  recordingFailedProof(deps, owner, () => prove(deps, owner, proof));

async function prove(deps: ProofDeps, owner: Owner, proof: Proof): Promise<undefined> {
  const at = deps.now();
  const useProof = await prepareProof(deps, owner, proof);
  return deps.identityTransaction(async (tx) => {
    const entry = await useProof?.(tx);
    // A passkey counts as a code.
    await recordProof(tx, owner.sessionId, { isCode: proof.password === undefined, at });
    if (entry) await record(tx, entry);
    await record(tx, { act: 'session.proved', at, ...actBy(owner, owner.sessionId) });
    return undefined;
  });
}

async function prepareProof(deps: ProofDeps, owner: Owner, { password, code = '', passkey }: Proof) {
  if (password !== undefined) return requirePassword(deps, owner.id, password);
  if (passkey !== undefined) return requireOwnPasskey(deps, owner.id, passkey);
  return prepareCode(deps, { userId: owner.id, code, countedBy: owner.sessionId, address: owner.address });
}

/** Refuses the passkey of another account: its holder is not the owner of the session. */
async function requireOwnPasskey(deps: ProofDeps, userId: string, passkey: UsedPasskey) {
  const proof = await preparePasskey(deps, passkey);
  const { use } = proof;
  if (!use || proof.userId !== userId) throw new AppError('WRONG_PASSKEY');
  return async (tx: IdentityTx): Promise<undefined> => {
    if (!(await use(tx))) throw new AppError('WRONG_PASSKEY');
  };
}

/** The session stays open until the transaction ends. */
export async function lockOpenSession(tx: IdentityTx, owner: Owner): Promise<void> {
  const isOpen = (await lockAccount(tx, owner.id)) && (await lockSession(tx, owner.sessionId));
  if (!isOpen) throw new AppError('NOT_SIGNED_IN');
}
