import type { z } from 'zod';
import { type Credentials, isShortForAdmin, type login } from '#contract/auth';
import { type Entry, record } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { IdentityTx } from '#server/platform/database/database';
import { type Account, accountOf, setHasShortPassword } from './auth.store.ts';
import { type FailedLoginDeps, recordFailedLogin } from './failed-login.service.ts';
import type { Device } from './login-device.service.ts';
import { startChallenge } from './second-factor.service.ts';
import { type SessionDeps, startSession } from './start-session.ts';

export type LoginDeps = SessionDeps & FailedLoginDeps & Pick<Deps, 'passwords'>;
export type LoginReply = z.input<typeof login.reply>;

export async function logIn(deps: LoginDeps, credentials: Credentials, device: Device): Promise<LoginReply> {
  const account = await requireLoginPassword(deps, credentials, device);
  const isAdmin = account.user.role === 'admin';
  const isShort = isShortForAdmin(credentials.password);
  // Before the session, which locks the account for share: two logins that both update it afterwards would deadlock.
  const storeLength = async (tx: IdentityTx) => {
    const { user, passwordHash } = account;
    if (isAdmin) await setHasShortPassword(tx, { id: user._id, passwordHash, isShort });
    return [];
  };
  if (isAdmin && account.user.secondFactor !== 'on') account.user.hasShortPassword = isShort || undefined;
  return continueLogin(deps, account, { device, alsoChange: storeLength });
}

/** The account of an e-mail address and a password. Another password is recorded as a failed login. */
export async function requireLoginPassword(
  deps: LoginDeps,
  { email, password }: Credentials,
  { address }: Pick<Device, 'address'>,
): Promise<Account> {
  const account = await accountOf(deps.identity, email);
  const isRight = await deps.passwords.matches(account?.passwordHash, password);
  if (!isRight || !account) throw refusedLogin(deps, address, account);
  if (account.user.mustChangePassword && !isUsable(account, deps.now())) throw refusedLogin(deps, address, account);
  return account;
}

/** A temporary password works once, and for a day. `startSession` decides between logins at the same time. */
const isUsable = ({ temporaryPasswordUntil: until }: Account, now: Date): boolean => until !== undefined && until > now;

function refusedLogin(deps: FailedLoginDeps, address: string, account: Account | undefined): AppError {
  recordFailedLogin(deps, { reason: 'wrong-credentials', address, accountId: account?.user._id });
  return new AppError('WRONG_CREDENTIALS');
}

/**
 * Starts a session after the password, or asks for a code of the second factor. `alsoChange` is done in both cases, and
 * the entries that it returns are recorded.
 */
export async function continueLogin(
  deps: LoginDeps,
  account: Account,
  { device, alsoChange }: { device: Device; alsoChange: (tx: IdentityTx) => Promise<readonly Entry[]> },
): Promise<LoginReply> {
  if (account.user.secondFactor === 'on') {
    await deps.identityTransaction(async (tx) => {
      for (const entry of await alsoChange(tx)) await record(tx, entry);
    });
    return startChallenge(deps, account);
  }
  const session = await startSession(deps, account, device, { alsoChange });
  if (!session) throw refusedLogin(deps, device.address, account);
  return session;
}
