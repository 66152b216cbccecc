-- Addenda: texts that are appended to a finalised note, which itself never changes.

-- The columns and rules of clinical_notes: the same code reads and writes both (server/drafts). The snapshot contains the
-- hash of the note and that of the addendum before it.
create table addenda (
  owner_id uuid not null,
  id uuid not null,
  note_id uuid not null,
  patient_id uuid not null,
  status text not null,
  content encrypted not null,
  preview encrypted not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  recorded_at timestamptz not null,
  finalized_at timestamptz,
  finalized_by uuid,
  authenticated_at timestamptz,
  record encrypted,
  content_hash bytea,
  draft_of uuid generated always as (case when status = 'draft' then patient_id end) stored,
  primary key (owner_id, id),
  constraint addenda_owner_id_fkey foreign key (owner_id) references users (id),
  -- No cascade: what deletes a finalised note deletes its addenda first.
  constraint addenda_note_id_fkey foreign key (owner_id, note_id) references clinical_notes (owner_id, id),
  constraint addenda_draft_of_fkey foreign key (owner_id, draft_of) references patients (owner_id, id) on delete cascade,
  constraint addenda_status_check check (status in ('draft', 'finalized')),
  constraint addenda_finalized_check check (
    num_nonnulls(finalized_at, finalized_by, record, content_hash) = case status when 'finalized' then 4 else 0 end
  ),
  constraint addenda_finalized_last_check check (finalized_at >= updated_at),
  constraint addenda_content_hash_check check (octet_length(content_hash) = 32),
  -- Each addendum of a note is finalised later than the one before it, so their order is that of the hashes.
  constraint addenda_order_key unique (owner_id, note_id, finalized_at)
);
create index addenda_patient_id_idx on addenda (owner_id, patient_id, created_at);
create index addenda_draft_of_idx on addenda (owner_id, draft_of);
call enable_tenant_isolation('addenda', 'select, insert, update, delete');
call allow_purge('addenda');
call protect_encrypted_columns('addenda');
call count_storage('addenda', true);
create trigger addenda_finalized_immutable
  before insert or update or delete on addenda
  for each row execute function refuse_change_of_finalized();

-- Addenda are in custody with their note (0012).
grant select (owner_id, id, patient_id, finalized_at), delete on addenda to ficha_custody;
create policy custody_read on addenda for select to ficha_custody using (true);
create policy custody_purge on addenda for delete to ficha_custody using (finalized_at is not null);
