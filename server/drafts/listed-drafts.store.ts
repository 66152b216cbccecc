import type { DraftsQuery, ListedDraft } from '#contract/drafts';
import type { OwnerSql } from '#server/platform/database/database';
import { fragment } from '#server/platform/database/sql';

interface Row {
  kind: ListedDraft['kind'];
  id: string;
  note_id: string | null;
  appointment_id: string | null;
  patient_id: string;
  name: string;
  social_name: string | null;
  updated_at: Date;
}

/**
 * The drafts, the last one changed first; addenda if asked for; with an appointment, its notes alone. Only drafts have `draft_of`, so
 * its index leads to them past any number of finalised documents.
 */
export async function listedDrafts(
  db: OwnerSql,
  { appointmentId, addenda }: DraftsQuery,
  limit: number,
): Promise<ListedDraft[]> {
  const ofAppointment = appointmentId ? fragment`and appointment_id = ${appointmentId}` : fragment``;
  const ofAddenda = fragment`
      union all
      select 'addendum' as kind, id, note_id, null as appointment_id, draft_of as patient_id, updated_at
        from addenda where owner_id = ${db.owner} and draft_of is not null`;
  const others = appointmentId
    ? fragment``
    : fragment`
      union all
      select 'certificate' as kind, id, null as note_id, null as appointment_id, draft_of as patient_id, updated_at
        from certificates where owner_id = ${db.owner} and draft_of is not null
      ${addenda ? ofAddenda : fragment``}`;
  const rows = await db<Row[]>`
    select d.kind, d.id, d.note_id, d.appointment_id, d.patient_id, p.name, p.social_name, d.updated_at
      from (
        select 'clinical-note' as kind, id, null::uuid as note_id, appointment_id, draft_of as patient_id, updated_at
          from clinical_notes where owner_id = ${db.owner} and draft_of is not null ${ofAppointment}
        ${others}
        order by updated_at desc, id desc limit ${limit}
      ) d
      join lateral (
        select name, social_name from patients where owner_id = ${db.owner} and id = d.patient_id limit 1
      ) p on true
     order by d.updated_at desc, d.id desc`;
  return rows.map(({ kind, id, note_id, appointment_id, patient_id, name, social_name, updated_at }) => ({
    kind,
    _id: id,
    noteId: note_id ?? undefined,
    appointmentId: appointment_id ?? undefined,
    patientId: patient_id,
    patientName: name,
    patientSocialName: social_name ?? undefined,
    updatedAt: updated_at.toISOString(),
  }));
}
