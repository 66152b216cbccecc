import type { ClinicalNote, ClinicalNoteContent } from '#contract/clinical-notes';
import type { Sealer } from '#server/platform/crypto/sealed';
import type { OwnerSql, OwnerTx } from '#server/platform/database/gates';
import { fragment } from '#server/platform/database/sql';
import { fromStored, type StoredContent, toStored } from './note-content.ts';

interface NoteRow {
  id: string;
  patient_id: string;
  status: ClinicalNote['status'];
  content: Buffer;
  version: number;
  created_at: Date;
  updated_at: Date;
  finalized_at: Date | null;
  content_hash: Buffer | null;
}

// Through the patient: when the patient is gone, the notes in custody are nobody's to read.
const NOTES = fragment`
  select n.id, n.patient_id, n.status, n.content, n.version, n.created_at, n.updated_at, n.finalized_at, n.content_hash
    from clinical_notes n
    join patients p on p.owner_id = n.owner_id and p.id = n.patient_id`;

const placeOf = (owner: string, row: string, column: 'content' | 'record') => ({
  table: 'clinical_notes',
  column,
  owner,
  row,
});

function toNote(owner: string, row: NoteRow, sealer: Sealer): ClinicalNote {
  const stored = JSON.parse(sealer.open(row.content, placeOf(owner, row.id, 'content'))) as StoredContent;
  return {
    _id: row.id,
    patientId: row.patient_id,
    date: row.created_at.toISOString(),
    status: row.status,
    ...fromStored(stored),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    finalizedAt: row.finalized_at?.toISOString(),
    contentHash: row.content_hash?.toString('hex'),
  };
}

const sealed = (owner: string, id: string, content: ClinicalNoteContent, sealer: Sealer) =>
  sealer.seal(JSON.stringify(toStored(content)), placeOf(owner, id, 'content'));

export async function notesOfPatient(db: OwnerSql, patientId: string, sealer: Sealer): Promise<ClinicalNote[]> {
  const rows = await db<NoteRow[]>`
    ${NOTES} where n.owner_id = ${db.owner} and n.patient_id = ${patientId} order by n.created_at desc, n.id desc`;
  return rows.map((row) => toNote(db.owner, row, sealer));
}

export async function findNote(db: OwnerSql, id: string, sealer: Sealer): Promise<ClinicalNote | undefined> {
  const [row] = await db<[NoteRow?]>`${NOTES} where n.owner_id = ${db.owner} and n.id = ${id}`;
  return row && toNote(db.owner, row, sealer);
}

/** Nobody else changes it until the transaction ends. */
export async function lockNote(tx: OwnerTx, id: string, sealer: Sealer): Promise<ClinicalNote | undefined> {
  const [row] = await tx<[NoteRow?]>`${NOTES} where n.owner_id = ${tx.owner} and n.id = ${id} for update of n`;
  return row && toNote(tx.owner, row, sealer);
}

export async function noteAskedForWith(tx: OwnerTx, requestKey: string): Promise<string | undefined> {
  const [row] = await tx<[{ id: string }?]>`
    select id from clinical_notes where owner_id = ${tx.owner} and request_key = ${requestKey}`;
  return row?.id;
}

interface NewDraft {
  id: string;
  patientId: string;
  requestKey?: string | undefined;
  content: ClinicalNoteContent;
  at: Date;
}

export async function insertDraft(tx: OwnerTx, draft: NewDraft, sealer: Sealer): Promise<void> {
  const { id, patientId, requestKey, content, at } = draft;
  await tx`
    insert into clinical_notes (owner_id, id, patient_id, status, content, version, request_key, created_at, updated_at)
    values (${tx.owner}, ${id}, ${patientId}, 'draft', ${sealed(tx.owner, id, content, sealer)}, 1, ${requestKey},
            ${at}, ${at})`;
}

export async function replaceDraft(
  tx: OwnerTx,
  id: string,
  content: ClinicalNoteContent,
  sealer: Sealer,
  at: Date,
): Promise<void> {
  await tx`
    update clinical_notes
       set content = ${sealed(tx.owner, id, content, sealer)}, version = version + 1, updated_at = ${at}
     where owner_id = ${tx.owner} and id = ${id}`;
}

interface Finalization {
  by: string;
  at: Date;
  record: string;
  contentHash: Buffer;
}

export async function finalizeDraft(
  tx: OwnerTx,
  id: string,
  finalization: Finalization,
  sealer: Sealer,
): Promise<void> {
  const { by, at, record, contentHash } = finalization;
  await tx`
    update clinical_notes
       set status = 'finalized', finalized_at = ${at}, finalized_by = ${by}, content_hash = ${contentHash},
           record = ${sealer.seal(record, placeOf(tx.owner, id, 'record'))}
     where owner_id = ${tx.owner} and id = ${id}`;
}
