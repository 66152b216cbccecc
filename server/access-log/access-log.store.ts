import type { OwnerSql } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

export interface Filter {
  patientId?: string;
  before?: number | undefined;
  limit: number;
}

export interface StoredEntry {
  /** The driver returns a bigint as text. */
  number: string;
  id: string;
  at: Date;
  act: string;
  actorId: string;
  address: string | null;
  detail: Buffer | null;
}

/** Newest first. */
export async function entriesOf(db: OwnerSql, { patientId, before, limit }: Filter): Promise<StoredEntry[]> {
  const ofPatient = patientId ? fragment`and e.patient_id = ${patientId}` : fragment``;
  const isEarlier = before ? fragment`and e.number < ${before}` : fragment``;
  return db<StoredEntry[]>`
    select e.number, e.id, e.at, e.act, e.actor_id as "actorId", host(e.address) as address, d.detail
      from audit_entries e
      left join audit_details d on d.owner_id = e.owner_id and d.entry_id = e.id
     where e.owner_id = ${db.owner} ${ofPatient} ${isEarlier}
     order by e.number desc limit ${limit}`;
}
