import type { AccessDetail } from '#contract/access-log';
import type { SignedIn } from '#contract/auth';
import { actBy, type Entry, record, recordWithDetail } from '#server/audit/audit.store';
import type { Deps } from '#server/deps';
import { newToken, tokenHash } from '#server/platform/crypto/tokens';
import type { IdentityTx } from '#server/platform/database/database';
import { uuidv7 } from '#server/platform/uuid';
import { type Account, insertSession } from './auth.store.ts';
import { type UserDeps, userOf } from './current-user.service.ts';
import { deviceName } from './device-name.ts';
import { isIssuedToken, isKnownDevice, rememberDevice } from './known-devices.store.ts';
import type { Device } from './login-device.service.ts';
import { rememberLoginOrigin } from './login-origin.service.ts';
import { passwordOrigin } from './owner.ts';
import { spendTemporaryPassword } from './password-reset.store.ts';

export type SessionDeps = UserDeps & Pick<Deps, 'identity' | 'identityTransaction' | 'accessTokens' | 'cipher'>;

/** Whether somebody has logged in to the account of that e-mail address on the device. */
export const isKnown = async (
  { identity }: Pick<Deps, 'identity'>,
  { token }: Pick<Device, 'token'>,
  email: string,
): Promise<boolean> => token !== undefined && isKnownDevice(identity, tokenHash(token), email);

/** A token that a client made up is replaced: it would be the same in several browsers. */
async function tokenFor({ identity }: SessionDeps, { token }: Device): Promise<string> {
  return token !== undefined && (await isIssuedToken(identity, tokenHash(token))) ? token : newToken();
}

/**
 * Undefined when the password has changed since it was compared, and when it is a temporary one that was used or has
 * expired. `alsoChange` is done in the transaction of the session, and undone with it. The entries that it returns are
 * recorded at its end.
 */
export async function startSession(
  deps: SessionDeps,
  account: Account,
  device: Device,
  {
    alsoChange,
    provedCode = false,
    isByPasskey = false,
  }: { alsoChange?: (tx: IdentityTx) => Promise<readonly Entry[]>; provedCode?: boolean; isByPasskey?: boolean } = {},
): Promise<SignedIn | undefined> {
  // Read before the session starts, so that a failed login creates no session.
  const [user, deviceToken] = await Promise.all([userOf(deps, account.user), tokenFor(deps, device)]);
  const at = deps.now();
  const refreshToken = newToken();
  const deviceTokenHash = tokenHash(deviceToken);
  const session = {
    id: uuidv7(at),
    userId: user._id,
    passwordHash: account.passwordHash,
    refreshTokenHash: tokenHash(refreshToken),
    device: deviceName(device.userAgent),
    deviceTokenHash,
    usedTemporaryPassword: account.user.mustChangePassword === true,
    // A passkey counts as a code.
    provedCode: provedCode || isByPasskey,
    endsAt: account.user.mustChangePassword ? account.temporaryPasswordUntil : undefined,
    at,
  };
  const refused = new Error('the session was not started');
  const started = deps.identityTransaction(async (tx) => {
    const alsoDone = await alsoChange?.(tx);
    const { usedTemporaryPassword, passwordHash } = session;
    if (usedTemporaryPassword && !(await spendTemporaryPassword(tx, { id: user._id, passwordHash }, at))) throw refused;
    if (!(await insertSession(tx, session))) throw refused;
    await rememberDevice(tx, user._id, deviceTokenHash, at);
    const { address, userAgent } = device;
    await rememberLoginOrigin(deps, tx, { userId: user._id, address, userAgent, at });
    for (const entry of alsoDone ?? []) await record(tx, entry);
    const entry = { act: 'session.started', at, ...actBy({ id: user._id, address }, session.id) } as const;
    // An administrator knows a reset password, and whoever used it first chose the next one. The access log says so.
    const content: AccessDetail = passwordOrigin({ usedTemporaryPassword, passwordResetAt: account.passwordResetAt });
    if (isByPasskey) content.passkey = true;
    if (Object.keys(content).length === 0) await record(tx, entry);
    else await recordWithDetail(tx, entry, { content, cipher: deps.cipher });
    return true;
  });
  const isStarted = await started.catch((error) => {
    if (error !== refused) throw error;
    return false;
  });
  if (!isStarted) return undefined;
  return { accessToken: await deps.accessTokens.issue(session.id, at), refreshToken, user, deviceToken };
}
