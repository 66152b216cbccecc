-- What was done, by whom, on whose data. Ids only: an entry outlives what it speaks of.
create table audit_entries (
  owner_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  actor_id uuid not null,
  act text not null,
  subject_id uuid,
  primary key (owner_id, id)
);

call make_tenant_table('audit_entries', 'insert');

-- Acts on an account itself (registration, sessions) happen behind the identity gate.
create policy accounts on audit_entries for insert to ficha_identity with check (true);
grant insert on audit_entries to ficha_identity;

create trigger audit_entries_only_grow
  before update or delete or truncate on audit_entries
  for each statement execute function refuse_change();
