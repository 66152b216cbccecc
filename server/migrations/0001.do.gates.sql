-- The roles of the two gates. Roles belong to the whole server: another database of it may have made them.
do $$
declare
  gate text;
begin
  foreach gate in array array['ficha_app', 'ficha_identity'] loop
    begin
      execute format('create role %I login nosuperuser nocreatedb nocreaterole nobypassrls', gate);
    exception when duplicate_object or unique_violation then
      null;
    end;
    begin
      execute format('grant %I to current_user', gate);
    exception when unique_violation then
      null;
    end;
    execute format('grant usage on schema public to %I', gate);
  end loop;
end
$$;

revoke create on schema public from public;

-- A temporary table would shadow a real one of the same name.
do $$
begin
  execute format('revoke temporary on database %I from public', current_database());
end
$$;

-- Closes a table of a professional's data: its rows are seen and written by their owner alone.
-- An unset or empty app.owner is nobody, not an error.
create procedure make_tenant_table(tenant_table regclass, rights text)
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('alter table %s force row level security', tenant_table);
  execute format(
    'create policy owner_only on %s to ficha_app
       using (owner_id = nullif(current_setting(''app.owner'', true), '''')::uuid)
       with check (owner_id = nullif(current_setting(''app.owner'', true), '''')::uuid)',
    tenant_table
  );
  execute format('grant %s on %s to ficha_app', rights, tenant_table);
end
$$;
revoke all on procedure make_tenant_table from public;

create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% accepts no %', tg_table_name, lower(tg_op) using errcode = 'restrict_violation';
end
$$;
