import { createContext, use } from 'react';
import type { User } from '#contract/auth';

/** Given by the gate in front of every page behind the login. */
export const CurrentUserContext = createContext<User | undefined>(undefined);

export function useCurrentUser(): User {
  const user = use(CurrentUserContext);
  if (!user) throw new Error('Only behind the login is there a current user');
  return user;
}
