import type { CustodySql, CustodyTx, OwnerSql } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

export interface KeptPatient {
  patientId: string;
  documents: number;
  lastRecordAt: Date;
}

/** An attachment is an entry of the record on the day when it was added. */
const RECORDS = fragment`
  (select owner_id, patient_id, finalized_at as at from clinical_notes where finalized_at is not null
   union all
   select owner_id, patient_id, finalized_at as at from certificates where finalized_at is not null
   union all
   select owner_id, patient_id, finalized_at as at from addenda where finalized_at is not null
   union all
   select owner_id, patient_id, created_at as at from attachments) r`;

const PATIENT_IS_DELETED = fragment`
  not exists (select from patients p where p.owner_id = r.owner_id and p.id = r.patient_id)`;

interface CustodyFilter {
  patientId?: string;
  /** The patient after whom the list goes on. */
  before?: string | undefined;
  limit?: number | undefined;
}

/** Deleted patients of whom finalised documents or attachments are kept, the last ones first. */
export async function patientsInCustody(
  db: OwnerSql,
  { patientId, before, limit }: CustodyFilter = {},
): Promise<KeptPatient[]> {
  const isThis = patientId ? fragment`and r.patient_id = ${patientId}` : fragment``;
  const isLater = before
    ? fragment`join kept b on b.id = ${before} and (k.last < b.last or (k.last = b.last and k.id > b.id))`
    : fragment``;
  const atMost = limit ? fragment`limit ${limit}` : fragment``;
  return db<KeptPatient[]>`
    with kept as (
      select r.patient_id as id, count(*)::int as documents, max(r.at) as last
        from ${RECORDS}
       where r.owner_id = ${db.owner} and ${PATIENT_IS_DELETED} ${isThis}
       group by r.patient_id)
    select k.id as "patientId", k.documents, k.last as "lastRecordAt"
      from kept k ${isLater}
     order by k.last desc, k.id ${atMost}`;
}

export interface LastRecord {
  kind: 'clinical-note' | 'certificate' | 'addendum' | 'attachment';
  id: string;
}

/** The last finalised document or attachment of a patient: in which table it is, and its id. */
export async function lastRecordOf(db: OwnerSql, patientId: string): Promise<LastRecord | undefined> {
  const [row] = await db<[LastRecord?]>`
    select kind, id from (
      select 'clinical-note' as kind, id, finalized_at as at from clinical_notes
       where owner_id = ${db.owner} and patient_id = ${patientId} and finalized_at is not null
      union all
      select 'certificate', id, finalized_at from certificates
       where owner_id = ${db.owner} and patient_id = ${patientId} and finalized_at is not null
      union all
      select 'addendum', id, finalized_at from addenda
       where owner_id = ${db.owner} and patient_id = ${patientId} and finalized_at is not null
      union all
      select 'attachment', id, created_at from attachments
       where owner_id = ${db.owner} and patient_id = ${patientId}) r
     order by at desc, id limit 1`;
  return row;
}

export interface ExpiredRecord extends KeptPatient {
  ownerId: string;
}

/** Deleted patients of all owners whose last record is older than `before`. */
export async function expiredAfter(
  db: CustodySql,
  before: Date,
  after: Pick<ExpiredRecord, 'ownerId' | 'patientId'> | undefined,
  limit: number,
): Promise<ExpiredRecord[]> {
  const isLater = after
    ? fragment`and (r.owner_id, r.patient_id) > (${after.ownerId}::uuid, ${after.patientId}::uuid)`
    : fragment``;
  return db<ExpiredRecord[]>`
    select r.owner_id as "ownerId", r.patient_id as "patientId", count(*)::int as documents,
           max(r.at) as "lastRecordAt"
      from ${RECORDS}
     where ${PATIENT_IS_DELETED} ${isLater}
     group by r.owner_id, r.patient_id
    having max(r.at) < ${before}
     order by r.owner_id, r.patient_id limit ${limit}`;
}

/** Deletes what is kept of a patient. What the verification page shows stays: dates and hashes, and initials. */
export async function deleteRecords(tx: CustodyTx, ownerId: string, patientId: string): Promise<number> {
  const ofPatient = fragment`owner_id = ${ownerId} and patient_id = ${patientId}`;
  const addenda = await tx<{ id: string }[]>`delete from addenda where ${ofPatient} returning id`;
  const notes = await tx<{ id: string }[]>`delete from clinical_notes where ${ofPatient} returning id`;
  const certificates = await tx<{ id: string }[]>`delete from certificates where ${ofPatient} returning id`;
  const attachments = await tx`delete from attachments where ${ofPatient}`;
  const sources = [...addenda, ...notes, ...certificates].map(({ id }) => id);
  await tx`delete from documents where owner_id = ${ownerId} and source_id = any (${sources}::uuid[])`;
  // The details have names and RUT from before a change of the patient's identity. The entries keep the hashes of the
  // details.
  await tx`
    delete from audit_details
     where owner_id = ${ownerId}
       and entry_id in (select id from audit_entries where ${ofPatient})`;
  return sources.length + attachments.count;
}
