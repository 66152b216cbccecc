-- Whoever holds a printed document may ask whether it is one: this role sees that and nothing else.
do $$
begin
  begin
    create role ficha_anybody login nosuperuser nocreatedb nocreaterole nobypassrls;
  exception when duplicate_object or unique_violation then
    null;
  end;
  begin
    grant ficha_anybody to current_user;
  exception when unique_violation then
    null;
  end;
end
$$;
grant usage on schema public to ficha_anybody;

-- The last folio that each professional has given, by year.
create table folios (
  owner_id uuid not null,
  year integer not null,
  last integer not null,
  primary key (owner_id, year),
  constraint folios_owner foreign key (owner_id) references users (id)
);
call make_tenant_table('folios', 'select, insert, update');

-- A document is reserved with its folio and code, printed, and then kept as it was sealed: byte for byte.
create table documents (
  owner_id uuid not null,
  id uuid not null,
  kind text not null,
  source_id uuid not null,
  -- Of the signature on it: with another one, or none, it is another document.
  signature_hash bytea,
  folio text not null,
  code sealed not null,
  created_at timestamptz not null,
  -- Stands for finalised: from here on the row stays as it is.
  finalized_at timestamptz,
  file sealed,
  file_hash bytea,
  timestamp text,
  primary key (owner_id, id),
  constraint documents_owner foreign key (owner_id) references users (id),
  constraint documents_once unique nulls not distinct (owner_id, source_id, kind, signature_hash),
  constraint documents_folio_once unique (owner_id, folio),
  constraint documents_kept check (num_nonnulls(finalized_at, file, file_hash, timestamp) in (0, 4))
);
call make_tenant_table('documents', 'select, insert, update');
create trigger documents_stay
  before insert or update or delete on documents
  for each row execute function refuse_change_of_finalized();

-- What the paper proves, found by the hash of its code alone.
create table verifications (
  owner_id uuid not null,
  code_hash bytea not null,
  kind text not null,
  -- As the paper has it: what one may prescribe is for another an indication.
  title text not null,
  folio text not null,
  finalized_at timestamptz not null,
  time_zone text not null,
  professional_name text not null,
  professional_profession text,
  professional_rnpi text,
  patient_initials text not null,
  content_hash bytea not null,
  file_hash bytea not null,
  timestamp text not null,
  primary key (owner_id, code_hash),
  constraint verifications_owner foreign key (owner_id) references users (id),
  constraint verifications_code_once unique (code_hash)
);
call make_tenant_table('verifications', 'insert');
create policy anybody on verifications for select to ficha_anybody using (true);
grant select (code_hash, kind, title, folio, finalized_at, time_zone, professional_name, professional_profession,
              professional_rnpi, patient_initials, content_hash, file_hash, timestamp) on verifications to ficha_anybody;
create trigger verifications_only_grow
  before update or delete or truncate on verifications
  for each statement execute function refuse_change();
