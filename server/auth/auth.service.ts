import type { z } from 'zod';
import { type Credentials, type login, REGISTERED_MESSAGE, type Registration } from '#contract/auth';
import type { Access } from '#contract/endpoint';
import { record } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import { hashPassword, isPasswordOf } from '#server/platform/crypto/passwords';
import { newRefreshToken, refreshTokenHash } from '#server/platform/crypto/tokens';
import { uuidv7 } from '#server/platform/uuid';
import {
  accountOf,
  claimRefreshToken,
  endSession,
  findOpenSession,
  insertSession,
  insertUser,
  touchSession,
} from './auth.store.ts';
import type { Owner } from './owner.ts';

/** Activity is noted once a minute: it feeds statistics, not a lock. */
const ACTIVITY_STEP_MS = 60_000;
const SESSION_DAYS_WITHOUT_USE = 30;

const lastUseAllowed = (now: Date) => new Date(now.getTime() - SESSION_DAYS_WITHOUT_USE * 24 * 3600 * 1000);

export async function registerProfessional(deps: Deps, form: Registration): Promise<{ message: string }> {
  const { password, ...profile } = form;
  const at = deps.now();
  const id = uuidv7(at);
  const passwordHash = await hashPassword(password);
  await deps.identityInTransaction(async (tx) => {
    const isNew = await insertUser(tx, { ...profile, id, role: 'professional', passwordHash, at });
    if (!isNew) throw new AppError('EMAIL_TAKEN');
    await record(tx, { act: 'account.registered', at, actorId: id });
  });
  return { message: REGISTERED_MESSAGE };
}

export async function logIn(deps: Deps, { email, password }: Credentials): Promise<z.input<typeof login.reply>> {
  const account = await accountOf(deps.identity, email);
  if (!(await isPasswordOf(account?.passwordHash, password)) || !account) throw new AppError('WRONG_CREDENTIALS');

  const at = deps.now();
  const sessionId = uuidv7(at);
  const refreshToken = newRefreshToken();
  await deps.identityInTransaction(async (tx) => {
    const userId = account.user._id;
    await insertSession(tx, { id: sessionId, userId, refreshTokenHash: refreshTokenHash(refreshToken), at });
    await record(tx, { act: 'session.started', at, actorId: userId, subjectId: sessionId });
  });
  return { accessToken: await deps.accessTokens.issue(sessionId, at), refreshToken, user: account.user };
}

export async function refreshSession(deps: Deps, refreshToken: string): Promise<{ accessToken: string }> {
  const now = deps.now();
  const sessionId = await claimRefreshToken(deps.identity, refreshTokenHash(refreshToken), lastUseAllowed(now), now);
  if (!sessionId) throw new AppError('NOT_SIGNED_IN');
  return { accessToken: await deps.accessTokens.issue(sessionId, now) };
}

/** Ending a session that is not there, or no longer, is no mistake: the caller wanted it gone. */
export async function logOut(deps: Deps, refreshToken: string): Promise<undefined> {
  const at = deps.now();
  await deps.identityInTransaction(async (tx) => {
    const ended = await endSession(tx, refreshTokenHash(refreshToken), at);
    if (ended) await record(tx, { act: 'session.ended', at, actorId: ended.userId, subjectId: ended.id });
  });
}

/** Who calls, by the bearer token. The session is looked up each time: an ended one is refused at once. */
export async function admit(
  deps: Deps,
  authorization: string | undefined,
  access: Exclude<Access, 'public'>,
): Promise<Owner> {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  const now = deps.now();
  const sessionId = token && (await deps.accessTokens.sessionOf(token, now));
  const session = sessionId && (await findOpenSession(deps.identity, sessionId, lastUseAllowed(now)));
  if (!session) throw new AppError('NOT_SIGNED_IN');
  if (access === 'admin' && session.role !== 'admin') throw new AppError('NOT_ALLOWED');
  if (now.getTime() - session.lastSeenAt.getTime() > ACTIVITY_STEP_MS) {
    await touchSession(deps.identity, session.sessionId, now);
  }
  return session;
}
