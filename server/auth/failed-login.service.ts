import type { LoginFailure } from '#contract/access-detail-texts';
import { login } from '#contract/auth';
import type { Endpoint } from '#contract/endpoint';
import type { ErrorCode } from '#contract/errors';
import type { RecordingDeps } from '#server/audit/access-recorder';
import { UNKNOWN_PERSON } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import { enqueueMail } from '#server/mail/outbox';
import { truncateAddress } from '#server/platform/address';
import { AppError } from '#server/platform/app-error';
import { accountOf } from './auth.store.ts';
import type { Owner } from './owner.ts';

interface FailedLogin {
  reason: LoginFailure;
  address: string;
  accountId: string | undefined;
  sessionId?: string;
}

export type FailedLoginDeps = Pick<Deps, 'warn' | 'now'> & {
  accessRecorder: Pick<RecordingDeps['accessRecorder'], 'add'>;
};

/**
 * Logs a failed login for the operator, and records it for the owner of the account. The log has only a part of the
 * address, and no e-mail: it may belong to somebody without an account, or be a password typed into the wrong field.
 */
export function recordFailedLogin(deps: FailedLoginDeps, { reason, address, accountId, sessionId }: FailedLogin): void {
  deps.warn({ reason, accountId, network: truncateAddress(address) }, 'login failed');
  if (!accountId) return;
  const entry = { act: 'login.failed', at: deps.now(), actorId: UNKNOWN_PERSON, ownerId: accountId, address } as const;
  const detail = { loginFailure: reason };
  deps.accessRecorder.add(sessionId === undefined ? { ...entry, detail } : { ...entry, subjectId: sessionId, detail });
}

const PROOF_FAILURES: Partial<Record<ErrorCode, LoginFailure>> = {
  WRONG_PASSWORD: 'wrong-password-in-session',
  WRONG_CODE: 'wrong-code-in-session',
  WRONG_PASSKEY: 'wrong-passkey-in-session',
};

/** Records a wrong password, code or passkey in an open session: whoever found the session open may be guessing. */
export async function recordingFailedProof<T>(
  deps: FailedLoginDeps,
  { id: accountId, sessionId, address }: Pick<Owner, 'id' | 'sessionId' | 'address'>,
  prove: () => Promise<T>,
): Promise<T> {
  try {
    return await prove();
  } catch (error) {
    const reason = error instanceof AppError ? PROOF_FAILURES[error.code] : undefined;
    if (reason) recordFailedLogin(deps, { reason, address, accountId, sessionId });
    throw error;
  }
}

/** Refused tries of an account are recorded once in this time: an attacker must not fill the log of an owner. */
const LOCKOUT_INTERVAL_MS = 60_000;
const MAX_LOCKOUTS = 1000;

/** Waits for a rate limit. A login that it refuses is recorded, and the owner of the account is told. */
export function recordingLockouts(
  deps: FailedLoginDeps & Pick<Deps, 'identity' | 'identityTransaction' | 'cipher' | 'sendsMail'>,
) {
  const recordedAt = new Map<string, number>();
  const isNew = (accountId: string): boolean => {
    const now = performance.now();
    if (now - (recordedAt.get(accountId) ?? Number.NEGATIVE_INFINITY) < LOCKOUT_INTERVAL_MS) return false;
    if (recordedAt.size >= MAX_LOCKOUTS) recordedAt.clear();
    recordedAt.set(accountId, now);
    return true;
  };
  return async (
    { endpoint, address, email }: { endpoint: Endpoint; address: string; email: string | undefined },
    limited: Promise<void>,
  ): Promise<void> => {
    try {
      await limited;
    } catch (error) {
      if (endpoint.path === login.path && error instanceof AppError && error.code === 'TOO_MANY_TRIES') {
        const account = email === undefined ? undefined : await accountOf(deps.identity, email).catch(() => undefined);
        const accountId = account?.user._id;
        const lockout = { reason: 'too-many-tries', address, accountId } as const;
        const recorder = accountId && isNew(accountId) ? deps.accessRecorder : { add: () => undefined };
        recordFailedLogin({ ...deps, accessRecorder: recorder }, lockout);
        if (accountId) await noticeLockout(deps, accountId, address);
      }
      throw error;
    }
  };
}

/** A notice that cannot be queued changes nothing about the refusal. */
async function noticeLockout(
  deps: Pick<Deps, 'warn' | 'identityTransaction' | 'now' | 'cipher' | 'sendsMail'>,
  userId: string,
  address: string,
): Promise<void> {
  if (!deps.sendsMail) return;
  const notice = { kind: 'lockout', userId, network: truncateAddress(address) } as const;
  await deps
    .identityTransaction((tx) => enqueueMail(deps, tx, notice, deps.now()))
    .catch(() => deps.warn({ accountId: userId }, 'the notice of a lockout was not queued'));
}
