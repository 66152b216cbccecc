-- Identity: what is known of the person behind an account, folios that no two accounts share, and what is left of printed
-- documents when their issuer is deleted.


-- ---------------------------------------------------------------------------------------------------------------------
-- Confirmed identities
-- ---------------------------------------------------------------------------------------------------------------------

-- When an administrator found the person in the register of the Superintendencia de Salud, who did, and what they saw.
-- Null while the identity is only declared. Columns of users, because users is a reference table on a Citus cluster: its
-- keys are unique among all accounts, and its triggers change the same row on every node.
alter table users add column identity_confirmed_at timestamptz;
alter table users add column identity_confirmed_by uuid;
alter table users add column identity_evidence text;
alter table users add constraint users_identity_check check (
  num_nonnulls(identity_confirmed_at, identity_confirmed_by, identity_evidence) in (0, 3)
);
alter table users add constraint users_identity_rut_check check (identity_confirmed_at is null or rut is not null);
-- A confirmed RUT belongs to one account, in whatever way it is written.
create unique index users_confirmed_rut_key on users (lower(regexp_replace(rut, '[^0-9A-Za-z]', '', 'g')))
  where identity_confirmed_at is not null;

-- The confirmation is about these values. Whoever changes one of them, by whatever statement, takes it back.
create function withdraw_identity() returns trigger
language plpgsql as $$
begin
  new.identity_confirmed_at := null;
  new.identity_confirmed_by := null;
  new.identity_evidence := null;
  return new;
end
$$;
create trigger users_withdraw_identity
  before update on users
  for each row when (
    old.name is distinct from new.name or old.rut is distinct from new.rut or old.rnpi is distinct from new.rnpi
    or old.profession is distinct from new.profession
  )
  execute function withdraw_identity();

grant select (identity_confirmed_at, identity_confirmed_by, identity_evidence) on users to ficha_admin;


-- ---------------------------------------------------------------------------------------------------------------------
-- Passwords of administrators
-- ---------------------------------------------------------------------------------------------------------------------

-- Whether the password of an administrator is short. The server sees a password at a login and at a change only, and its
-- length is not stored. Null while it is not known, and for professionals.
alter table users add column has_short_password boolean;


-- ---------------------------------------------------------------------------------------------------------------------
-- Folios
-- ---------------------------------------------------------------------------------------------------------------------

-- The last part of a folio, 'ATN-2026-000123-9C41D07A2E5B', is the end of the id of its account, which no two accounts
-- share. A professional has each folio once (documents_folio_key), so a folio is unique in the installation. No key over
-- the documents of all owners: on a Citus cluster they are on different workers.
create unique index users_folio_part_key on users (right(id::text, 12));

-- A trigger and not a check: documents that were printed earlier keep their folio, and backups restore them.
create function require_own_folio() returns trigger
language plpgsql as $$
begin
  if split_part(new.folio, '-', 4) is distinct from upper(right(new.owner_id::text, 12)) then
    raise exception 'the folio % does not name its issuer', new.folio using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger documents_own_folio
  before insert or update of folio on documents
  for each row execute function require_own_folio();


-- ---------------------------------------------------------------------------------------------------------------------
-- Documents of deleted accounts
-- ---------------------------------------------------------------------------------------------------------------------

-- Tells the issuer of a document apart from others. Who it is, ficha_public cannot read.
grant select (owner_id) on verifications to ficha_public;

-- What is left of the verifications of a deleted account, so that its documents are not taken for forgeries: what was
-- printed, when, and the hashes. No owner, no name of a professional, nothing of a patient.
create table verifications_of_deleted_accounts (
  code_hash bytea primary key,
  kind text not null,
  title text not null,
  folio text not null,
  finalized_at timestamptz not null,
  time_zone text not null,
  content_hash bytea not null,
  file_hash bytea not null,
  timestamp text not null
);
grant select on verifications_of_deleted_accounts to ficha_public;
-- The deletion of an account copies these columns of its own rows, and reads no others.
grant select (code_hash, kind, title, folio, finalized_at, time_zone, content_hash, file_hash, timestamp)
  on verifications to ficha_purge;
grant insert on verifications_of_deleted_accounts to ficha_purge;
create trigger verifications_of_deleted_accounts_append_only
  before update or delete or truncate on verifications_of_deleted_accounts
  for each statement execute function refuse_change();
