-- Administration reads accounts, their use and what they pay, and nothing clinical. The purge of an account deletes what
-- is its owner's, finalised or not, and reads nothing but whose it is.
call make_gate('ficha_admin');
call make_gate('ficha_purge');

create extension if not exists pg_trgm;

-- Without accents and case, single-spaced: what is searched and what is typed both pass through here.
create function folded(words text) returns text
language sql immutable strict parallel safe
return btrim(regexp_replace(lower(regexp_replace(normalize(words, nfd), '[\u0300-\u036F]', '', 'g')), '\s+', ' ', 'g'));

-- The LIKE pattern of whatever has that piece, letter for letter.
create function containing(piece text) returns text
language sql immutable strict parallel safe
return '%' || regexp_replace(folded(piece), '([\\%_])', '\\\1', 'g') || '%';

-- In search_text each part has a line of its own: no piece of it reaches from one part into the next.
alter table users
  add column folded_name text collate "C" not null generated always as (folded(name)) stored,
  add column folded_specialty text collate "C" generated always as (folded(specialty)) stored,
  add column search_text text collate "C" not null generated always as (
    folded(name) || chr(10) || folded(email) || chr(10) || coalesce(folded(profession), '')
  ) stored;
create index users_found on users using gin (search_text gin_trgm_ops);
create index users_by_registration on users (created_at, id);
create index users_by_name on users (folded_name, id);
-- What is not there comes last in both directions.
create index users_by_profession on users (profession, id);
create index users_by_profession_backwards on users (profession desc nulls last, id desc);
create index users_by_specialty on users (folded_specialty, id);
create index users_by_specialty_backwards on users (folded_specialty desc nulls last, id desc);
create index patient_counts_by_size on patient_counts (patients, owner_id);
-- Sessions are as old as their place in the table: a few bytes tell where those of today are.
create index sessions_by_use on sessions using brin (last_seen_at);

-- Taken from the lists by an administrator; it counts as before, and stays as evidence.
alter table payments
  add column deleted_at timestamptz,
  add constraint payments_id_once unique (id);
grant update (deleted_at) on payments to ficha_billing;
alter table webhooks
  add column deleted_at timestamptz,
  add column search_text text collate "C" not null generated always as (
    folded(webhook_type) || chr(10) || coalesce(folded(provider_payment_id), '') || chr(10) || folded(ip_address)
  ) stored;

grant select (id, role, name, email, rut, profession, rnpi, specialty, city, region, created_at, must_change_password,
              folded_name, folded_specialty, search_text) on users to ficha_admin;
grant select (id, user_id, started_at, last_seen_at, ended_at) on sessions to ficha_admin;
grant select on patient_counts, subscriptions, webhooks to ficha_admin;
create policy administration on patient_counts for select to ficha_admin using (true);
create policy administration on subscriptions for select to ficha_admin using (true);

-- What an administrator does to an account's plan, payments and notifications is done, and recorded, by billing.
alter policy billing on audit_entries
  with check (act like 'payment.%' or act like 'subscription.%' or act like 'webhook.%' or act like 'user.subscription-%');

-- Lets the purge of an account delete its rows in a table of a professional's data.
create procedure let_purge(tenant_table regclass)
language plpgsql as $$
begin
  execute format(
    'create policy purge on %s to ficha_purge
       using (owner_id = nullif(current_setting(''app.purged'', true), '''')::uuid)',
    tenant_table
  );
  execute format('grant select (owner_id), delete on %s to ficha_purge', tenant_table);
end
$$;
revoke all on procedure let_purge from public;

call let_purge('verifications');
call let_purge('documents');
call let_purge('folios');
call let_purge('signatures');
call let_purge('clinical_notes');
call let_purge('certificates');
call let_purge('certificate_template_versions');
call let_purge('certificate_templates');
call let_purge('appointments');
call let_purge('patient_endings');
call let_purge('patients');
call let_purge('patient_counts');
call let_purge('payments');
call let_purge('purchases');
call let_purge('subscriptions');

-- Sessions and notifications of an account go with its row. A lock on a row asks for the right to update it.
grant select (id, role), update (id), delete on users to ficha_purge;
create function refuse_beyond_purge() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.id = nullif(current_setting('app.purged', true), '')::uuid then
    return old;
  end if;
  raise exception 'a purge accepts no % of another account', lower(tg_op) using errcode = 'restrict_violation';
end
$$;
create trigger users_purged_alone
  before update or delete on users
  for each row when (current_user = 'ficha_purge') execute function refuse_beyond_purge();

create policy purge on audit_entries for insert to ficha_purge
  with check (act = 'user.deleted' and owner_id = nullif(current_setting('app.purged', true), '')::uuid);
grant insert on audit_entries to ficha_purge;

-- What is finalised stays as it is, whoever asks, until its owner's account goes.
create or replace function refuse_change_of_finalized() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.finalized_at is not null then
      raise exception 'a row of % begins as a draft', tg_table_name using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if old.finalized_at is not null and not (tg_op = 'DELETE' and current_user = 'ficha_purge') then
    raise exception 'a finalised row of % accepts no %', tg_table_name, lower(tg_op) using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

drop trigger verifications_only_grow on verifications;
create trigger verifications_only_grow
  before update or truncate on verifications
  for each statement execute function refuse_change();
create trigger verifications_stay
  before delete on verifications
  for each statement when (current_user <> 'ficha_purge') execute function refuse_change();

-- Counting down twenty thousand patients one by one, in one transaction, takes minutes; the count goes as a whole.
create or replace trigger patients_are_counted
  after insert or delete on patients
  for each row when (current_user <> 'ficha_purge') execute function count_patient();
