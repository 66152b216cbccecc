import { ADVISORY_LOCKS } from '#server/platform/database/advisory-locks';
import type { AuditSql, AuditTx } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

/** Numbers are texts: the driver returns a bigint as one. */
export interface Seal {
  number: string;
  ownerId: string;
  entryNumber: string;
  entryHash: Buffer;
  sealedAt: Date;
  /** The data key from which the key of the seal is derived. */
  keyNumber: number;
  digest: Buffer;
  mac: Buffer;
}

const COLUMNS = fragment`
  number, owner_id as "ownerId", entry_number as "entryNumber", entry_hash as "entryHash", sealed_at as "sealedAt",
  key_number as "keyNumber", digest, mac`;

/** One process at a time makes seals, until its transaction ends. */
export async function lockSeals(tx: AuditTx): Promise<void> {
  await tx`select pg_advisory_xact_lock(${ADVISORY_LOCKS.seals})`;
}

export async function lastSeal(db: AuditSql): Promise<Seal | undefined> {
  const [seal] = await db<[Seal?]>`select ${COLUMNS} from audit_seals order by number desc limit 1`;
  return seal;
}

/** All seals in their order, a few at a time. */
export async function sealsAfter(db: AuditSql, number: string, limit: number): Promise<Seal[]> {
  return db<Seal[]>`select ${COLUMNS} from audit_seals where number > ${number} order by number limit ${limit}`;
}

/** What the seals of a chain state, in the order of its entries. */
export async function sealsOf(db: AuditSql, owner: string): Promise<Pick<Seal, 'entryNumber' | 'entryHash'>[]> {
  return db<Pick<Seal, 'entryNumber' | 'entryHash'>[]>`
    select entry_number as "entryNumber", entry_hash as "entryHash" from audit_seals
     where owner_id = ${owner} order by entry_number, number`;
}

/** The last seal of the chain of an owner. */
export async function lastSealOfChain(
  db: AuditSql,
  owner: string,
): Promise<Pick<Seal, 'number' | 'digest' | 'sealedAt' | 'entryNumber'> | undefined> {
  const [seal] = await db<[Pick<Seal, 'number' | 'digest' | 'sealedAt' | 'entryNumber'>?]>`
    select number, digest, sealed_at as "sealedAt", entry_number as "entryNumber" from audit_seals
     where owner_id = ${owner} order by entry_number desc, number desc limit 1`;
  return seal;
}

/** The digests of the seals with these numbers, by number. */
export async function digestsOfSeals(db: AuditSql, numbers: readonly string[]): Promise<Map<string, Buffer>> {
  const rows = await db<Pick<Seal, 'number' | 'digest'>[]>`
    select number, digest from audit_seals where number = any(${numbers}::bigint[])`;
  return new Map(rows.map(({ number, digest }) => [number, digest]));
}

type UnsealedHead = Pick<Seal, 'ownerId' | 'entryNumber' | 'entryHash'> & { sealedNumber: string };

/**
 * The ends of chains that have grown since their last seal. The server never marks an entry as sealed that does not exist
 * yet: a higher number was written by somebody else, and must not keep the chain from being sealed.
 */
export async function unsealedHeads(tx: AuditTx, limit: number): Promise<UnsealedHead[]> {
  return tx<UnsealedHead[]>`
    select owner_id as "ownerId", number as "entryNumber", hash as "entryHash", sealed_number as "sealedNumber"
      from audit_heads where number <> sealed_number order by owner_id limit ${limit}`;
}

export async function insertSeals(tx: AuditTx, seals: readonly Seal[]): Promise<void> {
  await tx`
    insert into audit_seals (number, owner_id, entry_number, entry_hash, sealed_at, key_number, digest, mac)
    select * from unnest(
      ${seals.map(({ number }) => number)}::bigint[], ${seals.map(({ ownerId }) => ownerId)}::uuid[],
      ${seals.map(({ entryNumber }) => entryNumber)}::bigint[], ${seals.map(({ entryHash }) => entryHash)}::bytea[],
      ${seals.map(({ sealedAt }) => sealedAt)}::timestamptz[], ${seals.map(({ keyNumber }) => keyNumber)}::integer[],
      ${seals.map(({ digest }) => digest)}::bytea[], ${seals.map(({ mac }) => mac)}::bytea[])`;
}

/** The chain may have grown meanwhile: then it is sealed again next time. */
export async function markSealed(tx: AuditTx, owner: string, entryNumber: string): Promise<void> {
  await tx`update audit_heads set sealed_number = ${entryNumber} where owner_id = ${owner}`;
}
