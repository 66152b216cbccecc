import type { Profile } from '#contract/auth';
import { dayIn } from '#contract/days';
import { timeZoneOf } from '#contract/regions';

/** Who is calling, as their open session says. */
export interface Owner {
  id: string;
  role: Profile['role'];
  sessionId: string;
  user: Profile;
  rut?: string | undefined;
  /** Their number in the national registry of health professionals. */
  rnpi?: string | undefined;
}

/** The day on the professional's own calendar. */
export const todayOf = ({ user }: Owner, now: Date): string => dayIn(timeZoneOf(user.region), now);

/** The professional as a document names them. */
export const signatoryOf = ({ user, rut, rnpi }: Owner) => ({
  name: user.name,
  rut,
  rnpi,
  profession: user.profession,
  specialty: user.specialty,
  city: user.city,
  region: user.region,
  timeZone: timeZoneOf(user.region),
});
