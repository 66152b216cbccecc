import type { ListedDraft } from '#contract/drafts';
import type { OwnerSql } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

interface Row {
  kind: ListedDraft['kind'];
  id: string;
  patient_id: string;
  name: string;
  updated_at: Date;
}

/**
 * The drafts of both kinds, the last one changed first; with an appointment, its notes. Only drafts have `draft_of`, so
 * its index leads to them past any number of finalised documents.
 */
export async function listedDrafts(
  db: OwnerSql,
  appointmentId: string | undefined,
  limit: number,
): Promise<ListedDraft[]> {
  const ofAppointment = appointmentId ? fragment`and appointment_id = ${appointmentId}` : fragment``;
  const certificates = appointmentId
    ? fragment``
    : fragment`
      union all
      select 'certificate' as kind, id, draft_of as patient_id, updated_at
        from certificates where owner_id = ${db.owner} and draft_of is not null`;
  const rows = await db<Row[]>`
    select d.kind, d.id, d.patient_id, p.name, d.updated_at
      from (
        select 'clinical-note' as kind, id, draft_of as patient_id, updated_at
          from clinical_notes where owner_id = ${db.owner} and draft_of is not null ${ofAppointment}
        ${certificates}
        order by updated_at desc, id desc limit ${limit}
      ) d
      join lateral (select name from patients where owner_id = ${db.owner} and id = d.patient_id limit 1) p on true
     order by d.updated_at desc, d.id desc`;
  return rows.map(({ kind, id, patient_id, name, updated_at }) => ({
    kind,
    _id: id,
    patientId: patient_id,
    patientName: name,
    updatedAt: updated_at.toISOString(),
  }));
}
