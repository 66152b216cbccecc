import type { IdentitySql, IdentityTx } from '#server/platform/database/database';
import type { Owner } from './owner.ts';

interface Passkey {
  id: string;
  name: string;
  host: string;
  credentialId: Buffer;
  transports: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The passkeys of an account, oldest first. */
export async function readPasskeys(db: IdentitySql, userId: string): Promise<Passkey[]> {
  return db<Passkey[]>`
    select id, name, host, credential_id as "credentialId", transports, created_at as "createdAt",
           last_used_at as "lastUsedAt"
      from passkeys where user_id = ${userId} order by created_at, id`;
}

export async function countPasskeys(db: IdentitySql, userId: string): Promise<number> {
  const [row] = await db<[{ total: number }]>`
    select count(*)::int as total from passkeys where user_id = ${userId}`;
  return row.total;
}

/** How many passkeys were made for other hosts than this one, by host. */
export async function countPasskeysOfOtherHosts(
  db: IdentitySql,
  host: string | undefined,
): Promise<{ host: string; total: number }[]> {
  return db<{ host: string; total: number }[]>`
    select host, count(*)::int as total from passkeys
     where host is distinct from ${host ?? null}::text group by host order by host`;
}

export interface StoredPasskey {
  id: string;
  userId: string;
  publicKey: Buffer;
}

/** Undefined when its account is closed: to this role a closed account does not exist. */
export async function findPasskey(
  db: IdentitySql,
  credentialId: Buffer,
  host: string,
): Promise<StoredPasskey | undefined> {
  const [row] = await db<[StoredPasskey?]>`
    select p.id, p.user_id as "userId", p.public_key as "publicKey"
      from passkeys p join users u on u.id = p.user_id
     where p.credential_id = ${credentialId} and p.host = ${host}`;
  return row;
}

interface NewPasskey extends Omit<Passkey, 'lastUsedAt'> {
  userId: string;
  publicKey: Buffer;
}

/** False when there is a passkey with that credential already, of whatever account. */
export async function insertPasskey(tx: IdentityTx, passkey: NewPasskey): Promise<boolean> {
  const { userId, id, name, credentialId, publicKey, transports, host, createdAt } = passkey;
  const inserted = await tx`
    insert into passkeys (user_id, id, name, credential_id, public_key, transports, host, created_at)
    values (${userId}, ${id}, ${name}, ${credentialId}, ${publicKey}, ${transports}, ${host}, ${createdAt})
    on conflict (credential_id) do nothing`;
  return inserted.count === 1;
}

/** False when it was removed meanwhile. */
export async function touchPasskey(tx: IdentityTx, { userId, id }: StoredPasskey, now: Date): Promise<boolean> {
  const touched = await tx`
    update passkeys set last_used_at = ${now} where user_id = ${userId} and id = ${id}`;
  return touched.count === 1;
}

/** False when the account has no such passkey. */
export async function deletePasskey(tx: IdentityTx, userId: string, id: string): Promise<boolean> {
  const deleted = await tx`delete from passkeys where user_id = ${userId} and id = ${id}`;
  return deleted.count === 1;
}

/** Deletes the passkeys of an account and its challenges for adding passkeys. Returns the ids of the passkeys. */
export async function deletePasskeys(tx: IdentityTx, userId: string): Promise<string[]> {
  await tx`delete from passkey_challenges where user_id = ${userId}`;
  const rows = await tx<{ id: string }[]>`delete from passkeys where user_id = ${userId} returning id`;
  return rows.map(({ id }) => id);
}

interface Challenge {
  hash: Buffer;
  /** The session that may add a passkey with it. Undefined for a login or a proof. */
  session: Session | undefined;
}

type Session = Pick<Owner, 'id' | 'sessionId'>;

export async function insertPasskeyChallenge(
  db: IdentitySql,
  { hash, session }: Challenge,
  expiresAt: Date,
): Promise<void> {
  await db`
    insert into passkey_challenges (hash, user_id, session_id, expires_at)
    values (${hash}, ${session?.id ?? null}, ${session?.sessionId ?? null}, ${expiresAt})`;
}

/** False when it was used before, belongs to another session, or has expired. */
export async function spendPasskeyChallenge(
  db: IdentitySql,
  { hash, session }: Challenge,
  now: Date,
): Promise<boolean> {
  const used = await db`
    delete from passkey_challenges
     where hash = ${hash} and user_id is not distinct from ${session?.id ?? null}::uuid
       and session_id is not distinct from ${session?.sessionId ?? null}::uuid and expires_at > ${now}`;
  return used.count === 1;
}
