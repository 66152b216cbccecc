-- Limits: the bytes that each account stores, and the deletion of rows that nobody needs any more.


-- ---------------------------------------------------------------------------------------------------------------------
-- Storage of each account
-- ---------------------------------------------------------------------------------------------------------------------

-- The bytes that each owner stores, kept by triggers: a sum over all rows on every write is too slow.
create table storage_usage (
  owner_id uuid primary key,
  bytes bigint not null,
  constraint storage_usage_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade
);
call enable_tenant_isolation('storage_usage', 'select, insert, update');
call allow_purge('storage_usage');
-- What a foreign key deletes by cascade is deleted, and from PostgreSQL 18 on counted, as the owner of the schema.
create policy cascade_count on storage_usage to current_user using (true) with check (true);

-- Adds to the bytes of an owner. `app.storage_growth` is what the transaction has added in tables with a limit
-- (server/billing/quota.store.ts).
create function add_storage(owner uuid, growth bigint, is_limited boolean) returns void
language plpgsql as $$
begin
  if growth > 0 then
    insert into storage_usage as kept (owner_id, bytes) values (owner, growth)
    on conflict (owner_id) do update set bytes = kept.bytes + excluded.bytes;
  elsif growth < 0 then
    update storage_usage set bytes = bytes + growth where owner_id = owner;
  end if;
  if is_limited and growth <> 0 then
    perform set_config(
      'app.storage_growth',
      (coalesce(nullif(current_setting('app.storage_growth', true), ''), '0')::bigint + growth)::text,
      true
    );
  end if;
end
$$;

-- Counts the rows of a tenant table, those that it has and those to come. A row counts 200 bytes, for its other columns
-- and its index entries, and the length of its texts and files. A table without a limit counts, and is never refused.
create procedure count_storage(counted regclass, is_limited boolean)
language plpgsql as $$
declare
  function_name text := 'count_storage_of_' || counted::text;
  row_bytes text;
  event record;
begin
  select '200' || coalesce(string_agg(format(' + coalesce(octet_length(%I), 0)', attname), '' order by attnum), '')
    into row_bytes
    from pg_attribute
   where attrelid = counted and attnum > 0 and not attisdropped and attgenerated = ''
     and atttypid in ('text'::regtype, 'bytea'::regtype, 'encrypted'::regtype);

  -- The owner of the schema sees the rows while row-level security is not forced.
  execute format('alter table %s no force row level security', counted);
  execute format(
    'insert into storage_usage as kept (owner_id, bytes) select owner_id, sum(%s) from %s group by owner_id
     on conflict (owner_id) do update set bytes = kept.bytes + excluded.bytes',
    row_bytes, counted
  );
  execute format('alter table %s force row level security', counted);

  execute format(
    $function$
      create function %1$I() returns trigger
      language plpgsql as $body$
      begin
        if tg_op = 'INSERT' then
          perform add_storage(owner_id, sum(%2$s), %3$L) from added group by owner_id;
        elsif tg_op = 'DELETE' then
          perform add_storage(owner_id, -sum(%2$s), %3$L) from removed group by owner_id;
        else
          perform add_storage(owner_id, sum(bytes)::bigint, %3$L)
             from (select owner_id, %2$s as bytes from added union all select owner_id, -(%2$s) from removed) changed
            group by owner_id;
        end if;
        return null;
      end
      $body$
    $function$,
    function_name, row_bytes, is_limited
  );
  for event in
    select * from (values
      ('insert', 'new table as added'),
      ('update', 'old table as removed new table as added'),
      ('delete', 'old table as removed')
    ) as events (name, tables)
  loop
    -- Not for ficha_purge, which deletes the count as a whole.
    execute format(
      'create trigger %I after %s on %s referencing %s
         for each statement when (current_user <> ''ficha_purge'') execute function %I()',
      'count_storage_' || event.name, event.name, counted, event.tables, function_name
    );
  end loop;
end
$$;
revoke all on procedure count_storage from public;

call count_storage('patients', true);
call count_storage('appointments', true);
call count_storage('clinical_notes', true);
call count_storage('certificates', true);
call count_storage('certificate_templates', true);
call count_storage('certificate_template_versions', true);
call count_storage('signatures', true);
-- What is finalized may always be printed.
call count_storage('documents', false);


-- ---------------------------------------------------------------------------------------------------------------------
-- Clean-up
-- ---------------------------------------------------------------------------------------------------------------------

-- Whether a certificate was written from this version. Certificates name their version in encrypted text, so every
-- version that exists now counts as used.
alter table certificate_template_versions add column is_used boolean not null default true;
alter table certificate_template_versions alter column is_used set default false;
grant update (is_used) on certificate_template_versions to ficha_app;

-- Deletes sessions, rate limits, notifications and template versions that nobody needs any more. It reads none of their
-- contents.
call create_application_role('ficha_cleanup');
grant select (id, last_seen_at), delete on sessions to ficha_cleanup;
grant select (key, resets_at), delete on rate_limits to ficha_cleanup;
grant select (id, received_at, status, is_genuine, deleted_at), delete on webhooks to ficha_cleanup;
grant select (owner_id, id, version) on certificate_templates to ficha_cleanup;
create policy cleanup_read on certificate_templates for select to ficha_cleanup using (true);
grant select (owner_id, template_id, version, created_at, is_used), delete
  on certificate_template_versions to ficha_cleanup;
create policy cleanup_read on certificate_template_versions for select to ficha_cleanup using (true);
create policy cleanup_unused on certificate_template_versions for delete to ficha_cleanup using (not is_used);
-- For the trigger that counts what was deleted.
grant select (owner_id, bytes), update (bytes) on storage_usage to ficha_cleanup;
create policy cleanup_count on storage_usage to ficha_cleanup using (true) with check (true);

-- Nobody else deletes them.
revoke delete on rate_limits from ficha_identity;
revoke delete on webhooks from ficha_billing;

-- When a job was last begun, so that it runs once however many processes there are. It may be lost in a crash.
create unlogged table job_runs (
  name text primary key,
  started_at timestamptz not null
);
grant select, insert, update on job_runs to ficha_cleanup;
