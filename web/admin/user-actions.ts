import type { AdminUser } from '#contract/admin';
import { ERRORS } from '#contract/errors';

/** What an administrator may do about an account. */
export type UserAction = 'subscription' | 'billing' | 'password' | 'deletion';

/** Why the server would say no; undefined when it would not. */
export function reasonNotAllowed(act: UserAction, user: AdminUser, ownId: string): string | undefined {
  const isOwn = user._id === ownId;
  if (act === 'deletion' && isOwn) return ERRORS.OWN_ACCOUNT.message;
  if (act === 'password' && isOwn) return ERRORS.OWN_PASSWORD.message;
  if (act === 'password' && !user.rut) return ERRORS.NO_RUT.message;
  return undefined;
}

/** What pressing the button makes of it. */
export const toggledStatus = ({ subscriptionStatus }: AdminUser): AdminUser['subscriptionStatus'] =>
  subscriptionStatus === 'paid' ? 'free' : 'paid';
