-- What is finalised stays as it is, whoever asks, and has been a draft before.
create function refuse_change_of_finalized() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.finalized_at is not null then
      raise exception 'a row of % begins as a draft', tg_table_name using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if old.finalized_at is not null then
    raise exception 'a finalised row of % accepts no %', tg_table_name, lower(tg_op) using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

create table clinical_notes (
  owner_id uuid not null,
  id uuid not null,
  patient_id uuid not null,
  status text not null,
  content sealed not null,
  -- The beginnings of its texts, for lists: a history is read without reading all that was ever written.
  preview sealed not null,
  version integer not null,
  -- Chosen by whoever asks for a new note, so that asking twice makes one.
  request_key uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When an act on it was last written to the audit trail: a draft saves itself all the time.
  recorded_at timestamptz not null,
  finalized_at timestamptz,
  finalized_by uuid,
  -- What was finalised, with both parties as they were then, word for word as it was hashed.
  record sealed,
  content_hash bytea,
  -- A draft goes with its patient; a finalised note stays in custody when the patient is gone.
  draft_of uuid generated always as (case when status = 'draft' then patient_id end) stored,
  primary key (owner_id, id),
  constraint clinical_notes_owner foreign key (owner_id) references users (id),
  constraint clinical_notes_draft_of foreign key (owner_id, draft_of) references patients (owner_id, id) on delete cascade,
  constraint clinical_notes_asked_once unique (owner_id, request_key),
  constraint clinical_notes_status check (status in ('draft', 'finalized')),
  constraint clinical_notes_finalized check (
    num_nonnulls(finalized_at, finalized_by, record, content_hash) = case status when 'finalized' then 4 else 0 end
  ),
  constraint clinical_notes_finalized_last check (finalized_at >= updated_at),
  constraint clinical_notes_hash check (octet_length(content_hash) = 32)
);
create index clinical_notes_of_patient on clinical_notes (owner_id, patient_id, created_at);
create index clinical_notes_of_draft on clinical_notes (owner_id, draft_of);
call make_tenant_table('clinical_notes', 'select, insert, update');

create trigger clinical_notes_stay_finalized
  before insert or update or delete on clinical_notes
  for each row execute function refuse_change_of_finalized();
