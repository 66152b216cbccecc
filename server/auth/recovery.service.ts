import { isShortForAdmin } from '#contract/auth';
import { RECOVERY_REQUESTED_MESSAGE, type Recovery } from '#contract/recovery';
import { record, recordEach } from '#server/audit/audit.store';
import { endCalendarLink } from '#server/calendar-link/calendar-link.service';
import type { Deps } from '#server/deps';
import { hashOfToken } from '#server/mail/delivery';
import { enqueueMail } from '#server/mail/outbox';
import { AppError } from '#server/platform/app-error';
import { confirmEmailOf, endLinks, useLink, userOfLink } from './account-links.store.ts';
import { lockAccount, passwordHashOf, replacePassword } from './auth.store.ts';
import { forgetDevices } from './known-devices.store.ts';
import { endPasskeys } from './passkeys.service.ts';
import { showRecentResets } from './password-reset.service.ts';
import { endPasswordOrigin, endSessionsOf } from './password-reset.store.ts';

type RecoveryDeps = Pick<Deps, 'identityTransaction' | 'passwords' | 'now' | 'cipher' | 'sendsMail'>;

/** Does not look the account up, so neither the answer nor its time tells whether there is one. */
export async function requestRecovery(deps: RecoveryDeps, email: string): Promise<{ message: string }> {
  if (!deps.sendsMail) throw new AppError('NOT_FOUND');
  await deps.identityTransaction((tx) => enqueueMail(deps, tx, { kind: 'recovery', email }, deps.now()));
  return { message: RECOVERY_REQUESTED_MESSAGE };
}

/**
 * Replaces the password, ends all sessions and removes all passkeys. The second factor stays as it is. When two requests
 * use one link, the second fails. Whoever received the link also owns the address, so the password no longer counts as
 * chosen by an administrator or by somebody after a reset.
 */
export async function confirmRecovery(
  deps: RecoveryDeps,
  { token, password }: Recovery,
  address: string,
): Promise<undefined> {
  if (!deps.sendsMail) throw new AppError('NOT_FOUND');
  const newHash = await deps.passwords.hash(password);
  const isShort = isShortForAdmin(password);
  const at = deps.now();
  await deps.identityTransaction(async (tx) => {
    const link = { tokenHash: hashOfToken(token), purpose: 'recovery' } as const;
    // The account is locked before its links: a password change locks in this order too.
    const owner = await userOfLink(tx, link);
    if (owner) await lockAccount(tx, owner);
    const userId = await useLink(tx, link, at);
    const oldHash = userId && (await passwordHashOf(tx, userId));
    const isReplaced = oldHash && (await replacePassword(tx, { id: userId, oldHash, newHash, isShort }));
    if (!isReplaced) throw new AppError('LINK_INVALID');
    await endLinks(tx, userId, 'recovery', at);
    await endPasswordOrigin(tx, userId);
    await showRecentResets(tx, userId, at);
    const isNewlyConfirmed = await confirmEmailOf(tx, userId, at);
    const ended = await endSessionsOf(tx, userId, at);
    // Whoever knew the old password may have logged in on many devices.
    await forgetDevices(tx, userId);
    const endedLink = await endCalendarLink(tx, userId);
    const endedPasskeys = await endPasskeys(tx, userId);
    await enqueueMail(deps, tx, { kind: 'password-changed', userId }, at);
    const entry = { at, actorId: userId, address };
    await record(tx, { ...entry, act: 'password.recovered' });
    if (isNewlyConfirmed) await record(tx, { ...entry, act: 'email.confirmed' });
    await recordEach(tx, { ...entry, act: 'session.ended' }, ended);
    await endedLink.record(entry);
    await endedPasskeys.record(entry);
  });
}
