import { isShortForAdmin } from '#contract/auth';
import { RECOVERY_REQUESTED_MESSAGE, type Recovery } from '#contract/recovery';
import { record, recordEach } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import { hashOfToken } from '#server/mail/delivery';
import { enqueueMail } from '#server/mail/outbox';
import { AppError } from '#server/platform/app-error';
import { confirmEmailOf, endLinks, useLink } from './account-links.store.ts';
import { passwordHashOf, replacePassword } from './auth.store.ts';
import { endSessionsOf } from './password-reset.store.ts';

type RecoveryDeps = Pick<Deps, 'identityTransaction' | 'passwords' | 'now' | 'cipher' | 'sendsMail'>;

/** Does not look the account up, so neither the answer nor its time tells whether there is one. */
export async function requestRecovery(deps: RecoveryDeps, email: string): Promise<{ message: string }> {
  if (!deps.sendsMail) throw new AppError('NOT_FOUND');
  await deps.identityTransaction((tx) => enqueueMail(deps, tx, { kind: 'recovery', email }, deps.now()));
  return { message: RECOVERY_REQUESTED_MESSAGE };
}

/**
 * Replaces the password and ends all sessions. The second factor stays as it is. Of two requests with one link the
 * second fails. Whoever received the link also owns the address.
 */
export async function confirmRecovery(deps: RecoveryDeps, { token, password }: Recovery): Promise<undefined> {
  if (!deps.sendsMail) throw new AppError('NOT_FOUND');
  const newHash = await deps.passwords.hash(password);
  const isShort = isShortForAdmin(password);
  const at = deps.now();
  await deps.identityTransaction(async (tx) => {
    const userId = await useLink(tx, { tokenHash: hashOfToken(token), purpose: 'recovery' }, at);
    const oldHash = userId && (await passwordHashOf(tx, userId));
    const isReplaced = oldHash && (await replacePassword(tx, { id: userId, oldHash, newHash, isShort }));
    if (!isReplaced) throw new AppError('LINK_INVALID');
    await record(tx, { act: 'password.recovered', at, actorId: userId });
    await endLinks(tx, userId, 'recovery', at);
    if (await confirmEmailOf(tx, userId, at)) await record(tx, { act: 'email.confirmed', at, actorId: userId });
    const ended = await endSessionsOf(tx, userId, at);
    await recordEach(tx, { act: 'session.ended', at, actorId: userId }, ended);
    await enqueueMail(deps, tx, { kind: 'password-changed', userId }, at);
  });
}
