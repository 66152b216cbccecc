import { type Account, PASSWORD_CHANGED_MESSAGE, type PasswordChange, type PersonalInfo } from '#contract/account';
import type { Profile } from '#contract/auth';
import { timeZoneOf } from '#contract/regions';
import { changePassword, updateProfile } from '#server/auth/auth.service';
import { type UserDeps, userOf } from '#server/auth/current-user.service';
import { type FailedLoginDeps, recordingFailedProof } from '#server/auth/failed-login.service';
import type { Owner } from '#server/auth/owner';
import type { Deps } from '#server/deps';
import { identityState } from '#server/professional-identity/professional-identity.service';
import { planForTimeZone } from '#server/reminders/reminder-settings.service';

export type AccountReadDeps = UserDeps & Pick<Deps, 'identity'>;
type AccountDeps = AccountReadDeps & Pick<Deps, 'identityTransaction' | 'tenantTransaction' | 'passwords' | 'cipher'>;

export const getAccount = (deps: AccountReadDeps, { user }: Owner): Promise<Account> => accountOf(deps, user);

async function accountOf(deps: AccountReadDeps, profile: Profile): Promise<Account> {
  const user = await userOf(deps, profile);
  // An administrator issues no documents.
  return profile.role === 'admin' ? user : { ...user, identity: await identityState(deps, profile._id) };
}

export async function updatePersonalInfo(deps: AccountDeps, owner: Owner, info: PersonalInfo): Promise<Account> {
  const profile = await updateProfile(deps, owner, info);
  // Also when the region stays the same: whoever saves again after a failure repeats it.
  await planForTimeZone(deps, owner.id, timeZoneOf(profile.region));
  return accountOf(deps, profile);
}

export async function changeOwnPassword(
  deps: AccountDeps & FailedLoginDeps,
  owner: Owner,
  change: PasswordChange,
): Promise<{ message: string; refreshToken: string }> {
  const { endedSessions, refreshToken } = await recordingFailedProof(deps, owner, () =>
    changePassword(deps, owner, change),
  );
  return { message: `${PASSWORD_CHANGED_MESSAGE}. ${sessionsEnded(endedSessions)}`, refreshToken };
}

function sessionsEnded(count: number): string {
  if (count === 0) return 'No había otras sesiones abiertas.';
  if (count === 1) return 'Cerramos otra sesión que estaba abierta.';
  return `Cerramos las otras ${count} sesiones que estaban abiertas.`;
}
