import { type Credentials, NewPassword, type Profile } from '#contract/auth';
import type { Entry } from '#server/audit/audit.store';
import { enqueueMail } from '#server/mail/outbox';
import { AppError } from '#server/platform/app-error';
import type { IdentitySql, IdentityTx } from '#server/platform/database/database';
import { uuidv7 } from '#server/platform/uuid';
import { type Account, accountOf, insertUser, lockAccount } from './auth.store.ts';
import { continueLogin, type LoginDeps, type LoginReply, requireLoginPassword } from './log-in.service.ts';
import type { Device } from './login-device.service.ts';
import type { Owner } from './owner.ts';

type AssistantLoginDeps = LoginDeps & {
  /** Counts the password as a login of that e-mail address does. */
  limitLogin(email: string, device: Device): Promise<void>;
};

interface NewAssistant {
  /** The name of a new account. */
  name: string;
  credentials: Credentials;
  device: Device;
  /** What the account gains, in the transaction of the login. Returns its entry for the access log. */
  grant: (tx: IdentityTx, accountId: string) => Promise<Entry>;
}

/** The role of the account with the e-mail address. Undefined when there is none. */
export const accountRole = async (db: IdentitySql, email: string): Promise<Profile['role'] | undefined> =>
  (await accountOf(db, email))?.user.role;

/** A professional is nobody's assistant. */
export function requireNoOtherRole(role: Profile['role'] | undefined): void {
  if (role !== undefined && role !== 'assistant') throw new AppError('EMAIL_IN_USE');
}

/** Another transaction that locks the same account waits for the end of this one. */
export async function lockOwnAccount(tx: IdentityTx, { id }: Pick<Owner, 'id'>): Promise<void> {
  if (!(await lockAccount(tx, id))) throw new AppError('NOT_SIGNED_IN');
}

/** Logs in to the account of the e-mail address, or creates one with that password. */
export async function logInAssistant(deps: AssistantLoginDeps, assistant: NewAssistant): Promise<LoginReply> {
  const { credentials, device, grant } = assistant;
  const role = await accountRole(deps.identity, credentials.email);
  requireNoOtherRole(role);
  if (role === undefined) return createAssistant(deps, assistant);
  await deps.limitLogin(credentials.email, device);
  const account = await requireLoginPassword(deps, credentials, device);
  return continueLogin(deps, account, { device, alsoChange: async (tx) => [await grant(tx, account.user._id)] });
}

async function createAssistant(deps: AssistantLoginDeps, assistant: NewAssistant): Promise<LoginReply> {
  const { name, credentials, device, grant } = assistant;
  const { email } = credentials;
  const password = NewPassword.safeParse(credentials.password);
  if (!password.success) {
    throw new AppError('INVALID_INPUT', { fields: { password: password.error.issues[0]?.message ?? '' } });
  }
  const at = deps.now();
  const id = uuidv7(at);
  const passwordHash = await deps.passwords.hash(password.data);
  const user = { _id: id, name, email, role: 'assistant', emailUnconfirmed: true } as const;
  const account: Account = { user, passwordHash, temporaryPasswordUntil: undefined, passwordResetAt: undefined };
  const insertAccount = async (tx: IdentityTx) => {
    const isNew = await insertUser(tx, { id, name, email, role: 'assistant', passwordHash, at });
    if (!isNew) throw new AppError('EMAIL_TAKEN');
    const granted = await grant(tx, id);
    // The link may have been copied, so its use does not show whose the address is.
    await enqueueMail(deps, tx, { kind: 'email-confirmation', userId: id }, at);
    return [{ act: 'account.registered', at, actorId: id, address: device.address } as const, granted];
  };
  try {
    return await continueLogin(deps, account, { device, alsoChange: insertAccount });
  } catch (error) {
    // Another request created the account in between.
    if (error instanceof AppError && error.code === 'EMAIL_TAKEN') return logInAssistant(deps, assistant);
    throw error;
  }
}
