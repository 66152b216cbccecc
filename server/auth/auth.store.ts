import type { PersonalInfo } from '#contract/account';
import type { Profile, Registration } from '#contract/auth';
import type { IdentitySql, IdentityTx } from '#server/platform/database/database';
import { type Fragment, fragment } from '#server/platform/database/sql';
import type { Owner } from './owner.ts';
import { RESET_NOTICES, type ResetNotices, resetNotices } from './password-reset.store.ts';
import type { SessionLimits } from './session-limits.ts';

export interface UserRow {
  id: string;
  name: string;
  email: string;
  role: Profile['role'];
  profession: Profile['profession'] | null;
  specialty: string | null;
  city: string | null;
  region: Profile['region'] | null;
  must_change_password: boolean;
  rut: string | null;
  rnpi: string | null;
  has_short_password: boolean | null;
  email_unconfirmed: boolean;
  has_second_factor: boolean;
  has_generated_password: boolean;
  password_from_reset_at: Date | null;
}

export const USER_COLUMNS = fragment`
  u.id, u.name, u.email, u.role, u.profession, u.specialty, u.city, u.region, u.must_change_password,
  u.rut, u.rnpi, u.has_short_password, u.has_second_factor, u.email_confirmed_at is null as email_unconfirmed,
  u.has_generated_password, u.password_from_reset_at`;

export const toProfile = (row: UserRow): Profile => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  profession: row.profession ?? undefined,
  specialty: row.specialty ?? undefined,
  city: row.city ?? undefined,
  region: row.region ?? undefined,
  mustChangePassword: row.must_change_password || undefined,
  hasGeneratedPassword: row.has_generated_password || undefined,
  rut: row.rut ?? undefined,
  rnpi: row.rnpi ?? undefined,
  hasShortPassword: row.has_short_password || undefined,
  emailUnconfirmed: row.email_unconfirmed || undefined,
  secondFactor: row.has_second_factor ? 'on' : undefined,
});

export interface Account {
  user: Profile;
  passwordHash: string;
  /** Until when a login with a temporary password is accepted. Undefined after the first one. */
  temporaryPasswordUntil: Date | undefined;
  /** When an administrator reset the password, if the present one was set by, or since, that reset. */
  passwordResetAt: Date | undefined;
}

export async function accountOf(db: IdentitySql, email: string): Promise<Account | undefined> {
  return findAccount(db, fragment`u.email = ${email}`);
}

export async function accountById(db: IdentitySql, id: string): Promise<Account | undefined> {
  return findAccount(db, fragment`u.id = ${id}`);
}

async function findAccount(db: IdentitySql, isTheAccount: Fragment): Promise<Account | undefined> {
  const [row] = await db<[(UserRow & ResetNotices & { password_hash: string; until: Date | null })?]>`
    select ${USER_COLUMNS}, ${RESET_NOTICES}, u.password_hash, u.temporary_password_until as until
      from users u where ${isTheAccount}`;
  return (
    row && {
      user: { ...toProfile(row), ...resetNotices(row) },
      passwordHash: row.password_hash,
      temporaryPasswordUntil: row.until ?? undefined,
      passwordResetAt: row.password_from_reset_at ?? undefined,
    }
  );
}

type NewUser = Pick<Registration, 'name' | 'email'> &
  Partial<Omit<Registration, 'password'>> & {
    id: string;
    role: Profile['role'];
    passwordHash: string;
    hasGeneratedPassword?: boolean;
    at: Date;
  };

/** False when the email already has an account. */
export async function insertUser(tx: IdentityTx, user: NewUser): Promise<boolean> {
  const { id, role, name, email, passwordHash, rut, profession, rnpi, specialty, city, region, at } = user;
  const { hasGeneratedPassword = false } = user;
  const inserted = await tx`
    insert into users (id, role, name, email, password_hash, rut, profession, rnpi, specialty, city, region, created_at,
                       has_generated_password)
    values (${id}, ${role}, ${name}, ${email}, ${passwordHash}, ${rut}, ${profession}, ${rnpi}, ${specialty}, ${city},
            ${region}, ${at}, ${hasGeneratedPassword})
    on conflict (email) where closed_at is null do nothing`;
  return inserted.count === 1;
}

/** A RUT and an RNPI that are left out are removed. */
export async function replaceProfile(tx: IdentityTx, id: string, profile: PersonalInfo): Promise<Profile | undefined> {
  const { name, rut, rnpi, profession, specialty, city, region } = profile;
  const [row] = await tx<[UserRow?]>`
    update users u
       set name = ${name}, rut = ${rut}, rnpi = ${rnpi || null}, profession = ${profession},
           specialty = ${specialty}, city = ${city}, region = ${region}
     where u.id = ${id}
    returning ${USER_COLUMNS}`;
  return row && toProfile(row);
}

export async function passwordHashOf(db: IdentitySql, id: string): Promise<string | undefined> {
  const [row] = await db<[{ password_hash: string }?]>`select password_hash from users where id = ${id}`;
  return row?.password_hash;
}

/**
 * Locks the account, so that nobody changes the password until the end of the transaction. A transaction that ends
 * credentials of an account, or makes one, does this before anything else. False when there is no such account, or it
 * is closed.
 */
export async function lockAccount(tx: IdentityTx, id: string): Promise<boolean> {
  const rows = await tx`select from users where id = ${id} for no key update`;
  return rows.length === 1;
}

interface NewPassword {
  id: string;
  oldHash: string;
  newHash: string;
  isShort: boolean;
}

/** False when the password has changed since `oldHash` was read. */
export async function replacePassword(tx: IdentityTx, password: NewPassword): Promise<boolean> {
  const { id, oldHash, newHash, isShort } = password;
  const replaced = await tx`
    update users set password_hash = ${newHash}, must_change_password = false, temporary_password_until = null,
           has_generated_password = false,
           has_short_password = case role when 'admin' then ${isShort}::boolean end
     where id = ${id} and password_hash = ${oldHash}`;
  return replaced.count === 1;
}

/** Stores whether the password of an administrator is short. Only a login shows its length. */
export async function setHasShortPassword(
  tx: IdentityTx,
  { id, passwordHash, isShort }: { id: string; passwordHash: string; isShort: boolean },
): Promise<void> {
  await tx`
    update users set has_short_password = ${isShort}
     where id = ${id} and role = 'admin' and password_hash = ${passwordHash}
       and has_short_password is distinct from ${isShort}`;
}

export async function anyAdmin(db: IdentitySql): Promise<boolean> {
  const [row] = await db<[{ found: boolean }]>`select exists (select from users where role = 'admin') as found`;
  return row.found;
}

interface NewSession {
  id: string;
  userId: string;
  /** The hash with which the given password was compared. */
  passwordHash: string;
  refreshTokenHash: Buffer;
  device: string;
  deviceTokenHash: Buffer;
  usedTemporaryPassword: boolean;
  /** Whether the login was with a code of the second factor. */
  provedCode: boolean;
  /** When a session that began with a temporary password ends. Undefined for other sessions. */
  endsAt: Date | undefined;
  at: Date;
}

/**
 * False when the password has changed since it was compared. Because of the lock, a concurrent change either waits and
 * then ends this session, or comes first and this session is not inserted.
 */
export async function insertSession(tx: IdentityTx, session: NewSession): Promise<boolean> {
  const { id, userId, passwordHash, refreshTokenHash, device, deviceTokenHash, usedTemporaryPassword, at } = session;
  const codeProvedAt = session.provedCode ? at : null;
  const inserted = await tx`
    insert into sessions (id, user_id, refresh_token_hash, device, device_token_hash, started_at, last_seen_at,
                          proved_at, used_temporary_password, code_proved_at, ends_at)
    select ${id}, u.id, ${refreshTokenHash}, ${device}, ${deviceTokenHash}, ${at}, ${at}, ${at},
           ${usedTemporaryPassword}, ${codeProvedAt}::timestamptz, ${session.endsAt ?? null}::timestamptz
      from users u where u.id = ${userId} and u.password_hash = ${passwordHash}
       for share`;
  return inserted.count === 1;
}

/** A session without the request that uses it. */
export interface Session extends Omit<Owner, 'address'> {
  lastSeenAt: Date;
  endsAt: Date | undefined;
}

interface SessionRow extends UserRow, ResetNotices {
  started_at: Date;
  last_seen_at: Date;
  proved_at: Date;
  used_temporary_password: boolean;
  code_proved_at: Date | null;
  ends_at: Date | null;
}

/** The user of an open session. One query, because every authenticated request runs it. */
export async function findOpenSession(
  db: IdentitySql,
  sessionId: string,
  { usedSince, startedSince, now }: SessionLimits,
): Promise<Session | undefined> {
  const [row] = await db<[SessionRow?]>`
    select ${USER_COLUMNS}, ${RESET_NOTICES}, s.started_at, s.last_seen_at, s.used_temporary_password, s.code_proved_at, s.ends_at,
           coalesce(s.proved_at, s.started_at) as proved_at
      from sessions s
      join users u on u.id = s.user_id
     where s.id = ${sessionId} and s.ended_at is null
       and s.last_seen_at > ${usedSince} and s.started_at > ${startedSince}
       and (s.ends_at is null or s.ends_at > ${now})`;
  if (!row) return undefined;
  const { id, role, started_at: startedAt, last_seen_at: lastSeenAt } = row;
  return {
    id,
    actorId: id,
    role,
    sessionId,
    user: { ...toProfile(row), ...resetNotices(row) },
    rut: row.rut ?? undefined,
    rnpi: row.rnpi ?? undefined,
    provedAt: row.proved_at,
    codeProvedAt: row.code_proved_at ?? undefined,
    startedAt,
    usedTemporaryPassword: row.used_temporary_password,
    passwordResetAt: row.password_from_reset_at ?? undefined,
    lastSeenAt,
    endsAt: row.ends_at ?? undefined,
  };
}
