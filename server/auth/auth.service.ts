import type { z } from 'zod';
import type { PasswordChange, PersonalInfo } from '#contract/account';
import {
  type Credentials,
  type login,
  type Profile,
  REGISTERED_MESSAGE,
  type Registration,
  type User,
} from '#contract/auth';
import type { Endpoint } from '#contract/endpoint';
import { ERRORS } from '#contract/errors';
import { planOnAccount } from '#contract/plans';
import { compactRut } from '#contract/rut';
import { record, recordEach, recordWithDetail } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import { newRefreshToken, refreshTokenHash } from '#server/platform/crypto/tokens';
import { planAndPatientCount } from '#server/platform/plans.store';
import { uuidv7 } from '#server/platform/uuid';
import {
  accountOf,
  claimRefreshToken,
  endOtherSessions,
  endSession,
  findOpenSession,
  insertSession,
  insertUser,
  passwordHashOf,
  replacePassword,
  replaceProfile,
  touchSession,
} from './auth.store.ts';
import { type FailedLoginDeps, noteFailedLogin } from './failed-login.service.ts';
import type { Owner } from './owner.ts';
import type { SessionCache } from './session-cache.ts';

type IdentityDeps = Pick<Deps, 'identity' | 'identityTransaction' | 'passwords' | 'now'>;
type PlanDeps = Pick<Deps, 'tenantRead' | 'now' | 'countsTestPayments'>;
type AuthDeps = IdentityDeps & PlanDeps & Pick<Deps, 'accessTokens'>;

/** Activity is stored at most once a minute: statistics need no more. */
const ACTIVITY_INTERVAL_MS = 60_000;
const SESSION_DAYS_WITHOUT_USE = 30;

const lastUseAllowed = (now: Date) => new Date(now.getTime() - SESSION_DAYS_WITHOUT_USE * 24 * 3600 * 1000);

export async function registerProfessional(
  deps: IdentityDeps,
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
  });
  return { message: REGISTERED_MESSAGE };
}

export async function logIn(
  deps: AuthDeps & Pick<Deps, 'warn' | 'cipher'> & FailedLoginDeps,
  { email, password }: Credentials,
  address: string,
): Promise<z.input<typeof login.reply>> {
  const account = await accountOf(deps.identity, email);
  const refuse = () => {
    noteFailedLogin(deps, { reason: 'wrong-credentials', address, accountId: account?.user._id });
    return new AppError('WRONG_CREDENTIALS');
  };
  if (!(await deps.passwords.matches(account?.passwordHash, password)) || !account) throw refuse();

  // Read before the session starts, so that a failed login creates no session.
  const user = await userOf(deps, account.user);
  const at = deps.now();
  const sessionId = uuidv7(at);
  const refreshToken = newRefreshToken();
  await deps.identityTransaction(async (tx) => {
    const { passwordHash } = account;
    const userId = user._id;
    const session = { id: sessionId, userId, passwordHash, refreshTokenHash: refreshTokenHash(refreshToken), at };
    if (!(await insertSession(tx, session))) throw refuse();
    const entry = { act: 'session.started', at, actorId: userId, subjectId: sessionId, address } as const;
    // An administrator knows a password that was reset: the owner's log tells which login used it.
    if (!account.user.mustChangePassword) await record(tx, entry);
    else await recordWithDetail(tx, entry, { content: { temporaryPassword: true }, cipher: deps.cipher });
  });
  return { accessToken: await deps.accessTokens.issue(sessionId, at), refreshToken, user };
}

/** Adds the plan and the patient count. They are read as the owner, because the identity role has no access to them. */
export async function userOf(deps: PlanDeps, profile: Profile): Promise<User> {
  const { plan, patientCount } = await deps.tenantRead(profile._id, (db) =>
    planAndPatientCount(db, deps.countsTestPayments),
  );
  return { ...profile, ...planOnAccount(plan, deps.now()), patientCount };
}

export async function refreshSession(deps: AuthDeps, refreshToken: string): Promise<{ accessToken: string }> {
  const now = deps.now();
  const sessionId = await claimRefreshToken(deps.identity, refreshTokenHash(refreshToken), lastUseAllowed(now), now);
  if (!sessionId) throw new AppError('NOT_SIGNED_IN');
  return { accessToken: await deps.accessTokens.issue(sessionId, now) };
}

/** Also succeeds for an unknown or ended session, because the result is the same. */
export async function logOut(deps: IdentityDeps, refreshToken: string, address: string): Promise<undefined> {
  const at = deps.now();
  await deps.identityTransaction(async (tx) => {
    const ended = await endSession(tx, refreshTokenHash(refreshToken), at);
    if (ended) await record(tx, { act: 'session.ended', at, actorId: ended.userId, subjectId: ended.id, address });
  });
}

export function updateProfile(deps: IdentityDeps, owner: Owner, profile: PersonalInfo): Promise<Profile> {
  const at = deps.now();
  return deps.identityTransaction(async (tx) => {
    const user = await replaceProfile(tx, owner.id, profile);
    if (!user) throw new AppError('NOT_SIGNED_IN');
    await record(tx, { act: 'account.updated', at, actorId: owner.id, address: owner.address });
    return user;
  });
}

/**
 * Ends the caller's other sessions and returns how many of them were in use. Of two changes at the same time the second
 * one fails: its current password is no longer right.
 */
export async function changePassword(deps: IdentityDeps, owner: Owner, change: PasswordChange): Promise<number> {
  const { currentPassword, newPassword } = change;
  const oldHash = await passwordHashOf(deps.identity, owner.id);
  if (!(await deps.passwords.matches(oldHash, currentPassword)) || !oldHash) throw wrongPassword();
  const isTheRutAgain = owner.user.mustChangePassword && owner.rut && compactRut(newPassword) === compactRut(owner.rut);
  if (newPassword === currentPassword || isTheRutAgain) {
    throw new AppError('SAME_PASSWORD', { fields: { newPassword: ERRORS.SAME_PASSWORD.message } });
  }
  const newHash = await deps.passwords.hash(newPassword);
  const at = deps.now();
  return deps.identityTransaction(async (tx) => {
    if (!(await replacePassword(tx, { id: owner.id, oldHash, newHash }))) throw wrongPassword();
    const ended = await endOtherSessions(tx, owner, lastUseAllowed(at), at);
    const ids = ended.map(({ id }) => id);
    const { address } = owner;
    await record(tx, { act: 'password.changed', at, actorId: owner.id, address });
    await recordEach(tx, { act: 'session.ended', at, actorId: owner.id, address }, ids);
    return ended.filter(({ wasInUse }) => wasInUse).length;
  });
}

const wrongPassword = () =>
  new AppError('WRONG_PASSWORD', { fields: { currentPassword: ERRORS.WRONG_PASSWORD.message } });

/**
 * Finds the caller by the bearer token. An ended session is refused at once by the process that ended it, and by the
 * others when they are notified, at most two seconds later.
 */
export async function authenticate(
  deps: AuthDeps & Pick<Deps, 'diskFloor'> & { sessions: SessionCache },
  { authorization, address }: { authorization: string | undefined; address: string },
  endpoint: Pick<Endpoint, 'access' | 'allowsTemporaryPassword'>,
): Promise<Owner> {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  const now = deps.now();
  const sessionId = token && (await deps.accessTokens.sessionOf(token, now));
  const usedSince = lastUseAllowed(now);
  const session =
    sessionId && (await deps.sessions(sessionId, () => findOpenSession(deps.identity, sessionId, usedSince)));
  if (!session || session.lastSeenAt <= usedSince) throw new AppError('NOT_SIGNED_IN');
  if (session.user.mustChangePassword && !endpoint.allowsTemporaryPassword) {
    throw new AppError('PASSWORD_CHANGE_REQUIRED');
  }
  if (endpoint.access === 'admin' && session.role !== 'admin') throw new AppError('NOT_ALLOWED');
  const isOutdated = now.getTime() - session.lastSeenAt.getTime() > ACTIVITY_INTERVAL_MS;
  // On a disk that is nearly full, a read writes nothing.
  if (isOutdated && !deps.diskFloor.isLow()) {
    await touchSession(deps.identity, session.sessionId, now);
    session.lastSeenAt = now;
  }
  return { ...session, address };
}
