-- Imports: patients from a table and appointments from a calendar, each import as a whole, so that it can be undone.

create table imports (
  owner_id uuid not null,
  id uuid not null,
  kind text not null,
  imported_at timestamptz not null,
  -- How many patients or appointments it made.
  count integer not null,
  -- What the access log says of it. What happened to its rows later has a higher number.
  entry_id uuid not null,
  undone_at timestamptz,
  primary key (owner_id, id),
  constraint imports_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade,
  constraint imports_kind_check check (kind in ('patients', 'appointments'))
);
call enable_tenant_isolation('imports', 'select, insert, update');
call allow_purge('imports');

-- The patients and appointments of each import. A patient who is deleted later stays here: the access log of records in
-- custody says where they came from.
create table imported_rows (
  owner_id uuid not null,
  id uuid not null,
  import_id uuid not null,
  primary key (owner_id, id),
  constraint imported_rows_import_id_fkey foreign key (owner_id, import_id) references imports (owner_id, id) on delete cascade
);
create index imported_rows_import_id_idx on imported_rows (owner_id, import_id);
call enable_tenant_isolation('imported_rows', 'select, insert, delete');
call allow_purge('imported_rows');

-- Counts the patients of a statement at once. One update for each of twenty thousand rows took minutes, because a
-- transaction keeps every version of the row that it updates.
drop trigger patients_update_count on patients;
create or replace function update_patient_count() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into patient_counts as kept (owner_id, patients)
    select owner_id, count(*) from added group by owner_id
    on conflict (owner_id) do update set patients = kept.patients + excluded.patients;
  else
    update patient_counts c set patients = c.patients - r.patients
      from (select owner_id, count(*) as patients from removed group by owner_id) r
     where c.owner_id = r.owner_id;
  end if;
  return null;
end
$$;
-- Not for ficha_purge, which deletes the count as a whole.
create trigger patients_count_insert
  after insert on patients referencing new table as added
  for each statement when (current_user <> 'ficha_purge') execute function update_patient_count();
create trigger patients_count_delete
  after delete on patients referencing old table as removed
  for each statement when (current_user <> 'ficha_purge') execute function update_patient_count();

-- A patient has about forty suffixes, and each was looked up in the table of patients on its own: for twenty thousand
-- patients that took longer than everything else. A suffix of nobody is found by no search, which joins the patients.
alter table patient_suffixes drop constraint patient_suffixes_patient_id_fkey;
