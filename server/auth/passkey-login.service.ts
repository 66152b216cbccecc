import type { SignedIn } from '#contract/auth';
import type { UsedPasskey } from '#contract/passkeys';
import type { Deps } from '#server/deps';
import { AppError } from '#server/platform/app-error';
import type { IdentityTx } from '#server/platform/database/database';
import { accountById } from './auth.store.ts';
import { type FailedLoginDeps, recordFailedLogin } from './failed-login.service.ts';
import type { Device } from './login-device.service.ts';
import { type PasskeyProof, preparePasskey } from './passkey-proof.service.ts';
import { type SessionDeps, startSession } from './start-session.ts';

type LoginDeps = SessionDeps & FailedLoginDeps & Pick<Deps, 'publicUrl'>;

/** The device has verified its user, so a passkey counts as the password and as a code. */
export async function logInWithPasskey(deps: LoginDeps, used: UsedPasskey, device: Device): Promise<SignedIn> {
  const { userId, use } = await preparePasskey(deps, used);
  try {
    return await startPasskeySession(deps, { userId, use }, device);
  } catch (error) {
    if (error instanceof AppError && error.code === 'PASSKEY_REFUSED') {
      recordFailedLogin(deps, { reason: 'wrong-passkey', address: device.address, accountId: userId });
    }
    throw error;
  }
}

async function startPasskeySession(deps: LoginDeps, { userId, use }: PasskeyProof, device: Device): Promise<SignedIn> {
  const account = userId && use && (await accountById(deps.identity, userId));
  // Whoever has a temporary password logs in with it once, and must choose a new password in that session.
  if (!account || account.user.mustChangePassword) throw new AppError('PASSKEY_REFUSED');
  const alsoChange = async (tx: IdentityTx) => {
    if (!(await use(tx))) throw new AppError('PASSKEY_REFUSED');
    return [];
  };
  const session = await startSession(deps, account, device, { alsoChange, isByPasskey: true });
  if (!session) throw new AppError('PASSKEY_REFUSED');
  return session;
}
