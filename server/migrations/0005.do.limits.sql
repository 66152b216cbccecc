-- Limits: the bytes that each account stores, the deletion of rows that nobody needs any more, and narrower rights.


-- ---------------------------------------------------------------------------------------------------------------------
-- Storage of each account
-- ---------------------------------------------------------------------------------------------------------------------

-- The bytes that each owner stores, kept by triggers: a sum over all rows on every write is too slow.
create table storage_usage (
  owner_id uuid primary key,
  bytes bigint not null,
  constraint storage_usage_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade
);
call enable_tenant_isolation('storage_usage', 'select');
call allow_purge('storage_usage');
-- The triggers below run as the owner of the schema: no role of the application may change a count.
create policy count_storage on storage_usage to current_user using (true) with check (true);

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
revoke all on function add_storage from public;

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
      language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $body$
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
  execute format('revoke all on function %I from public', function_name);
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

-- Whatever statement it sends, it deletes no session that may be in use, and no notification that is evidence: one that
-- is recent, that failed, or that an administrator removed from the lists. Notifications without a valid signature are
-- no evidence. The periods of server/cleanup/clean-up.ts are longer than these, so that clocks may differ.
create trigger sessions_keep_usable
  before delete on sessions
  for each row when (current_user = 'ficha_cleanup' and old.last_seen_at > now() - interval '30 days')
  execute function refuse_change();
create trigger webhooks_keep_evidence
  before delete on webhooks
  for each row when (
    current_user = 'ficha_cleanup' and old.is_genuine and (
      old.received_at > now() - interval '1 year'
      or old.status not in ('processed', 'ignored')
      or old.deleted_at is not null
    )
  )
  execute function refuse_change();

-- Nobody else deletes them.
revoke delete on rate_limits from ficha_identity;
revoke delete on webhooks from ficha_billing;

-- When a job was last begun, so that it runs once however many processes there are. It may be lost in a crash.
create unlogged table job_runs (
  name text primary key,
  started_at timestamptz not null
);
grant select, insert, update on job_runs to ficha_cleanup;


-- ---------------------------------------------------------------------------------------------------------------------
-- Rights of earlier migrations that were wider than their use
-- ---------------------------------------------------------------------------------------------------------------------

-- The reason of a failure may contain paths of the server and is for its operator.
revoke select on backup_runs from ficha_admin;
grant select (started_at, finished_at, file_size) on backup_runs to ficha_admin;

-- As in 0002, but ficha_keys sees and updates the rows: its policy allowed every act.
create or replace procedure protect_encrypted_columns(protected regclass)
language plpgsql as $$
declare
  encrypted_columns text;
  key_columns text;
  arguments text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum), string_agg(quote_literal(attname), ', ' order by attnum)
    into encrypted_columns, arguments
    from pg_attribute where attrelid = protected and atttypid = 'encrypted'::regtype and not attisdropped;
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into key_columns
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
   where i.indrelid = protected and i.indisprimary;
  execute format(
    'create trigger require_usable_key before insert or update of %s on %s
       for each row execute function require_usable_key(%s)',
    encrypted_columns, protected, arguments
  );
  call allow_reencryption(protected);
  execute format('grant select (%s, %s), update (%s) on %s to ficha_keys',
    key_columns, encrypted_columns, encrypted_columns, protected);
end
$$;

create procedure allow_reencryption(reencrypted regclass)
language plpgsql as $$
begin
  execute format('create policy reencrypt_read on %s for select to ficha_keys using (true)', reencrypted);
  execute format('create policy reencrypt on %s for update to ficha_keys using (true) with check (true)', reencrypted);
end
$$;
revoke all on procedure allow_reencryption from public;

do $$
declare
  reencrypted regclass;
begin
  for reencrypted in select polrelid from pg_policy where polname = 'reencrypt' loop
    execute format('drop policy reencrypt on %s', reencrypted);
    call allow_reencryption(reencrypted);
  end loop;
end
$$;
