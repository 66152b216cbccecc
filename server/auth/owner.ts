import type { User } from '#contract/auth';

/** Who is calling, as their open session says. */
export interface Owner {
  id: string;
  role: User['role'];
  sessionId: string;
  user: User;
}
