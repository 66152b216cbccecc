import type { User } from '#contract/auth';
import { dayIn } from '#contract/days';
import { timeZoneOf } from '#contract/regions';

/** Who is calling, as their open session says. */
export interface Owner {
  id: string;
  role: User['role'];
  sessionId: string;
  user: User;
}

/** The day on the professional's own calendar. */
export const todayOf = ({ user }: Owner, now: Date): string => dayIn(timeZoneOf(user.region), now);
