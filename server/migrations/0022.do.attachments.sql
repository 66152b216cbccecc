-- Attachments: exams, letters and pictures of a patient or of a clinical note.


-- ---------------------------------------------------------------------------------------------------------------------
-- Attachments
-- ---------------------------------------------------------------------------------------------------------------------

-- No foreign key to the patient: attachments of a deleted patient stay in custody. None to the note: the service locks
-- the note, and a draft is deleted with its patient alone.
create table attachments (
  owner_id uuid not null,
  id uuid not null,
  patient_id uuid not null,
  -- The note that it was added to, if it was.
  note_id uuid,
  name encrypted not null,
  type text not null,
  -- Of the content in plain form.
  size integer not null,
  chunk_count integer not null,
  -- SHA-256 of the content in plain form.
  content_hash bytea not null,
  -- A small picture, for images.
  thumbnail encrypted,
  -- The patient as it was then: what custody knows of a deleted patient.
  patient encrypted not null,
  created_at timestamptz not null,
  -- When it became permanent: its note was finalised, or its patient was deleted. Until then it can be deleted.
  finalized_at timestamptz,
  primary key (owner_id, id),
  -- No cascade here, as for notes: an account with attachments is deleted by the purge or not at all.
  constraint attachments_owner_id_fkey foreign key (owner_id) references users (id),
  constraint attachments_type_check check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  constraint attachments_size_check check (size > 0 and chunk_count > 0),
  constraint attachments_content_hash_check check (octet_length(content_hash) = 32)
);
create index attachments_patient_id_idx on attachments (owner_id, patient_id, created_at, id);
create index attachments_note_id_idx on attachments (owner_id, note_id) where note_id is not null;
call enable_tenant_isolation('attachments', 'select, insert, delete');
grant update (finalized_at) on attachments to ficha_app;
call allow_purge('attachments');
call protect_encrypted_columns('attachments');
call count_storage('attachments', true);

-- The content, in parts that are encrypted one by one, so that reading a file takes the memory of one part.
create table attachment_chunks (
  owner_id uuid not null,
  attachment_id uuid not null,
  -- From 0. It is part of the additional authenticated data, so parts cannot change places.
  number integer not null,
  content encrypted not null,
  primary key (owner_id, attachment_id, number),
  constraint attachment_chunks_attachment_id_fkey foreign key (owner_id, attachment_id)
    references attachments (owner_id, id) on delete cascade
);
-- It is compressed already, or encrypted, which does not compress.
alter table attachment_chunks alter column content set storage external;
call enable_tenant_isolation('attachment_chunks', 'select, insert');
call allow_purge('attachment_chunks');
call protect_encrypted_columns('attachment_chunks');
call count_storage('attachment_chunks', true);

-- An attachment never changes. It becomes permanent once, and keys may be rotated. The fifteen years of custody count
-- from the day when it was added, by the clock of the database (as in 0012).
create function refuse_change_of_attachment() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.finalized_at is not null
       and current_user <> 'ficha_purge'
       and not (current_user = 'ficha_custody' and old.created_at < now() - interval '15 years') then
      raise exception 'a permanent row of % accepts no delete', tg_table_name using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if current_user <> 'ficha_keys' and old.finalized_at is not null then
    raise exception 'a permanent row of % accepts no update', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger attachments_immutable
  before update or delete on attachments
  for each row execute function refuse_change_of_attachment();


-- ---------------------------------------------------------------------------------------------------------------------
-- Custody
-- ---------------------------------------------------------------------------------------------------------------------

-- The parts are deleted by cascade.
grant select (owner_id, id, patient_id, created_at, finalized_at), delete on attachments to ficha_custody;
create policy custody_read on attachments for select to ficha_custody using (true);
create policy custody_purge on attachments for delete to ficha_custody using (finalized_at is not null);
