import type { AccessDetail } from '#contract/access-log';
import type { Profile } from '#contract/auth';
import { dayIn } from '#contract/days';
import { timeZoneOf } from '#contract/regions';

/** The professional or administrator whose data a request is about, and the session that sends it. */
export interface Owner {
  id: string;
  /** The account that acts: an assistant of the professional, or else the same as `id`. */
  actorId: string;
  /** The role of the account that acts. */
  role: Profile['role'];
  /** Set for an assistant without the permission to charge, who sees nothing of money. */
  hidesMoney?: boolean;
  sessionId: string;
  /** When the session last proved who uses it: at its login, or later with the password, a code or a passkey. */
  provedAt: Date;
  /** When it last did so with a code of the second factor or a passkey. */
  codeProvedAt: Date | undefined;
  /** When the session began with a login. */
  startedAt: Date;
  /** Whether that login was with a temporary password, which an administrator knows too. */
  usedTemporaryPassword: boolean;
  /** When an administrator reset the password, if the present one was set by, or since, that reset. */
  passwordResetAt: Date | undefined;
  /** The client's address in this request. */
  address: string;
  user: Profile;
  rut: string | undefined;
  /** The number in the national registry of health professionals. */
  rnpi: string | undefined;
}

/** The time zone of the professional's region. */
export const timeZoneOfOwner = ({ user }: Owner): string => timeZoneOf(user.region);

/** Today, in the time zone of the professional's region. */
export const todayOf = (owner: Owner, now: Date): string => dayIn(timeZoneOfOwner(owner), now);

/** The professional as printed on documents. */
export const printedProfessionalOf = ({ user, rut, rnpi }: Owner) => ({
  name: user.name,
  rut,
  rnpi,
  profession: user.profession,
  specialty: user.specialty,
  city: user.city,
  region: user.region,
  timeZone: timeZoneOf(user.region),
});

export type Authentication = NonNullable<AccessDetail['authentication']>;
type PasswordOrigin = Omit<Authentication, 'at'>;

/** Stored with a finalised document. It shows whether somebody else could have started the session. */
export const authenticationOf = (owner: Owner): Authentication => ({
  at: owner.startedAt.toISOString(),
  ...passwordOrigin(owner),
});

/** Where the password of a login comes from, when an administrator has known it or one before it. */
export function passwordOrigin({
  usedTemporaryPassword,
  passwordResetAt,
}: Pick<Owner, 'usedTemporaryPassword' | 'passwordResetAt'>): PasswordOrigin {
  const origin: PasswordOrigin = {};
  if (usedTemporaryPassword) origin.temporaryPassword = true;
  if (passwordResetAt) origin.passwordResetAt = passwordResetAt.toISOString();
  return origin;
}
