import type { z } from 'zod';
import type { PasswordChange, PersonalInfo } from '#contract/account';
import {
  type Credentials,
  isShortForAdmin,
  type login,
  type Profile,
  REGISTERED_MESSAGE,
  type Registration,
} from '#contract/auth';
import { ERRORS } from '#contract/errors';
import { compactRut } from '#contract/rut';
import { actBy, OPERATOR, record } from '#server/audit/audit.store';
import { endCalendarLink } from '#server/calendar-link/calendar-link.service';
import type { Deps } from '#server/deps';
import { enqueueMail } from '#server/mail/outbox';
import { AppError } from '#server/platform/app-error';
import { newToken, tokenHash } from '#server/platform/crypto/tokens';
import type { IdentityTx } from '#server/platform/database/database';
import { insertPlan } from '#server/platform/plans.store';
import { uuidv7 } from '#server/platform/uuid';
import { recordingWithdrawal } from '#server/professional-identity/professional-identity.service';
import { endLinks } from './account-links.store.ts';
import {
  type Account,
  accountOf,
  insertUser,
  passwordHashOf,
  replacePassword,
  replaceProfile,
  setHasShortPassword,
} from './auth.store.ts';
import { endOtherSessionsOf } from './end-other-sessions.ts';
import { type FailedLoginDeps, recordFailedLogin } from './failed-login.service.ts';
import type { Owner } from './owner.ts';
import { startChallenge } from './second-factor.service.ts';
import { sessionLimits } from './session-limits.ts';
import { claimRefreshToken, endSession, replaceRefreshToken } from './sessions.store.ts';
import { type Device, type SessionDeps, startSession } from './start-session.ts';

type IdentityDeps = Pick<Deps, 'identity' | 'identityTransaction' | 'passwords' | 'now' | 'cipher' | 'sendsMail'>;

export async function registerProfessional(
  deps: IdentityDeps & Pick<Deps, 'defaultPlan'>,
  form: Registration,
  address: string,
): Promise<{ message: string }> {
  const { password, ...profile } = form;
  const at = deps.now();
  const id = uuidv7(at);
  const passwordHash = await deps.passwords.hash(password);
  await deps.identityTransaction(async (tx) => {
    const isNew = await insertUser(tx, { ...profile, id, role: 'professional', passwordHash, at });
    if (!isNew) throw new AppError('EMAIL_TAKEN');
    await record(tx, { act: 'account.registered', at, actorId: id, address });
    if (deps.defaultPlan === 'paid') await grantDefaultPlan(tx, id, at);
    await enqueueMail(deps, tx, { kind: 'email-confirmation', userId: id }, at);
  });
  return { message: REGISTERED_MESSAGE };
}

async function grantDefaultPlan(tx: IdentityTx, id: string, at: Date): Promise<void> {
  await insertPlan(tx, id);
  const entry = { act: 'user.subscription-set-paid', at, actorId: OPERATOR, ownerId: id, subjectId: id } as const;
  await record(tx, { ...entry, address: undefined });
}

export async function logIn(
  deps: IdentityDeps & SessionDeps & FailedLoginDeps,
  { email, password }: Credentials,
  device: Device,
): Promise<z.input<typeof login.reply>> {
  const account = await accountOf(deps.identity, email);
  const refuse = () => {
    recordFailedLogin(deps, { reason: 'wrong-credentials', address: device.address, accountId: account?.user._id });
    return new AppError('WRONG_CREDENTIALS');
  };
  if (!(await deps.passwords.matches(account?.passwordHash, password)) || !account) throw refuse();
  if (account.user.mustChangePassword && !isUsable(account, deps.now())) throw refuse();
  const isAdmin = account.user.role === 'admin';
  // Before the session, which locks the account for share: two logins that both update it afterwards would deadlock.
  const storeLength = async (tx: IdentityTx) => {
    const { user, passwordHash } = account;
    if (isAdmin) await setHasShortPassword(tx, { id: user._id, passwordHash, isShort: isShortForAdmin(password) });
    return undefined;
  };
  if (account.user.secondFactor === 'on') {
    if (isAdmin) await deps.identityTransaction(storeLength);
    return startChallenge(deps, account);
  }
  if (isAdmin) account.user.hasShortPassword = isShortForAdmin(password) || undefined;
  const session = await startSession(deps, account, device, { alsoChange: storeLength });
  if (!session) throw refuse();
  return session;
}

/** A temporary password works once, and for a day. `startSession` decides between logins at the same time. */
const isUsable = ({ temporaryPasswordUntil: until }: Account, now: Date): boolean => until !== undefined && until > now;

export async function refreshSession(
  deps: Pick<Deps, 'identity' | 'accessTokens' | 'now'>,
  refreshToken: string,
): Promise<{ accessToken: string }> {
  const now = deps.now();
  const sessionId = await claimRefreshToken(deps.identity, tokenHash(refreshToken), sessionLimits(now));
  if (!sessionId) throw new AppError('NOT_SIGNED_IN');
  return { accessToken: await deps.accessTokens.issue(sessionId, now) };
}

/** Also succeeds for an unknown or ended session, because the result is the same. */
export async function logOut(deps: IdentityDeps, refreshToken: string, address: string): Promise<undefined> {
  const at = deps.now();
  await deps.identityTransaction(async (tx) => {
    const ended = await endSession(tx, tokenHash(refreshToken), at);
    if (ended) await record(tx, { act: 'session.ended', at, actorId: ended.userId, subjectId: ended.id, address });
  });
}

export function updateProfile(deps: IdentityDeps, owner: Owner, profile: PersonalInfo): Promise<Profile> {
  const at = deps.now();
  return deps.identityTransaction(async (tx) => {
    const { id, address } = owner;
    return recordingWithdrawal(deps, tx, { id, address, at }, async () => {
      const user = await replaceProfile(tx, id, profile);
      if (!user) throw new AppError('NOT_SIGNED_IN');
      await record(tx, { ...actBy(owner), act: 'account.updated', at });
      return user;
    });
  });
}

interface ChangedPassword {
  /** How many other sessions were in use. */
  endedSessions: number;
  /** Replaces the refresh token of the session that stays. */
  refreshToken: string;
}

/**
 * Ends the caller's other sessions and forgets their devices. When two changes happen at the same time, the second one
 * fails, because its current password is no longer right.
 */
export async function changePassword(
  deps: IdentityDeps,
  owner: Owner,
  change: PasswordChange,
): Promise<ChangedPassword> {
  const { currentPassword, newPassword } = change;
  const oldHash = await passwordHashOf(deps.identity, owner.id);
  if (!(await deps.passwords.matches(oldHash, currentPassword)) || !oldHash) throw wrongPassword();
  const isTheRutAgain = owner.user.mustChangePassword && owner.rut && compactRut(newPassword) === compactRut(owner.rut);
  if (newPassword === currentPassword || isTheRutAgain) {
    throw new AppError('SAME_PASSWORD', { fields: { newPassword: ERRORS.SAME_PASSWORD.message } });
  }
  const newHash = await deps.passwords.hash(newPassword);
  const refreshToken = newToken();
  const at = deps.now();
  return deps.identityTransaction(async (tx) => {
    const password = { id: owner.id, oldHash, newHash, isShort: isShortForAdmin(newPassword) };
    // This locks the account first, as every transaction does that ends its credentials or makes new ones.
    if (!(await replacePassword(tx, password))) throw wrongPassword();
    await endLinks(tx, owner.id, 'recovery', at);
    await enqueueMail(deps, tx, { kind: 'password-changed', userId: owner.id }, at);
    // A session that was ended meanwhile must not come back.
    if (!(await replaceRefreshToken(tx, owner, tokenHash(refreshToken), at))) throw new AppError('NOT_SIGNED_IN');
    const ended = await endOtherSessionsOf(tx, owner, at);
    const endedLink = await endCalendarLink(tx, owner.id);
    const entry = { ...actBy(owner), at };
    await record(tx, { ...entry, act: 'password.changed' });
    await endedLink.record(entry);
    await ended.record();
    return { endedSessions: ended.inUse, refreshToken };
  });
}

const wrongPassword = () =>
  new AppError('WRONG_PASSWORD', { fields: { currentPassword: ERRORS.WRONG_PASSWORD.message } });
