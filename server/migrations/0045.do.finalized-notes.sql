-- The list of patients shows the last visit of each: it looks for the newest finalised note, among many drafts.
create index clinical_notes_finalized_idx on clinical_notes (owner_id, patient_id, created_at)
  where status = 'finalized';
