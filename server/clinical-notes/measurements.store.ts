import { MAX_MEASURED_NOTES, type NoteMeasurements } from '#contract/clinical-notes';
import type { FieldCipher } from '#server/platform/crypto/field-cipher';
import type { OwnerSql } from '#server/platform/database/database';
import type { StoredNote } from './note-content.ts';

interface Row {
  id: string;
  preview: Buffer;
  created_at: Date;
}

/**
 * The measurements of finalised notes, oldest first. Only the previews are decrypted: they have all measurements and
 * are short. A note that cannot be decrypted is left out.
 */
export async function measurementsOf(
  db: OwnerSql,
  patientId: string,
  cipher: FieldCipher,
): Promise<NoteMeasurements[]> {
  const rows = await db<Row[]>`
    select n.id, n.preview, n.created_at
      from clinical_notes n
      join patients p on p.owner_id = n.owner_id and p.id = n.patient_id
     where n.owner_id = ${db.owner} and n.patient_id = ${patientId} and n.status = 'finalized'
     order by n.created_at desc, n.id desc
     limit ${MAX_MEASURED_NOTES}`;
  return rows.reverse().flatMap(({ id, preview, created_at }) => {
    const text = cipher.tryDecrypt(preview, { table: 'clinical_notes', column: 'preview', owner: db.owner, row: id });
    const measurements = text === undefined ? undefined : (JSON.parse(text) as StoredNote).measurements;
    return measurements ? [{ noteId: id, date: created_at.toISOString(), ...measurements }] : [];
  });
}
