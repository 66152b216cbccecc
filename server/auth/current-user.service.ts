import type { Profile, User } from '#contract/auth';
import { planOnAccount } from '#contract/plans';
import type { Deps } from '#server/deps';
import { planAndPatientCount } from '#server/platform/plans.store';

export type UserDeps = Pick<
  Deps,
  'identity' | 'now' | 'countsTestPayments' | 'requiresAdminSecondFactor' | 'sendsMail'
>;

/** Whether an administrator must set up a second factor before anything else in the administration. */
export const lacksSecondFactor = (
  deps: Pick<Deps, 'requiresAdminSecondFactor'>,
  { role, secondFactor }: Pick<Profile, 'role' | 'secondFactor'>,
): boolean => deps.requiresAdminSecondFactor && role === 'admin' && secondFactor !== 'on';

/** Adds the plan and the patient count. */
export async function userOf(deps: UserDeps, profile: Profile): Promise<User> {
  const { plan, patientCount } = await planAndPatientCount(deps.identity, profile._id, deps.countsTestPayments);
  const secondFactor = lacksSecondFactor(deps, profile) ? 'required' : profile.secondFactor;
  const emailUnconfirmed = (deps.sendsMail && profile.emailUnconfirmed) || undefined;
  return { ...profile, secondFactor, emailUnconfirmed, ...planOnAccount(plan, deps.now()), patientCount };
}
