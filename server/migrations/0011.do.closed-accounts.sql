-- What an administrator can do to an account: temporary passwords that work once and are announced to the owner, and
-- accounts that are closed for some days before they are deleted.


-- ---------------------------------------------------------------------------------------------------------------------
-- Passwords that somebody else chose
-- ---------------------------------------------------------------------------------------------------------------------

alter table users
  -- Until when a login with a temporary password is accepted. Null after the first one.
  add column temporary_password_until timestamptz,
  -- When an administrator last reset the password, and the name and address that the administrator had then. Shown to
  -- the owner, and null from when the owner has dismissed it.
  add column password_reset_at timestamptz,
  add column password_reset_by text,
  -- Whether the password is the one that the first start generated and printed.
  add column has_generated_password boolean not null default false,
  add constraint users_password_reset_check check (num_nonnulls(password_reset_at, password_reset_by) in (0, 2));
-- Temporary passwords from before end a day after the update.
update users set temporary_password_until = now() + interval '1 day' where must_change_password;

-- Whether the login was with a temporary password, which an administrator knows too.
alter table sessions add column used_temporary_password boolean not null default false;

-- When the session that finalised a document had logged in. Null for documents from before.
alter table clinical_notes add column authenticated_at timestamptz;
alter table certificates add column authenticated_at timestamptz;


-- ---------------------------------------------------------------------------------------------------------------------
-- Closed accounts
-- ---------------------------------------------------------------------------------------------------------------------

-- When an administrator deleted the account, and which one. Its rows are deleted some days later by the clean-up.
alter table users add column closed_at timestamptz;
alter table users add column closed_by uuid;
alter table users add constraint users_closed_check check (num_nonnulls(closed_at, closed_by) in (0, 2));
create index users_closed_at_idx on users (closed_at) where closed_at is not null;

-- The address and the confirmed RUT of a closed account are free at once.
alter table users drop constraint users_email_key;
create unique index users_email_key on users (email) where closed_at is null;
drop index users_confirmed_rut_key;
create unique index users_confirmed_rut_key on users (lower(regexp_replace(rut, '[^0-9A-Za-z]', '', 'g')))
  where identity_confirmed_at is not null and closed_at is null;

-- As in the baseline, over the accounts that the lists show.
drop index users_created_at_idx;
drop index users_folded_name_idx;
drop index users_profession_idx;
drop index users_profession_idx_desc;
drop index users_folded_specialty_idx;
drop index users_folded_specialty_idx_desc;
create index users_created_at_idx on users (created_at, id) where closed_at is null;
create index users_folded_name_idx on users (folded_name, id) where closed_at is null;
create index users_profession_idx on users (profession, id) where closed_at is null;
create index users_profession_idx_desc on users (profession desc nulls last, id desc) where closed_at is null;
create index users_folded_specialty_idx on users (folded_specialty, id) where closed_at is null;
create index users_folded_specialty_idx_desc on users (folded_specialty desc nulls last, id desc)
  where closed_at is null;

-- Closed to everybody: for these roles there is no such account, whatever they ask. Foreign keys see it. The role of the
-- panel reads closed accounts too, because under a policy a search could not use its index; its queries leave them out.
alter table users enable row level security;
create policy open_accounts on users to ficha_identity using (closed_at is null) with check (closed_at is null);
create policy open_accounts_mail on users for select to ficha_mail using (closed_at is null);
create policy open_accounts_billing on users for select to ficha_billing using (closed_at is null);
create policy closed_accounts on users for select to ficha_cleanup using (closed_at is not null);
create policy admin_read on users for select to ficha_admin using (true);
create policy purge_account on users to ficha_purge using (true) with check (true);
create policy backup_read on users for select to ficha_backup using (true);

grant select (closed_at, closed_by) on users to ficha_admin;
grant select (id, closed_at) on users to ficha_cleanup;
grant select (closed_at), update (closed_at, closed_by) on users to ficha_purge;

-- As in the baseline, and ficha_purge also closes and restores the account. It deletes closed accounts only.
create or replace function refuse_purge_of_other_accounts() returns trigger
language plpgsql as $$
begin
  if old.id = nullif(current_setting('app.purged', true), '')::uuid then
    if tg_op = 'DELETE' and old.closed_at is not null then
      return old;
    end if;
    if tg_op = 'UPDATE' and new.id = old.id then
      return new;
    end if;
  end if;
  raise exception 'a purge accepts no % of another or an open account', lower(tg_op)
    using errcode = 'restrict_violation';
end
$$;

-- Closing an account ends its sessions.
grant select (id, user_id, ended_at), update (ended_at) on sessions to ficha_purge;
create function refuse_end_of_other_sessions() returns trigger
language plpgsql as $$
begin
  if old.user_id is distinct from nullif(current_setting('app.purged', true), '')::uuid then
    raise exception 'a purge ends no session of another account' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger sessions_purge_scope
  before update on sessions
  for each row when (current_user = 'ficha_purge') execute function refuse_end_of_other_sessions();

drop policy purge_insert on audit_entries;
create policy purge_insert on audit_entries for insert to ficha_purge with check (
  act in ('user.deleted', 'user.restored', 'user.purged', 'session.ended')
  and owner_id = nullif(current_setting('app.purged', true), '')::uuid
);
