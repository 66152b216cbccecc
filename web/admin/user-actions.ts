import type { AdminUser } from '#contract/admin';
import { ERRORS } from '#contract/errors';

/** What an administrator can do with an account. */
export type UserAction = 'subscription' | 'billing' | 'password' | 'deletion';

/** An assistant has no plan and pays nothing. */
export const isOffered = (action: UserAction, { role }: AdminUser): boolean =>
  role !== 'assistant' || action === 'password' || action === 'deletion';

/** Why the server would refuse the action; undefined when it would not. */
export function reasonNotAllowed(action: UserAction, user: AdminUser, ownId: string): string | undefined {
  const isOwn = user._id === ownId;
  if (action === 'deletion' && isOwn) return ERRORS.OWN_ACCOUNT.message;
  if (action === 'password' && isOwn) return ERRORS.OWN_PASSWORD.message;
  if (action === 'password' && !user.rut) return ERRORS.NO_RUT.message;
  return undefined;
}

export const toggledStatus = ({ subscriptionStatus }: AdminUser): AdminUser['subscriptionStatus'] =>
  subscriptionStatus === 'paid' ? 'free' : 'paid';
