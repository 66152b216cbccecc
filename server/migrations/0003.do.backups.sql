-- Backups. A role of its own reads all rows of all tables: row-level security is forced, so even the owner of the
-- schema sees no tenant row, and a backup made as the owner would contain none.

call create_application_role('ficha_backup');

-- Tables and sequences that exist, then those that later migrations create.
do $$
declare
  relation record;
begin
  for relation in
    select oid::regclass as name, relkind = 'S' as is_sequence, relrowsecurity as is_isolated
      from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S')
  loop
    execute format('grant select on %s %s to ficha_backup',
                   case when relation.is_sequence then 'sequence' else 'table' end, relation.name);
    if relation.is_isolated then
      execute format('create policy backup_read on %s for select to ficha_backup using (true)', relation.name);
    end if;
  end loop;
end
$$;
alter default privileges in schema public grant select on tables to ficha_backup;
alter default privileges in schema public grant select on sequences to ficha_backup;

-- As in the baseline, and the rows are part of every backup.
create or replace procedure enable_tenant_isolation(tenant_table regclass, privileges text)
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
  execute format('create policy backup_read on %s for select to ficha_backup using (true)', tenant_table);
  execute format('grant %s on %s to ficha_app', privileges, tenant_table);
end
$$;

-- The attempts of scheduled backups, which all processes of an installation see. They belong to the installation and
-- are not part of a backup.
create table backup_runs (
  id uuid primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  -- The name of the file in BACKUP_DIR, and its size in bytes. Null when the backup failed.
  file_name text,
  file_size bigint,
  -- Why it failed, for the operator.
  failure text,
  constraint backup_runs_outcome_check check (
    num_nonnulls(file_name, file_size) = case when failure is null then 2 else 0 end
  )
);
create index backup_runs_finished_at_idx on backup_runs (finished_at);
grant insert, delete on backup_runs to ficha_backup;
grant select on backup_runs to ficha_admin;
