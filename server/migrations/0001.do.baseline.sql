-- The schema of the first release. Sections follow the features of the server:
--
--   roles and tenant isolation · text at rest and search · accounts · audit · patients · agenda · finalization ·
--   clinical notes · certificates · signatures · documents · CIE-10 · billing · administration · account deletion
--
-- Names: `<table>_<column>_fkey`, `_key`, `_idx` as PostgreSQL itself would choose them; a check is named after its rule.
-- The server relies on two of them: a violated `_owner_id_fkey` or `_user_id_fkey` means that the account was deleted
-- (server/platform/database/database.ts).


-- ---------------------------------------------------------------------------------------------------------------------
-- Roles and tenant isolation
-- ---------------------------------------------------------------------------------------------------------------------

-- Creates a role that owns nothing and bypasses nothing. Roles belong to the whole PostgreSQL server, so another
-- database may have created the role already, even in a transaction that runs at the same time.
create procedure create_application_role(name text)
language plpgsql as $$
begin
  begin
    execute format('create role %I login nosuperuser nocreatedb nocreaterole nobypassrls', name);
  exception when duplicate_object or unique_violation then
    null;
  end;
  begin
    execute format('grant %I to current_user', name);
  exception when unique_violation then
    null;
  end;
  execute format('grant usage on schema public to %I', name);
end
$$;
revoke all on procedure create_application_role from public;

-- The data of one professional at a time.
call create_application_role('ficha_app');
-- Accounts, sessions and rate limits.
call create_application_role('ficha_identity');
-- Changes the CIE-10 catalogue.
call create_application_role('ficha_catalogue');
-- Purchases, payments, notifications and the plans that follow from them.
call create_application_role('ficha_billing');
-- Reads accounts, their use and their plans. Reads no clinical data.
call create_application_role('ficha_admin');
-- Deletes the data of one account.
call create_application_role('ficha_purge');
-- Verifies printed documents for people without an account.
call create_application_role('ficha_public');

revoke create on schema public from public;

-- A temporary table would shadow the real table of the same name.
do $$
begin
  execute format('revoke temporary on database %I from public', current_database());
end
$$;

-- Makes a table a tenant table: ficha_app sees and writes the rows of the current owner and no others.
-- Without an owner, unset or empty, it sees no rows.
create procedure enable_tenant_isolation(tenant_table regclass, privileges text)
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('alter table %s force row level security', tenant_table);
  execute format(
    'create policy tenant_isolation on %s to ficha_app
       using (owner_id = nullif(current_setting(''app.owner'', true), '''')::uuid)
       with check (owner_id = nullif(current_setting(''app.owner'', true), '''')::uuid)',
    tenant_table
  );
  execute format('grant %s on %s to ficha_app', privileges, tenant_table);
end
$$;
revoke all on procedure enable_tenant_isolation from public;

-- Lets the deletion of an account delete its rows of a tenant table. Of what is deleted, ficha_purge reads the owner only.
create procedure allow_purge(tenant_table regclass)
language plpgsql as $$
begin
  execute format(
    'create policy purge_account on %s to ficha_purge
       using (owner_id = nullif(current_setting(''app.purged'', true), '''')::uuid)',
    tenant_table
  );
  execute format('grant select (owner_id), delete on %s to ficha_purge', tenant_table);
end
$$;
revoke all on procedure allow_purge from public;

-- For triggers on tables whose rows never change.
create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% accepts no %', tg_table_name, lower(tg_op) using errcode = 'restrict_violation';
end
$$;


-- ---------------------------------------------------------------------------------------------------------------------
-- Text at rest and search
-- ---------------------------------------------------------------------------------------------------------------------

-- Text that only the server can read: a version byte, the number of the key, then AES-256-GCM
-- (server/platform/crypto/field-cipher.ts). Plain text is refused.
create domain encrypted as bytea check (octet_length(value) >= 30 and get_byte(value, 0) = 1);

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- Folds case and accents and collapses white space, like contract/fold.ts. Stored text and search terms both pass
-- through it.
create function fold(value text) returns text
language sql immutable strict parallel safe
return btrim(regexp_replace(lower(regexp_replace(normalize(value, nfd), '[\u0300-\u036F]', '', 'g')), '\s+', ' ', 'g'));

-- The LIKE pattern that finds a term anywhere in folded text. The term's own wildcards match themselves.
create function like_pattern(term text) returns text
language sql immutable strict parallel safe
return '%' || regexp_replace(fold(term), '([\\%_])', '\\\1', 'g') || '%';


-- ---------------------------------------------------------------------------------------------------------------------
-- Accounts
-- ---------------------------------------------------------------------------------------------------------------------

create table users (
  id uuid primary key,
  role text not null,
  name text not null,
  email text not null,
  password_hash text not null,
  -- True while somebody else chose the password: the account can do nothing but change it.
  must_change_password boolean not null default false,
  rut text,
  profession text,
  rnpi text,
  specialty text,
  city text,
  region text,
  created_at timestamptz not null,
  folded_name text collate "C" not null generated always as (fold(name)) stored,
  folded_specialty text collate "C" generated always as (fold(specialty)) stored,
  -- One part on each line, so that no search term matches across two parts.
  search_text text collate "C" not null generated always as (
    fold(name) || chr(10) || fold(email) || chr(10) || coalesce(fold(profession), '')
  ) stored,
  constraint users_role_check check (role in ('professional', 'admin')),
  -- One e-mail address is one account, in whatever case it is typed.
  constraint users_email_lowercase_check check (email = lower(email)),
  constraint users_email_key unique (email),
  -- A professional has a complete profile, an administrator needs none.
  constraint users_professional_profile_check check (
    role = 'admin' or (rut is not null and profession is not null and city is not null and region is not null)
  )
);
-- For the lists of administrators: one index for each sort order. Missing values come last in both directions.
create index users_created_at_idx on users (created_at, id);
create index users_folded_name_idx on users (folded_name, id);
create index users_profession_idx on users (profession, id);
create index users_profession_idx_desc on users (profession desc nulls last, id desc);
create index users_folded_specialty_idx on users (folded_specialty, id);
create index users_folded_specialty_idx_desc on users (folded_specialty desc nulls last, id desc);
create index users_search_text_idx on users using gin (search_text gin_trgm_ops);

-- One row for each login. Ended sessions are kept: the statistics of use are computed from them.
create table sessions (
  id uuid primary key,
  user_id uuid not null,
  refresh_token_hash bytea not null,
  started_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz,
  constraint sessions_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint sessions_refresh_token_hash_key unique (refresh_token_hash)
);
create index sessions_user_id_idx on sessions (user_id);
-- Sessions lie in the table in about the order of their use, so a BRIN index of a few bytes finds those of today.
create index sessions_last_seen_at_idx on sessions using brin (last_seen_at);

-- Counters that may be lost in a crash. Keys are hashes: no address and no e-mail address is stored.
create unlogged table rate_limits (
  key bytea primary key,
  hits integer not null,
  resets_at timestamptz not null
);
create index rate_limits_resets_at_idx on rate_limits (resets_at);

-- No delete on users and sessions: they are deleted with the account, by ficha_purge.
grant select, insert, update on users, sessions to ficha_identity;
grant select, insert, update, delete on rate_limits to ficha_identity;


-- ---------------------------------------------------------------------------------------------------------------------
-- Audit
-- ---------------------------------------------------------------------------------------------------------------------

-- Who did what, to whose data. Ids only, without foreign keys: an entry outlives its subject.
create table audit_entries (
  owner_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  actor_id uuid not null,
  act text not null,
  subject_id uuid,
  primary key (owner_id, id)
);
call enable_tenant_isolation('audit_entries', 'insert');

-- Each role records its own acts and no others. What an administrator does to a plan, a payment or a notification is
-- done, and recorded, by billing.
create policy identity_insert on audit_entries for insert to ficha_identity with check (true);
create policy catalogue_insert on audit_entries for insert to ficha_catalogue with check (act like 'cie10.%');
create policy billing_insert on audit_entries for insert to ficha_billing
  with check (act like 'payment.%' or act like 'webhook.%' or act like 'user.subscription-%');
create policy purge_insert on audit_entries for insert to ficha_purge
  with check (act = 'user.deleted' and owner_id = nullif(current_setting('app.purged', true), '')::uuid);
grant insert on audit_entries to ficha_identity, ficha_catalogue, ficha_billing, ficha_purge;

create trigger audit_entries_append_only
  before update or delete or truncate on audit_entries
  for each statement execute function refuse_change();


-- ---------------------------------------------------------------------------------------------------------------------
-- Patients
-- ---------------------------------------------------------------------------------------------------------------------

create table patients (
  owner_id uuid not null,
  id uuid not null,
  name text not null,
  -- Without case and accents, for order and search: 'nunez soto'.
  folded_name text collate "C" not null,
  rut text not null,
  -- Without dots, dash and case: two spellings of one RUT are equal.
  compact_rut text collate "C" not null,
  birth_date date not null,
  sex text,
  contact encrypted not null,
  background encrypted not null,
  created_at timestamptz not null,
  primary key (owner_id, id),
  constraint patients_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade,
  -- A professional has each person once. Two professionals may have the same person.
  constraint patients_compact_rut_key unique (owner_id, compact_rut),
  constraint patients_sex_check check (sex in ('masculino', 'femenino'))
);
create index patients_folded_name_idx on patients (owner_id, folded_name, id);
call enable_tenant_isolation('patients', 'select, insert, update, delete');
call allow_purge('patients');

-- The suffixes of names and RUTs: a term is part of a name when a suffix of the name begins with it.
-- Under row-level security a comparison (>=, <) may use an index and LIKE may not: LIKE is not leakproof.
create table patient_suffixes (
  owner_id uuid not null,
  suffix text collate "C" not null,
  patient_id uuid not null,
  primary key (owner_id, suffix, patient_id),
  constraint patient_suffixes_patient_id_fkey foreign key (owner_id, patient_id)
    references patients (owner_id, id) on delete cascade
);
create index patient_suffixes_patient_id_idx on patient_suffixes (owner_id, patient_id);
call enable_tenant_isolation('patient_suffixes', 'select, insert, delete');
call allow_purge('patient_suffixes');

-- The number of patients of each owner, kept by a trigger: counting twenty thousand rows on every request is too slow.
create table patient_counts (
  owner_id uuid primary key,
  patients integer not null,
  constraint patient_counts_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade
);
create index patient_counts_patients_idx on patient_counts (patients, owner_id);
call enable_tenant_isolation('patient_counts', 'select, insert, update');
call allow_purge('patient_counts');

create function update_patient_count() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into patient_counts as kept (owner_id, patients) values (new.owner_id, 1)
    on conflict (owner_id) do update set patients = kept.patients + 1;
  else
    update patient_counts set patients = patients - 1 where owner_id = old.owner_id;
  end if;
  return null;
end
$$;
-- Not for ficha_purge, which deletes the count as a whole: twenty thousand updates in one transaction take minutes.
create trigger patients_update_count
  after insert or delete on patients
  for each row when (current_user <> 'ficha_purge') execute function update_patient_count();


-- ---------------------------------------------------------------------------------------------------------------------
-- Agenda
-- ---------------------------------------------------------------------------------------------------------------------

-- Day and minute as the professional's clock shows them, so a change to or from summer time moves no appointment.
create table appointments (
  owner_id uuid not null,
  id uuid not null,
  patient_id uuid not null,
  date date not null,
  start_minute integer not null,
  duration integer not null,
  note encrypted,
  created_at timestamptz not null,
  primary key (owner_id, id),
  constraint appointments_patient_id_fkey foreign key (owner_id, patient_id)
    references patients (owner_id, id) on delete cascade,
  -- An appointment ends on the day on which it begins.
  constraint appointments_within_day_check check (start_minute >= 0 and duration > 0 and start_minute + duration <= 1440),
  -- A professional sees one patient at a time. One appointment may begin in the minute in which another ends.
  constraint appointments_no_overlap exclude using gist (
    owner_id with =,
    date with =,
    int4range(start_minute, start_minute + duration) with &&
  )
);
create index appointments_date_idx on appointments (owner_id, date, start_minute);
create index appointments_patient_id_idx on appointments (owner_id, patient_id);
call enable_tenant_isolation('appointments', 'select, insert, update, delete');
call allow_purge('appointments');


-- ---------------------------------------------------------------------------------------------------------------------
-- Finalization
-- ---------------------------------------------------------------------------------------------------------------------

-- A row begins as a draft, and nobody changes or deletes it once it is finalized. The deletion of the account is the
-- only exception.
create function refuse_change_of_finalized() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.finalized_at is not null then
      raise exception 'a row of % begins as a draft', tg_table_name using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if old.finalized_at is not null and not (tg_op = 'DELETE' and current_user = 'ficha_purge') then
    raise exception 'a finalized row of % accepts no %', tg_table_name, lower(tg_op) using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;


-- ---------------------------------------------------------------------------------------------------------------------
-- Clinical notes
-- ---------------------------------------------------------------------------------------------------------------------

create table clinical_notes (
  owner_id uuid not null,
  id uuid not null,
  patient_id uuid not null,
  status text not null,
  content encrypted not null,
  -- The first words of each text, so that a list does not have to decrypt whole notes.
  preview encrypted not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When a change was last recorded in the audit trail. Drafts are saved too often to record each time.
  recorded_at timestamptz not null,
  finalized_at timestamptz,
  finalized_by uuid,
  -- The snapshot: what was finalized, with patient and professional as they were, in the exact text that was hashed.
  record encrypted,
  content_hash bytea,
  -- The patient while this is a draft. A draft is deleted with its patient, a finalized note stays.
  draft_of uuid generated always as (case when status = 'draft' then patient_id end) stored,
  primary key (owner_id, id),
  -- No cascade here: an account with notes is deleted by the purge or not at all.
  constraint clinical_notes_owner_id_fkey foreign key (owner_id) references users (id),
  constraint clinical_notes_draft_of_fkey foreign key (owner_id, draft_of)
    references patients (owner_id, id) on delete cascade,
  constraint clinical_notes_status_check check (status in ('draft', 'finalized')),
  -- A finalized note has its date, author, snapshot and hash; a draft has none of them.
  constraint clinical_notes_finalized_check check (
    num_nonnulls(finalized_at, finalized_by, record, content_hash) = case status when 'finalized' then 4 else 0 end
  ),
  constraint clinical_notes_finalized_last_check check (finalized_at >= updated_at),
  -- SHA-256.
  constraint clinical_notes_content_hash_check check (octet_length(content_hash) = 32)
);
create index clinical_notes_patient_id_idx on clinical_notes (owner_id, patient_id, created_at);
create index clinical_notes_draft_of_idx on clinical_notes (owner_id, draft_of);
call enable_tenant_isolation('clinical_notes', 'select, insert, update');
call allow_purge('clinical_notes');
create trigger clinical_notes_finalized_immutable
  before insert or update or delete on clinical_notes
  for each row execute function refuse_change_of_finalized();


-- ---------------------------------------------------------------------------------------------------------------------
-- Certificates
-- ---------------------------------------------------------------------------------------------------------------------

-- All versions of a template are kept: a certificate refers to the version from which it was written.
create table certificate_templates (
  owner_id uuid not null,
  id uuid not null,
  version integer not null,
  name encrypted not null,
  created_at timestamptz not null,
  primary key (owner_id, id),
  constraint certificate_templates_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade
);
call enable_tenant_isolation('certificate_templates', 'select, insert, update');
call allow_purge('certificate_templates');

create table certificate_template_versions (
  owner_id uuid not null,
  template_id uuid not null,
  version integer not null,
  content encrypted not null,
  created_at timestamptz not null,
  primary key (owner_id, template_id, version),
  constraint certificate_template_versions_template_id_fkey foreign key (owner_id, template_id)
    references certificate_templates (owner_id, id) on delete cascade
);
call enable_tenant_isolation('certificate_template_versions', 'select, insert');
call allow_purge('certificate_template_versions');

-- The columns and rules of clinical_notes: the same code reads and writes both (server/drafts).
create table certificates (
  owner_id uuid not null,
  id uuid not null,
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
  record encrypted,
  content_hash bytea,
  draft_of uuid generated always as (case when status = 'draft' then patient_id end) stored,
  primary key (owner_id, id),
  constraint certificates_owner_id_fkey foreign key (owner_id) references users (id),
  constraint certificates_draft_of_fkey foreign key (owner_id, draft_of)
    references patients (owner_id, id) on delete cascade,
  constraint certificates_status_check check (status in ('draft', 'finalized')),
  constraint certificates_finalized_check check (
    num_nonnulls(finalized_at, finalized_by, record, content_hash) = case status when 'finalized' then 4 else 0 end
  ),
  constraint certificates_finalized_last_check check (finalized_at >= updated_at),
  constraint certificates_content_hash_check check (octet_length(content_hash) = 32)
);
create index certificates_patient_id_idx on certificates (owner_id, patient_id, created_at);
create index certificates_draft_of_idx on certificates (owner_id, draft_of);
-- Unlike a clinical note, a certificate in draft may be deleted by its author.
call enable_tenant_isolation('certificates', 'select, insert, update, delete');
call allow_purge('certificates');
create trigger certificates_finalized_immutable
  before insert or update or delete on certificates
  for each row execute function refuse_change_of_finalized();


-- ---------------------------------------------------------------------------------------------------------------------
-- Signatures
-- ---------------------------------------------------------------------------------------------------------------------

-- The image of a professional's handwritten signature, re-encoded by the server.
create table signatures (
  owner_id uuid primary key,
  image encrypted not null,
  -- Of the image in plain form: a document printed with another signature is another document.
  image_hash bytea not null,
  use_in_prescriptions boolean not null,
  updated_at timestamptz not null,
  constraint signatures_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade
);
call enable_tenant_isolation('signatures', 'select, insert, update, delete');
call allow_purge('signatures');


-- ---------------------------------------------------------------------------------------------------------------------
-- Documents
-- ---------------------------------------------------------------------------------------------------------------------

-- The last folio number that each professional has used, by year.
create table folios (
  owner_id uuid not null,
  year integer not null,
  last integer not null,
  primary key (owner_id, year),
  constraint folios_owner_id_fkey foreign key (owner_id) references users (id)
);
call enable_tenant_isolation('folios', 'select, insert, update');
call allow_purge('folios');

-- A document is reserved with its folio and code, then printed and signed, then stored byte for byte.
create table documents (
  owner_id uuid not null,
  id uuid not null,
  kind text not null,
  source_id uuid not null,
  -- Of the handwritten signature on it; null without one.
  signature_hash bytea,
  folio text not null,
  code encrypted not null,
  created_at timestamptz not null,
  -- When the file was stored. From then on the row is immutable, like any finalized row.
  finalized_at timestamptz,
  file encrypted,
  file_hash bytea,
  timestamp text,
  primary key (owner_id, id),
  constraint documents_owner_id_fkey foreign key (owner_id) references users (id),
  -- The same content with the same signature is the same document, with the same folio and code.
  constraint documents_source_key unique nulls not distinct (owner_id, source_id, kind, signature_hash),
  constraint documents_folio_key unique (owner_id, folio),
  -- The file, its hash and the state of its time-stamp are stored together.
  constraint documents_stored_check check (num_nonnulls(finalized_at, file, file_hash, timestamp) in (0, 4))
);
call enable_tenant_isolation('documents', 'select, insert, update');
call allow_purge('documents');
create trigger documents_finalized_immutable
  before insert or update or delete on documents
  for each row execute function refuse_change_of_finalized();

-- What the verification page shows of a printed document, found by the hash of its code alone.
create table verifications (
  owner_id uuid not null,
  code_hash bytea not null,
  kind text not null,
  -- As printed: for some professions a prescription is titled as indications.
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
  constraint verifications_owner_id_fkey foreign key (owner_id) references users (id),
  -- A code belongs to one document of all professionals.
  constraint verifications_code_hash_key unique (code_hash)
);
call enable_tenant_isolation('verifications', 'insert');
call allow_purge('verifications');
-- Every column but the owner.
create policy public_read on verifications for select to ficha_public using (true);
grant select (code_hash, kind, title, folio, finalized_at, time_zone, professional_name, professional_profession,
              professional_rnpi, patient_initials, content_hash, file_hash, timestamp) on verifications to ficha_public;
create trigger verifications_append_only
  before update or truncate on verifications
  for each statement execute function refuse_change();
create trigger verifications_deleted_by_purge_only
  before delete on verifications
  for each statement when (current_user <> 'ficha_purge') execute function refuse_change();


-- ---------------------------------------------------------------------------------------------------------------------
-- CIE-10
-- ---------------------------------------------------------------------------------------------------------------------

-- The catalogue of diagnoses. It belongs to no tenant: every professional reads it, ficha_catalogue alone changes it.
create table cie10_codes (
  code text collate "C" primary key,
  description text not null,
  source text not null,
  -- The folded words of the description, 'diabetes', and the code in a form that no description contains, '=e110'.
  words tsvector not null,
  -- The position in the list of the most common diagnoses.
  commonness integer,
  -- The order of search results: common diagnoses first, then categories before their subdivisions and shorter
  -- descriptions before longer ones. The chapters on births (O, P), external causes (V to Y) and reasons for a visit
  -- (Z) come last, because they repeat the words of all other chapters.
  weight integer not null generated always as (
    coalesce(
      commonness,
      case when left(code, 1) in ('O', 'P', 'V', 'W', 'X', 'Y', 'Z') then 4000 else 0 end
      + case when length(code) = 3 then 1000 else 2000 end
      + length(description)
    )
  ) stored,
  constraint cie10_codes_code_check check (code ~ '^[A-Z][0-9]{2}(\.[0-9][0-9A-Z]?)?$'),
  constraint cie10_codes_source_check check (source in ('base', 'curated', 'official'))
);
-- The catalogue is written a few times in its life. With fastupdate every search would read the list of pending entries.
create index cie10_codes_words_idx on cie10_codes using gin (words) with (fastupdate = off);
grant select on cie10_codes to ficha_app;
grant select, insert, update on cie10_codes to ficha_catalogue;


-- ---------------------------------------------------------------------------------------------------------------------
-- Billing
-- ---------------------------------------------------------------------------------------------------------------------

-- Billing looks an account up by its id and knows nothing else of it.
grant select (id) on users to ficha_billing;

-- The plan of an account. Without a row the account is free; a paid plan without expiry does not end.
create table subscriptions (
  owner_id uuid primary key,
  status text not null,
  expires_at timestamptz,
  -- The expiry if payments of the test checkout count too; null if they change nothing. status and expires_at count
  -- real payments only.
  test_expires_at timestamptz,
  -- Set when an administrator ends the plan: what was credited until then no longer counts.
  reset_at timestamptz,
  constraint subscriptions_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade,
  constraint subscriptions_status_check check (status in ('free', 'paid')),
  -- A plan that an administrator gave without end has no test expiry.
  constraint subscriptions_endless_check check (test_expires_at is null or status = 'free' or expires_at is not null)
);
call enable_tenant_isolation('subscriptions', 'select');
call allow_purge('subscriptions');
create policy billing_all on subscriptions to ficha_billing using (true) with check (true);
grant select, insert, update on subscriptions to ficha_billing;

-- The plan of each account, with or without the payments of the test checkout.
create function plans(counts_test_payments boolean)
returns table (owner_id uuid, status text, expires_at timestamptz)
language sql stable as $$
  select s.owner_id,
         case when counts_test_payments and s.test_expires_at is not null then 'paid' else s.status end,
         case when counts_test_payments and s.test_expires_at is not null then s.test_expires_at else s.expires_at end
    from subscriptions s
$$;

-- A purchase is stored before the provider is asked for a checkout; its id is the reference of the payment. A purchase
-- without preference_id was never offered for payment.
create table purchases (
  owner_id uuid not null,
  id uuid not null,
  provider text not null,
  subscription_type text not null,
  amount integer not null,
  currency text not null,
  preference_id text,
  init_point text,
  sandbox_init_point text,
  -- The account at the provider that receives the money.
  collector_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the provider last answered a query about this purchase.
  asked_at timestamptz,
  -- When a process last began such a query, so that no other process asks at the same time.
  claimed_at timestamptz,
  primary key (owner_id, id),
  constraint purchases_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade,
  -- The provider's notifications name a purchase without its owner.
  constraint purchases_id_key unique (id),
  constraint purchases_subscription_type_check check (subscription_type in ('monthly', 'annual')),
  constraint purchases_amount_check check (amount > 0 and currency = 'CLP'),
  constraint purchases_preference_check check (num_nonnulls(preference_id, init_point, collector_id) in (0, 3))
);
create index purchases_created_at_idx on purchases (created_at) where preference_id is not null;
call enable_tenant_isolation('purchases', 'select');
call allow_purge('purchases');
create policy billing_all on purchases to ficha_billing using (true) with check (true);
grant select, insert on purchases to ficha_billing;
-- Not the type and the amount: what was bought, and its price, never change.
grant update (preference_id, init_point, sandbox_init_point, collector_id, asked_at, claimed_at)
  on purchases to ficha_billing;

-- The payments as the provider reports them. A purchase may be tried, and even paid, more than once.
create table payments (
  owner_id uuid not null,
  id uuid not null,
  purchase_id uuid not null,
  provider_payment_id text not null,
  status text not null,
  provider_status text not null,
  status_detail text,
  amount integer not null,
  created_at timestamptz not null,
  provider_updated_at timestamptz not null,
  processed_at timestamptz,
  -- When its period was added to the plan. It stays set when the money is refunded.
  credited_at timestamptz,
  -- When an administrator removed it from the lists. It still counts, and is kept as evidence.
  deleted_at timestamptz,
  primary key (owner_id, id),
  constraint payments_purchase_id_fkey foreign key (owner_id, purchase_id)
    references purchases (owner_id, id) on delete cascade,
  -- Administrators name a payment without its owner.
  constraint payments_id_key unique (id),
  -- A payment of the provider is credited once, however often it is reported.
  constraint payments_provider_payment_id_key unique (provider_payment_id),
  constraint payments_status_check check (status in ('approved', 'pending', 'rejected', 'cancelled', 'refunded')),
  constraint payments_approved_is_credited_check check (status <> 'approved' or credited_at is not null)
);
create index payments_purchase_id_idx on payments (owner_id, purchase_id);
call enable_tenant_isolation('payments', 'select');
call allow_purge('payments');
create policy billing_all on payments to ficha_billing using (true) with check (true);
grant select, insert on payments to ficha_billing;
grant update (status, provider_status, status_detail, provider_updated_at, processed_at, credited_at, deleted_at)
  on payments to ficha_billing;

-- Every notification that arrives at the endpoint of the provider, including those that the provider did not send.
create table webhooks (
  id uuid primary key,
  received_at timestamptz not null,
  webhook_type text not null,
  action text,
  provider_event_id text,
  provider_payment_id text,
  status text not null,
  error_message text,
  ip_address text not null,
  user_id uuid,
  -- Whether its signature is the provider's. Others are deleted after a month.
  is_genuine boolean not null default false,
  -- When an administrator removed it from the lists.
  deleted_at timestamptz,
  search_text text collate "C" not null generated always as (
    fold(webhook_type) || chr(10) || coalesce(fold(provider_payment_id), '') || chr(10) || fold(ip_address)
  ) stored,
  constraint webhooks_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint webhooks_status_check check (status in ('received', 'processed', 'failed', 'ignored'))
);
create index webhooks_user_id_idx on webhooks (user_id);
create index webhooks_received_at_idx on webhooks (received_at);
create index webhooks_provider_event_id_idx on webhooks (provider_event_id) where status = 'processed';
grant select, insert, update, delete on webhooks to ficha_billing;


-- ---------------------------------------------------------------------------------------------------------------------
-- Administration
-- ---------------------------------------------------------------------------------------------------------------------

-- Every column but the password hash and the refresh token hash.
grant select (id, role, name, email, rut, profession, rnpi, specialty, city, region, created_at, must_change_password,
              folded_name, folded_specialty, search_text) on users to ficha_admin;
grant select (id, user_id, started_at, last_seen_at, ended_at) on sessions to ficha_admin;
grant select on patient_counts, subscriptions, webhooks to ficha_admin;
create policy admin_read on patient_counts for select to ficha_admin using (true);
create policy admin_read on subscriptions for select to ficha_admin using (true);


-- ---------------------------------------------------------------------------------------------------------------------
-- Account deletion
-- ---------------------------------------------------------------------------------------------------------------------

-- The sessions and notifications of an account are deleted by cascade. `select … for update` needs the update right.
grant select (id, role), update (id), delete on users to ficha_purge;

-- users has no row-level security, so a trigger limits ficha_purge to the account that is being deleted.
create function refuse_purge_of_other_accounts() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.id = nullif(current_setting('app.purged', true), '')::uuid then
    return old;
  end if;
  raise exception 'a purge accepts no % of another account', lower(tg_op) using errcode = 'restrict_violation';
end
$$;
create trigger users_purge_scope
  before update or delete on users
  for each row when (current_user = 'ficha_purge') execute function refuse_purge_of_other_accounts();
