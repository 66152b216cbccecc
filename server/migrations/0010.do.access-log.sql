-- Access log: the audit trail also records who read what, from where, and with which details. The entries of an owner
-- form a chain: each has the hash of the one before it, so a change, a removal or an insertion is found
-- (`npm run audit -- verify`).

-- Reads all chains, seals them, and adds the reads of all owners. Changes no entry.
call create_application_role('ficha_audit');


-- ---------------------------------------------------------------------------------------------------------------------
-- Entries
-- ---------------------------------------------------------------------------------------------------------------------

alter table audit_entries
  -- The position in the chain of the owner, from 1.
  add column number bigint,
  -- The patient whose data it is about, for the log of one patient.
  add column patient_id uuid,
  -- From where. Null when a command or a job of the server acted.
  add column address inet,
  -- The SHA-256 of the text in audit_details.
  add column detail_hash bytea,
  add column hash bytea;

-- What an entry commits to. server/audit/chain.ts computes the same. Every part is immutable, so that no setting changes
-- the text and the planner inlines the function, which makes it several times faster. The text has no backslash, so its
-- cast to bytea are its bytes.
create function audit_entry_hash(
  previous bytea, number bigint, owner_id uuid, id uuid, at timestamptz, actor_id uuid, act text, subject_id uuid,
  patient_id uuid, address inet, detail_hash bytea
) returns bytea
language sql immutable parallel safe
return sha256((
  coalesce(encode(previous, 'hex'), '') || chr(10) || number::text || chr(10) || owner_id::text || chr(10) || id::text
    || chr(10) || ((extract(epoch from at at time zone 'UTC') * 1000000)::bigint)::text || chr(10) || actor_id::text
    || chr(10) || act || chr(10) || coalesce(subject_id::text, '') || chr(10) || coalesce(patient_id::text, '')
    || chr(10) || coalesce(host(address), '') || chr(10) || coalesce(encode(detail_hash, 'hex'), '')
)::bytea);

-- The last entry of each chain. It also serializes the entries of an owner until their transaction ends.
create table audit_heads (
  owner_id uuid primary key,
  number bigint not null,
  hash bytea not null,
  -- The last number with a seal.
  sealed_number bigint not null default 0
);
call enable_tenant_isolation('audit_heads', 'select');
-- The trigger below runs as the owner of the schema: no role of the application may write a head.
create policy chain on audit_heads to current_user using (true) with check (true);

-- Patients of the entries from before. An act on a patient names the patient itself. The owner of the schema sees the
-- rows while row-level security is not forced.
drop trigger audit_entries_append_only on audit_entries;
do $$
declare
  subject record;
  entry record;
  last record;
  source text;
begin
  foreach source in array array['audit_entries', 'audit_heads', 'clinical_notes', 'certificates', 'appointments', 'documents']
  loop
    execute format('alter table %I no force row level security', source);
  end loop;

  update audit_entries set patient_id = subject_id where act like 'patient.%';
  for subject in
    select * from (values ('clinical_notes', 'clinical-note.%'), ('certificates', 'certificate.%'),
                          ('appointments', 'appointment.%')) as subjects (name, acts)
  loop
    execute format(
      'update audit_entries e set patient_id = s.patient_id from %I s
        where s.owner_id = e.owner_id and s.id = e.subject_id and e.act like %L',
      subject.name, subject.acts
    );
  end loop;
  foreach source in array array['clinical_notes', 'certificates'] loop
    execute format(
      'update audit_entries e set patient_id = s.patient_id from documents d join %I s
           on s.owner_id = d.owner_id and s.id = d.source_id
        where d.owner_id = e.owner_id and d.id = e.subject_id and e.act = ''document.printed''',
      source
    );
  end loop;

  -- The chains of what was recorded until now.
  select null::uuid as owner_id, 0::bigint as number, null::bytea as hash into last;
  for entry in select * from audit_entries order by owner_id, at, id loop
    if entry.owner_id is distinct from last.owner_id then
      last.owner_id := entry.owner_id;
      last.number := 0;
      last.hash := null;
    end if;
    last.number := last.number + 1;
    last.hash := audit_entry_hash(
      last.hash, last.number, entry.owner_id, entry.id, entry.at, entry.actor_id, entry.act, entry.subject_id,
      entry.patient_id, entry.address, entry.detail_hash
    );
    update audit_entries set number = last.number, hash = last.hash
     where owner_id = entry.owner_id and id = entry.id;
  end loop;
  insert into audit_heads (owner_id, number, hash)
  select distinct on (owner_id) owner_id, number, hash from audit_entries order by owner_id, number desc;

  foreach source in array array['audit_entries', 'audit_heads', 'clinical_notes', 'certificates', 'appointments', 'documents']
  loop
    execute format('alter table %I force row level security', source);
  end loop;
end
$$;

alter table audit_entries
  alter column number set not null,
  alter column hash set not null,
  add constraint audit_entries_number_key unique (owner_id, number),
  -- Acts are names: no line break makes one text of two, and no backslash another text of its bytes.
  add constraint audit_entries_act_check check (position(chr(10) in act) = 0 and position(chr(92) in act) = 0);
create index audit_entries_patient_id_idx on audit_entries (owner_id, patient_id, number) where patient_id is not null;

-- Adds an entry at the end of its chain. What the statement says of number and hash is ignored.
create function chain_audit_entry() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update audit_heads h
     set number = h.number + 1,
         hash = audit_entry_hash(
           h.hash, h.number + 1, new.owner_id, new.id, new.at, new.actor_id, new.act, new.subject_id, new.patient_id,
           new.address, new.detail_hash)
   where h.owner_id = new.owner_id
  returning h.number, h.hash into new.number, new.hash;
  if not found then
    insert into audit_heads as h (owner_id, number, hash)
    values (new.owner_id, 1,
            audit_entry_hash(
              null, 1, new.owner_id, new.id, new.at, new.actor_id, new.act, new.subject_id, new.patient_id, new.address,
              new.detail_hash))
    on conflict (owner_id) do update
       set number = h.number + 1,
           hash = audit_entry_hash(
             h.hash, h.number + 1, new.owner_id, new.id, new.at, new.actor_id, new.act, new.subject_id, new.patient_id,
             new.address, new.detail_hash)
    returning h.number, h.hash into new.number, new.hash;
  end if;
  return new;
end
$$;
revoke all on function chain_audit_entry from public;
create trigger audit_entries_chain
  before insert on audit_entries
  for each row execute function chain_audit_entry();

-- Nobody changes an entry. Three triggers, because on Citus one that names TRUNCATE is on the coordinator alone.
create trigger audit_entries_refuse_update
  before update or delete on audit_entries
  for each statement execute function refuse_change();
drop trigger if exists audit_entries_append_only_truncate on audit_entries;
create trigger audit_entries_refuse_truncate
  before truncate on audit_entries
  for each statement execute function refuse_change();

-- The professional reads the own log.
grant select on audit_entries to ficha_app;


-- ---------------------------------------------------------------------------------------------------------------------
-- Details
-- ---------------------------------------------------------------------------------------------------------------------

-- What an entry says beyond ids: a search term, the identity of a patient before a change. Apart from the entries, so
-- that a rotation of keys can encrypt it again and the deletion of an account can delete it; the entry keeps its hash.
create table audit_details (
  owner_id uuid not null,
  entry_id uuid not null,
  detail encrypted not null,
  primary key (owner_id, entry_id),
  constraint audit_details_entry_id_fkey foreign key (owner_id, entry_id) references audit_entries (owner_id, id)
);
call enable_tenant_isolation('audit_details', 'select, insert');
call protect_encrypted_columns('audit_details');
call allow_purge('audit_details');

-- A login has details. The trigger require_usable_key runs under the role that writes.
grant select (number, accepts_text) on data_keys to ficha_identity;
grant insert on audit_details to ficha_identity;
create policy identity_insert on audit_details for insert to ficha_identity with check (true);

create trigger audit_details_refuse_update
  before update on audit_details
  for each statement when (current_user <> 'ficha_keys') execute function refuse_change();
create trigger audit_details_refuse_delete
  before delete on audit_details
  for each statement when (current_user <> 'ficha_purge') execute function refuse_change();
create trigger audit_details_refuse_truncate
  before truncate on audit_details
  for each statement execute function refuse_change();


-- ---------------------------------------------------------------------------------------------------------------------
-- Seals
-- ---------------------------------------------------------------------------------------------------------------------

-- Whoever can write to the database could compute a chain anew. A seal is made under a key that is not in the database
-- (server/audit/seals.ts): it fixes the entry that a chain had reached. Seals are themselves one chain, so none of them
-- can be removed from its middle, nor all seals of one owner.
create table audit_seals (
  number bigint primary key,
  owner_id uuid not null,
  entry_number bigint not null,
  entry_hash bytea not null,
  sealed_at timestamptz not null,
  -- The data key from which the key of the seal is derived.
  key_number integer not null,
  -- The SHA-256 of the digest before and of the columns above.
  digest bytea not null,
  -- HMAC-SHA256 of the digest.
  mac bytea not null
);
create index audit_seals_owner_id_idx on audit_seals (owner_id, entry_number);
create trigger audit_seals_refuse_update
  before update or delete on audit_seals
  for each statement execute function refuse_change();
create trigger audit_seals_refuse_truncate
  before truncate on audit_seals
  for each statement execute function refuse_change();

grant select on audit_entries, audit_heads, audit_details, audit_seals to ficha_audit;
-- Reads of all owners are written together.
grant insert on audit_entries, audit_details to ficha_audit;
create policy audit_insert on audit_entries for insert to ficha_audit with check (true);
create policy audit_insert on audit_details for insert to ficha_audit with check (true);
grant select (number, accepts_text) on data_keys to ficha_audit;
grant insert on audit_seals to ficha_audit;
grant update (sealed_number) on audit_heads to ficha_audit;
create policy audit_read on audit_entries for select to ficha_audit using (true);
create policy audit_read on audit_details for select to ficha_audit using (true);
create policy audit_read on audit_heads for select to ficha_audit using (true);
create policy audit_seal on audit_heads for update to ficha_audit using (true) with check (true);
