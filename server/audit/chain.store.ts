import type { AuditSql } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';
import type { ChainedEntry } from './chain.ts';

export interface Head {
  number: string;
  hash: Buffer;
  /** Up to this entry the server makes no further seals. */
  sealedNumber: string;
}

/** An entry with its detail. */
export type StoredEntry = ChainedEntry & { detail: Buffer | null };

export async function headOf(db: AuditSql, owner: string): Promise<Head | undefined> {
  const [head] = await db<[Head?]>`
    select number, hash, sealed_number as "sealedNumber" from audit_heads where owner_id = ${owner}`;
  return head;
}

/** The next entries of a chain, in their order. */
export async function entriesAfter(db: AuditSql, owner: string, number: string, limit: number): Promise<StoredEntry[]> {
  return db<StoredEntry[]>`
    select e.number, e.owner_id as "ownerId", e.id,
           (extract(epoch from e.at at time zone 'UTC') * 1000000)::bigint as at, e.actor_id as "actorId", e.act,
           e.subject_id as "subjectId", e.patient_id as "patientId", host(e.address) as address,
           e.detail_hash as "detailHash", e.hash, d.detail
      from audit_entries e
      left join audit_details d on d.owner_id = e.owner_id and d.entry_id = e.id
     where e.owner_id = ${owner} and e.number > ${number}
     order by e.number limit ${limit}`;
}

/** The first owner after that one who has a head, an entry or a seal. */
export async function nextOwner(db: AuditSql, after: string | undefined): Promise<string | undefined> {
  const isLater = after ? fragment`where owner_id > ${after}` : fragment``;
  const found: string[] = [];
  for (const table of TABLES) {
    const [row] = await db<[{ owner: string }?]>`
      select owner_id as owner from ${table} ${isLater} order by owner_id limit 1`;
    if (row) found.push(row.owner);
  }
  return found.sort()[0];
}

const TABLES = [fragment`audit_heads`, fragment`audit_entries`, fragment`audit_seals`];
