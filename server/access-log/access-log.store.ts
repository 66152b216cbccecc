import type { OwnerSql } from '#server/platform/database/database';
import { type Fragment, fragment } from '#server/platform/database/sql';

export interface Filter {
  patientId?: string;
  /** The account of somebody who acted for the owner. */
  actorId?: string;
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
  patient: string | null;
  detail: Buffer | null;
}

/** Newest first. */
export async function readEntries(db: OwnerSql, { patientId, actorId, before, limit }: Filter): Promise<StoredEntry[]> {
  const isEarlier = before ? fragment`and e.number < ${before}` : fragment``;
  const find = (condition: Fragment) => db<StoredEntry[]>`
    select e.number, e.id, e.at, e.act, e.actor_id as "actorId", host(e.address) as address,
           p.name as patient, d.detail
      from audit_entries e
      left join audit_details d on d.owner_id = e.owner_id and d.entry_id = e.id
      left join patients p on p.owner_id = e.owner_id and p.id = e.patient_id
     where e.owner_id = ${db.owner} ${condition} ${isEarlier}
     order by e.number desc limit ${limit}`;
  // The index has only entries whose actor is not the owner.
  if (actorId) return find(fragment`and e.actor_id = ${actorId} and e.actor_id <> e.owner_id`);
  if (!patientId) return find(fragment``);
  const entries = await find(fragment`and e.patient_id = ${patientId}`);
  if (entries.length === limit) return entries;
  // An import has one entry for all its patients. It is the oldest entry of each of them.
  const origin = fragment`
    select i.entry_id from imported_rows r join imports i on i.owner_id = r.owner_id and i.id = r.import_id
     where r.owner_id = ${db.owner} and r.id = ${patientId} and i.kind = 'patients'`;
  return [...entries, ...(await find(fragment`and e.id = (${origin})`))];
}
