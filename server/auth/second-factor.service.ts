import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { login, SignedIn } from '#contract/auth';
import { ERRORS } from '#contract/errors';
import { actBy, type Entry, record } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import { enqueueMail } from '#server/mail/outbox';
import { AppError } from '#server/platform/app-error';
import { newToken, tokenHash } from '#server/platform/crypto/tokens';
import type { IdentityTx } from '#server/platform/database/database';
import { applyCodeLimit } from '#server/platform/rate-limit';
import { type Account, accountById, passwordHashOf } from './auth.store.ts';
import { endOtherSessionsOf } from './end-other-sessions.ts';
import { type FailedLoginDeps, recordFailedLogin, recordingFailedProof } from './failed-login.service.ts';
import type { Device } from './login-device.service.ts';
import {
  latestStep,
  newRecoveryCodes,
  newSecret,
  recoveryCodeHash,
  stepOf,
  totpCode,
  uriOf,
} from './one-time-codes.ts';
import type { Owner } from './owner.ts';
import {
  completeChallenge,
  confirmSecret,
  countTry,
  insertChallenge,
  removeSecondFactor,
  secretOf,
  spendRecoveryCode,
  spendStep,
  storeSecret,
} from './second-factor.store.ts';
import { recordProof } from './sessions.store.ts';
import { isKnown, type SessionDeps, startSession } from './start-session.ts';

type SecondFactorDeps = Pick<Deps, 'identity' | 'identityTransaction' | 'passwords' | 'cipher' | 'now' | 'sendsMail'>;

const CHALLENGE_MINUTES = 5;
const MAX_TRIES = 10;

const contextOf = (userId: string) => ({ table: 'second_factors', column: 'secret', owner: userId, row: userId });

export function beginTotp(deps: SecondFactorDeps, owner: Owner): Promise<{ secret: string; uri: string }> {
  const secret = newSecret();
  return deps.identityTransaction(async (tx) => {
    const encrypted = deps.cipher.encrypt(secret, contextOf(owner.id));
    if (!(await storeSecret(tx, owner.id, encrypted, deps.now()))) throw new AppError('SECOND_FACTOR_ON');
    return { secret, uri: uriOf(secret, owner.user.email) };
  });
}

/** Ends the other sessions: they have not proved a code, and whoever uses one of them may not have the application. */
export async function confirmTotp(deps: SecondFactorDeps, owner: Owner, code: string) {
  const stored = await secretOf(deps.identity, owner.id);
  if (!stored) throw new AppError('NOT_FOUND');
  if (stored.isConfirmed) throw new AppError('SECOND_FACTOR_ON');
  const at = deps.now();
  const step = stepOf(deps.cipher.decrypt(stored.secret, contextOf(owner.id)), totpCode(code) ?? '', at);
  if (step === undefined) throw wrongCode();
  const recoveryCodes = newRecoveryCodes();
  const codeHashes = recoveryCodes.map((one) => recoveryCodeHash(owner.id, one));
  await deps.identityTransaction(async (tx) => {
    if (!(await confirmSecret(tx, owner.id, { secret: stored.secret, step, codeHashes }, at))) {
      throw new AppError('SECOND_FACTOR_ON');
    }
    await recordProof(tx, owner.sessionId, { isCode: true, at });
    await enqueueMail(deps, tx, { kind: 'second-factor-enabled', userId: owner.id }, at);
    const ended = await endOtherSessionsOf(tx, owner, at);
    await record(tx, { ...actBy(owner), act: 'second-factor.enabled', at });
    await ended.record();
  });
  return { recoveryCodes };
}

/** Needs the password, and a session that has proved a code: the password alone must not remove what protects it. */
export async function removeTotp(
  deps: SecondFactorDeps & FailedLoginDeps,
  owner: Owner,
  password: string,
): Promise<undefined> {
  if (owner.user.secondFactor === 'on' && !owner.codeProvedAt) {
    throw new AppError('REAUTHENTICATE', { fields: { code: 'Escribe un código de la aplicación o de recuperación' } });
  }
  await recordingFailedProof(deps, owner, () => requirePassword(deps, owner.id, password));
  const at = deps.now();
  await deps.identityTransaction(async (tx) => {
    if (!(await removeSecondFactor(tx, owner.id))) return;
    await enqueueMail(deps, tx, { kind: 'second-factor-disabled', userId: owner.id }, at);
    await record(tx, { ...actBy(owner), act: 'second-factor.disabled', at });
  });
}

export async function requirePassword(
  deps: Pick<Deps, 'identity' | 'passwords'>,
  userId: string,
  password: string,
): Promise<void> {
  if (await deps.passwords.matches(await passwordHashOf(deps.identity, userId), password)) return;
  throw new AppError('WRONG_PASSWORD', { fields: { password: ERRORS.WRONG_PASSWORD.message } });
}

const wrongCode = () => new AppError('WRONG_CODE', { fields: { code: ERRORS.WRONG_CODE.message } });

/**
 * Counts the try and reads the code, which is one of the application or a recovery code. The returned function marks
 * the code as used in the transaction of the caller, and throws when it is wrong or was used before. It returns the
 * entry for the access log, if there is one. `countedBy` is a known device or a session whose tries are counted.
 * Without it, the tries of all unknown devices are counted together.
 */
export async function prepareCode(
  deps: Pick<Deps, 'identity' | 'cipher' | 'now' | 'sendsMail'>,
  {
    userId,
    code,
    countedBy,
    address,
  }: { userId: string; code: string; countedBy: string | undefined; address: string },
): Promise<(tx: IdentityTx) => Promise<Entry | undefined>> {
  const at = deps.now();
  await applyCodeLimit(deps.identity, { account: userId, countedBy }, at);
  const entered = totpCode(code);
  if (!entered) {
    return async (tx) => {
      if (!(await spendRecoveryCode(tx, userId, recoveryCodeHash(userId, code), at))) throw wrongCode();
      await enqueueMail(deps, tx, { kind: 'recovery-code-used', userId }, at);
      return { act: 'second-factor.recovery-code-used', at, actorId: userId, address };
    };
  }
  const stored = await secretOf(deps.identity, userId);
  const step = stored?.isConfirmed && stepOf(deps.cipher.decrypt(stored.secret, contextOf(userId)), entered, at);
  return async (tx) => {
    if (!step || !(await spendStep(tx, userId, { step, latest: latestStep(at) }))) throw wrongCode();
    return undefined;
  };
}

const digestOf = (passwordHash: string) => createHash('sha256').update(passwordHash).digest();

/** The answer to a right password when the account has a second factor. */
export async function startChallenge(
  deps: Pick<Deps, 'identity' | 'now'>,
  { user, passwordHash }: Account,
): Promise<z.input<typeof login.reply>> {
  const challenge = newToken();
  await insertChallenge(deps.identity, {
    tokenHash: tokenHash(challenge),
    userId: user._id,
    passwordDigest: digestOf(passwordHash),
    expiresAt: new Date(deps.now().getTime() + CHALLENGE_MINUTES * 60_000),
  });
  return { challenge, methods: ['totp', 'recovery-code'] };
}

/** Completes a login. The try is counted before the code is compared, so that a race gives no further tries. */
export async function answerChallenge(
  deps: SessionDeps & FailedLoginDeps,
  { challenge, code }: { challenge: string; code: string },
  device: Device,
): Promise<SignedIn> {
  const hash = tokenHash(challenge);
  const open = await countTry(deps.identity, hash, MAX_TRIES, deps.now());
  const account = open && (await accountById(deps.identity, open.userId));
  if (!account || !digestOf(account.passwordHash).equals(open.passwordDigest)) throw new AppError('CHALLENGE_EXPIRED');
  const { _id: userId, email } = account.user;
  const countedBy = (await isKnown(deps, device, email)) ? device.token : undefined;
  const spendCode = await prepareCode(deps, { userId, code, countedBy, address: device.address });
  const complete = async (tx: IdentityTx) => {
    if (!(await completeChallenge(tx, hash))) throw new AppError('CHALLENGE_EXPIRED');
    const entry = await spendCode(tx);
    return entry ? [entry] : [];
  };
  const session = await startSession(deps, account, device, { alsoChange: complete, provedCode: true }).catch(
    (error) => {
      if (error instanceof AppError && error.code === 'WRONG_CODE') {
        recordFailedLogin(deps, { reason: 'wrong-code', address: device.address, accountId: userId });
      }
      throw error;
    },
  );
  if (!session) throw new AppError('CHALLENGE_EXPIRED');
  return session;
}
