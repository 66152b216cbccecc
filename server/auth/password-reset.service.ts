import { record, recordEach } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import { enqueueMail } from '#server/mail/outbox';
import { AppError } from '#server/platform/app-error';
import { endLinks } from './account-links.store.ts';
import { forgetDevices } from './known-devices.store.ts';
import type { Owner } from './owner.ts';
import { endSessionsOf, rutOf, setTemporaryPassword } from './password-reset.store.ts';

type PasswordResetDeps = Pick<Deps, 'identity' | 'identityTransaction' | 'passwords' | 'now' | 'cipher' | 'sendsMail'>;

/** Makes the stored RUT the temporary password and ends all sessions. The next login must choose a new password. */
export async function resetPasswordToRut(deps: PasswordResetDeps, admin: Owner, id: string): Promise<undefined> {
  if (id === admin.id) throw new AppError('OWN_PASSWORD');
  const account = await rutOf(deps.identity, id);
  if (!account) throw new AppError('NOT_FOUND');
  if (!account.rut) throw new AppError('NO_RUT');

  const passwordHash = await deps.passwords.hash(account.rut);
  const at = deps.now();
  return deps.identityTransaction(async (tx) => {
    if (!(await setTemporaryPassword(tx, id, passwordHash))) throw new AppError('NOT_FOUND');
    await endLinks(tx, id, 'recovery', at);
    await enqueueMail(deps, tx, { kind: 'password-reset', userId: id }, at);
    const ended = await endSessionsOf(tx, id, at);
    // Whoever knew the old password may have logged in on many devices.
    await forgetDevices(tx, id);
    const entry = { at, actorId: admin.id, ownerId: id, address: admin.address };
    await record(tx, { ...entry, act: 'user.password-reset', subjectId: id });
    await recordEach(tx, { ...entry, act: 'session.ended' }, ended);
    return undefined;
  });
}
