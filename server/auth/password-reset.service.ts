import { actBy, record, recordEach } from '#server/audit/audit.store';
import { endCalendarLink } from '#server/calendar-link/calendar-link.service';
import type { Deps } from '#server/deps';
import { enqueueMail } from '#server/mail/outbox';
import { AppError } from '#server/platform/app-error';
import type { IdentityTx } from '#server/platform/database/database';
import { uuidv7 } from '#server/platform/uuid';
import { endLinks } from './account-links.store.ts';
import { forgetDevices } from './known-devices.store.ts';
import type { Owner } from './owner.ts';
import { endPasskeys } from './passkeys.service.ts';
import {
  dismissResets,
  endSessionsOf,
  insertReset,
  rutOf,
  setTemporaryPassword,
  showResets,
} from './password-reset.store.ts';

type PasswordResetDeps = Pick<Deps, 'identity' | 'identityTransaction' | 'passwords' | 'now' | 'cipher' | 'sendsMail'>;

/** An administrator can read the RUT in the panel, so it must not stay the password for long. */
const TEMPORARY_PASSWORD_MS = 24 * 3600 * 1000;
const SHOWN_AGAIN_MS = 90 * 24 * 3600 * 1000;

/**
 * Makes the stored RUT the temporary password, ends all sessions and removes all passkeys. It works for one login, which
 * must choose a new password. The second factor stays on, and the owner is told who did it.
 */
export async function resetPasswordToRut(deps: PasswordResetDeps, admin: Owner, id: string): Promise<undefined> {
  if (id === admin.id) throw new AppError('OWN_PASSWORD');
  const account = await rutOf(deps.identity, id);
  if (!account) throw new AppError('NOT_FOUND');
  if (!account.rut) throw new AppError('NO_RUT');

  const passwordHash = await deps.passwords.hash(account.rut);
  const at = deps.now();
  return deps.identityTransaction(async (tx) => {
    const until = new Date(at.getTime() + TEMPORARY_PASSWORD_MS);
    const by = `${admin.user.name} (${admin.user.email})`;
    if (!(await setTemporaryPassword(tx, { id, passwordHash, until, at }))) throw new AppError('NOT_FOUND');
    await showRecentResets(tx, id, at);
    await insertReset(tx, { userId: id, id: uuidv7(at), by, at });
    await endLinks(tx, id, 'recovery', at);
    await enqueueMail(deps, tx, { kind: 'password-reset', userId: id }, at);
    const ended = await endSessionsOf(tx, id, at);
    // Whoever knew the old password may have logged in on many devices.
    await forgetDevices(tx, id);
    const endedLink = await endCalendarLink(tx, id);
    const endedPasskeys = await endPasskeys(tx, id);
    const entry = { at, actorId: admin.id, ownerId: id, address: admin.address };
    await record(tx, { ...entry, act: 'user.password-reset', subjectId: id });
    await recordEach(tx, { ...entry, act: 'session.ended' }, ended);
    await endedLink.record(entry);
    await endedPasskeys.record(entry);
    return undefined;
  });
}

/**
 * An intruder who used a reset may have dismissed its notice. An intruder who also changed the password forces the
 * owner into another reset or a recovery. Both show the notice again.
 */
export const showRecentResets = (tx: IdentityTx, userId: string, now: Date): Promise<void> =>
  showResets(tx, userId, new Date(now.getTime() - SHOWN_AGAIN_MS));

/** The owner has read who reset the password. Repeated, it changes nothing. */
export function dismissPasswordResetNotice(
  deps: Pick<Deps, 'identityTransaction' | 'now'>,
  owner: Owner,
): Promise<undefined> {
  return deps.identityTransaction(async (tx) => {
    const at = deps.now();
    if (await dismissResets(tx, owner.id, at)) {
      await record(tx, { act: 'password.reset-noticed', at, ...actBy(owner, owner.id) });
    }
    return undefined;
  });
}
