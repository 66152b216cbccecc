import type { OwnerSql } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

export interface ExportSize {
  patients: number;
  /** Encrypted texts of notes, certificates and addenda. */
  textBytes: number;
  fileBytes: number;
  /** Finalised documents without a file. */
  unprinted: number;
  logEntries: number;
}

/** What there is to export, of a patient or of the account. The driver returns sums as text. */
export async function sizeOf(db: OwnerSql, patientId: string | undefined): Promise<ExportSize> {
  const ofPatient = patientId ? fragment`and patient_id = ${patientId}` : fragment``;
  const isThis = patientId ? fragment`and id = ${patientId}` : fragment``;
  const texts = fragment`id, octet_length(content) as bytes, finalized_at is not null as is_finalized`;
  const [[documents], [patients], [log], [attached]] = await Promise.all([
    db<[Record<'textBytes' | 'fileBytes' | 'unprinted', string>]>`
      select coalesce(sum(s.bytes), 0) as "textBytes", coalesce(sum(d.bytes), 0) as "fileBytes",
             count(*) filter (where s.is_finalized and d.bytes is null) as unprinted
        from (select ${texts} from clinical_notes where owner_id = ${db.owner} ${ofPatient}
              union all
              select ${texts} from certificates where owner_id = ${db.owner} ${ofPatient}
              union all
              select ${texts} from addenda where owner_id = ${db.owner} ${ofPatient}) s
        left join (select source_id, sum(octet_length(file)) as bytes from documents
                    where owner_id = ${db.owner} and file is not null group by source_id) d on d.source_id = s.id`,
    db<[{ count: number }]>`select count(*)::int as count from patients where owner_id = ${db.owner} ${isThis}`,
    db<[{ count: number }]>`
      select count(*)::int as count from audit_entries where owner_id = ${db.owner} ${ofPatient}`,
    db<[{ bytes: string }]>`
      select coalesce(sum(size), 0) as bytes from attachments where owner_id = ${db.owner} ${ofPatient}`,
  ]);
  return {
    patients: patients.count,
    textBytes: Number(documents.textBytes),
    fileBytes: Number(documents.fileBytes) + Number(attached.bytes),
    unprinted: Number(documents.unprinted),
    logEntries: log.count,
  };
}
