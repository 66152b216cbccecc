import { login } from '#contract/auth';
import type { Endpoint } from '#contract/endpoint';
import type { Deps } from '#server/deps';
import { enqueueMail } from '#server/mail/outbox';
import { truncateAddress } from '#server/platform/address';
import { AppError } from '#server/platform/app-error';
import { accountOf } from './auth.store.ts';

interface FailedLogin {
  reason: 'wrong-credentials' | 'wrong-code' | 'too-many-tries';
  address: string;
  accountId: string | undefined;
}

/** Never the email: it may be of someone who has no account, or a password typed into the wrong field. */
export function logFailedLogin({ warn }: Pick<Deps, 'warn'>, { reason, address, accountId }: FailedLogin): void {
  warn({ reason, accountId, network: truncateAddress(address) }, 'login failed');
}

/** Counts a request. A login that is refused for too many tries is logged, and its owner is told. */
export async function withLoggedLockout(
  deps: Pick<Deps, 'warn' | 'identity' | 'identityTransaction' | 'now' | 'cipher' | 'sendsMail'>,
  { endpoint, address, email }: { endpoint: Endpoint; address: string; email?: string },
  count: Promise<void>,
): Promise<void> {
  try {
    await count;
  } catch (error) {
    if (endpoint.path === login.path && error instanceof AppError && error.code === 'TOO_MANY_TRIES') {
      const account = email === undefined ? undefined : await accountOf(deps.identity, email).catch(() => undefined);
      logFailedLogin(deps, { reason: 'too-many-tries', address, accountId: account?.user._id });
      if (account) await noticeLockout(deps, account.user._id, address);
    }
    throw error;
  }
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
