import { createContext, use } from 'react';
import type { User } from '#contract/auth';

/** Provided by `RequireAuth`. */
export const CurrentUserContext = createContext<User | undefined>(undefined);

export function useCurrentUser(): User {
  const user = use(CurrentUserContext);
  if (!user) throw new Error('useCurrentUser needs RequireAuth around it');
  return user;
}
