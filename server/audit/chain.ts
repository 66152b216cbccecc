import { sha256 } from '#server/platform/crypto/canonical';

/** An entry as it is stored. Values are texts as the database writes them, because a Date has no microseconds. */
export interface ChainedEntry {
  number: string;
  ownerId: string;
  id: string;
  /** Microseconds since 1970. */
  at: string;
  actorId: string;
  act: string;
  subjectId: string | null;
  patientId: string | null;
  address: string | null;
  detailHash: Buffer | null;
  hash: Buffer;
}

/** The hash of an entry, from its values and from the hash before it, as `audit_entry_hash` of the database computes it. */
export function entryHash(previous: Buffer | undefined, entry: Omit<ChainedEntry, 'hash'>): Buffer {
  const { number, ownerId, id, at, actorId, act, subjectId, patientId, address, detailHash } = entry;
  const values = [previous?.toString('hex'), number, ownerId, id, at, actorId, act, subjectId, patientId, address];
  return sha256([...values, detailHash?.toString('hex')].map((value) => value ?? '').join('\n'));
}
