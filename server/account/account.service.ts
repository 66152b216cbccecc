import { type Account, PASSWORD_CHANGED_MESSAGE, type PasswordChange, type PersonalInfo } from '#contract/account';
import type { User } from '#contract/auth';
import { changePassword, updateProfile } from '#server/auth/auth.service';
import type { Owner } from '#server/auth/owner';
import { planInSettings } from '#server/billing/billing.service';
import type { Deps } from '#server/deps';
import { patientCount } from '#server/patients/patients.service';

type AccountDeps = Pick<Deps, 'tenantRead' | 'identity' | 'identityTransaction' | 'now'>;

export const getAccount = (deps: AccountDeps, { user }: Owner): Promise<Account> => accountOf(deps, user);

export async function updatePersonalInfo(deps: AccountDeps, owner: Owner, info: PersonalInfo): Promise<Account> {
  return accountOf(deps, await updateProfile(deps, owner, info));
}

export async function changeOwnPassword(
  deps: AccountDeps,
  owner: Owner,
  change: PasswordChange,
): Promise<{ message: string }> {
  const ended = await changePassword(deps, owner, change);
  return { message: `${PASSWORD_CHANGED_MESSAGE}. ${sessionsEnded(ended)}` };
}

function accountOf(deps: AccountDeps, user: User): Promise<Account> {
  return deps.tenantRead(user._id, async (db) => ({
    ...user,
    ...(await planInSettings(db, deps.now())),
    patientCount: await patientCount(db),
  }));
}

function sessionsEnded(count: number): string {
  if (count === 0) return 'No había otras sesiones abiertas.';
  if (count === 1) return 'Cerramos otra sesión que estaba abierta.';
  return `Cerramos las otras ${count} sesiones que estaban abiertas.`;
}
