-- Keys: what the database knows about the keys that encrypt it, and the re-encryption under a new key.

-- Adds and replaces keys, and re-encrypts. It reads and writes encrypted columns and no others.
call create_application_role('ficha_keys');


-- ---------------------------------------------------------------------------------------------------------------------
-- The keys of this database
-- ---------------------------------------------------------------------------------------------------------------------

-- One row for each data key. The key itself is never here: it is in a file of the server or in its environment.
create table data_keys (
  number integer primary key,
  -- A keyed hash: HMAC-SHA256 under the key.
  fingerprint bytea not null,
  -- A known text, encrypted with the key. Not of the domain `encrypted`, whose columns are re-encrypted.
  canary bytea not null,
  -- pending: announced, and nothing is encrypted with it yet. current: encrypts new text. previous: decrypts what is
  -- not re-encrypted yet. retired: nothing is encrypted with it any more.
  status text not null,
  -- Whether new text may be encrypted with it. While the processes change to a new key, the previous one is accepted.
  accepts_text boolean not null,
  created_at timestamptz not null,
  -- When all rows were tried to re-encrypt. What could not be decrypted then still needs the key.
  swept_at timestamptz,
  constraint data_keys_number_check check (number between 1 and 255),
  constraint data_keys_status_check check (status in ('pending', 'current', 'previous', 'retired')),
  constraint data_keys_accepts_text_check check (
    case status when 'current' then accepts_text when 'previous' then true else not accepts_text end
  )
);
create unique index data_keys_current_key on data_keys (status) where status in ('current', 'pending');

-- The fingerprints of the other keys: of the access tokens and of the signing certificate.
create table key_fingerprints (
  name text primary key,
  fingerprint bytea not null,
  recorded_at timestamptz not null,
  constraint key_fingerprints_name_check check (name in ('token', 'signing'))
);

-- The running processes and what they can do, so that a new key is used only when all of them can read it. They report
-- again after a crash of the database.
create unlogged table key_processes (
  id uuid primary key,
  -- Host and process id, for the operator.
  name text not null,
  readable integer[] not null,
  writing integer not null,
  seen_at timestamptz not null
);

grant select, insert, update on data_keys, key_fingerprints to ficha_keys;
grant delete on key_fingerprints to ficha_keys;
grant select, insert, update, delete on key_processes to ficha_keys;
-- For the trigger below, which runs under the role that writes.
grant select (number, accepts_text) on data_keys to ficha_app;

create policy keys_insert on audit_entries for insert to ficha_keys with check (act like 'data-key.%');
grant insert on audit_entries to ficha_keys;


-- ---------------------------------------------------------------------------------------------------------------------
-- Encrypted columns
-- ---------------------------------------------------------------------------------------------------------------------

-- Refuses text under a key that is unknown, not yet in use or replaced. The arguments are the encrypted columns. A value
-- that does not change is accepted under any key.
create function require_usable_key() returns trigger
language plpgsql as $$
declare
  checked text;
  used integer;
begin
  foreach checked in array tg_argv loop
    if tg_op = 'INSERT' then
      execute format('select get_byte(($1).%I, 1)', checked) into used using new;
    else
      execute format('select get_byte(($1).%1$I, 1) where ($1).%1$I is distinct from ($2).%1$I', checked)
        into used using new, old;
    end if;
    if used is not null and not exists (select from data_keys k where k.number = used and k.accepts_text) then
      -- The server answers this code as 'not ready': it changes to the new key within seconds.
      raise exception 'data key % does not encrypt text of %', used, tg_table_name
        using errcode = 'object_not_in_prerequisite_state';
    end if;
  end loop;
  return new;
end
$$;

-- For a table with encrypted columns: text under an unusable key is refused, and ficha_keys may re-encrypt it. The first
-- column of the primary key is the owner, the others are the row of the additional authenticated data
-- (server/keys/encrypted-columns.store.ts).
create procedure protect_encrypted_columns(protected regclass)
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
  execute format('create policy reencrypt on %s to ficha_keys using (true) with check (true)', protected);
  execute format('grant select (%s, %s), update (%s) on %s to ficha_keys',
    key_columns, encrypted_columns, encrypted_columns, protected);
end
$$;
revoke all on procedure protect_encrypted_columns from public;

call protect_encrypted_columns('patients');
call protect_encrypted_columns('appointments');
call protect_encrypted_columns('clinical_notes');
call protect_encrypted_columns('certificate_templates');
call protect_encrypted_columns('certificate_template_versions');
call protect_encrypted_columns('certificates');
call protect_encrypted_columns('signatures');
call protect_encrypted_columns('documents');

-- The only update of a finalized row: the same text under another key. ficha_keys may update no column that is not
-- encrypted (server/keys/database-role.test.ts).
create or replace function refuse_change_of_finalized() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.finalized_at is not null then
      raise exception 'a row of % begins as a draft', tg_table_name using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if old.finalized_at is not null
     and not (tg_op = 'DELETE' and current_user = 'ficha_purge')
     and not (tg_op = 'UPDATE' and current_user = 'ficha_keys') then
    raise exception 'a finalized row of % accepts no %', tg_table_name, lower(tg_op) using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
