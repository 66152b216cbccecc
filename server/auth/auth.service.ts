import type { AccessDetail } from '#contract/access-log';
import type { PasswordChange, PersonalInfo } from '#contract/account';
import { isShortForAdmin, type Profile, REGISTERED_MESSAGE, type Registration } from '#contract/auth';
import { ERRORS } from '#contract/errors';
import type { IdentityData } from '#contract/professional-identity';
import { compactRut } from '#contract/rut';
import { actBy, OPERATOR, record, recordAll } from '#server/audit/audit.store';
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
import { insertUser, passwordHashOf, replacePassword, replaceProfile } from './auth.store.ts';
import { requireFreshProof } from './authenticate.service.ts';
import { endOtherSessionsOf } from './end-other-sessions.ts';
import type { Owner } from './owner.ts';
import { sessionLimits } from './session-limits.ts';
import { claimRefreshToken, endSession, replaceRefreshToken } from './sessions.store.ts';

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

export function updateProfile(deps: IdentityDeps, owner: Owner, info: PersonalInfo): Promise<Profile> {
  const at = deps.now();
  return deps.identityTransaction(async (tx) => {
    const { id, address } = owner;
    return recordingWithdrawal(deps, tx, { id, address, at }, async (before) => {
      if (!before) throw new AppError('NOT_SIGNED_IN');
      const { rut = before.rut, rnpi = before.rnpi } = info;
      const detail = numberChange(before, { rut, rnpi: rnpi || undefined });
      if (detail) requireFreshProof(owner, at);
      const user = await replaceProfile(tx, id, { ...info, rut, rnpi });
      if (!user) throw new AppError('NOT_SIGNED_IN');
      await recordAll(tx, [{ ...actBy(owner), act: 'account.updated', at, detail }], deps.cipher);
      return user;
    });
  });
}

type Numbers = Pick<IdentityData, 'rut' | 'rnpi'>;

/** The RUT and the RNPI before and after, if one of them changes. Documents and a reset password use them. */
function numberChange(before: Numbers, after: Numbers): AccessDetail | undefined {
  if (before.rut === after.rut && before.rnpi === after.rnpi) return undefined;
  const valuesOf = ({ rut = '', rnpi = '' }: Numbers) => ({
    ...(before.rut !== after.rut && { rut }),
    ...(before.rnpi !== after.rnpi && { rnpi }),
  });
  return { before: valuesOf(before), after: valuesOf(after) };
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
