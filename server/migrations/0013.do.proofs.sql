-- What an account and a session know of their proofs: whether the password descends from one that an administrator set.


-- ---------------------------------------------------------------------------------------------------------------------
-- Passwords that descend from a reset
-- ---------------------------------------------------------------------------------------------------------------------

-- When an administrator last reset the password. Whoever logged in after that may have chosen the present one, so it
-- stays until the owner chooses one with a link that was mailed to them. Resets whose notice was dismissed before this
-- migration are in the access log only.
alter table users add column password_from_reset_at timestamptz;
update users set password_from_reset_at = password_reset_at where password_reset_at is not null;

-- Every reset of a password by an administrator, kept as history. The owner is shown a notice of those that they have
-- not dismissed. After a further reset or a recovery it is shown again: somebody else may have dismissed it.
create table password_resets (
  user_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  -- The name and the address that the administrator had then.
  by text not null,
  is_shown boolean not null default true,
  -- When it was last dismissed.
  dismissed_at timestamptz,
  primary key (user_id, id),
  constraint password_resets_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
grant select, insert, update (is_shown, dismissed_at) on password_resets to ficha_identity;
-- As in 0006: sessions are remembered with the notices of their account.
create trigger password_resets_notify_change after insert or update or delete on password_resets
  for each statement execute function notify_account_change();

insert into password_resets (user_id, id, at, by)
select id, gen_random_uuid(), password_reset_at, password_reset_by from users where password_reset_at is not null;
alter table users drop constraint users_password_reset_check;
alter table users drop column password_reset_at;
alter table users drop column password_reset_by;


-- ---------------------------------------------------------------------------------------------------------------------
-- Second factor
-- ---------------------------------------------------------------------------------------------------------------------

-- When its user last proved a code of the second factor. Null when they only gave the password.
alter table sessions add column code_proved_at timestamptz;

-- As in 0008, with the new column.
create or replace trigger sessions_notify_change
  after update of user_id, ended_at, proved_at, code_proved_at or delete on sessions
  for each statement execute function notify_account_change();

-- As in 0009, with the notices of the second factor.
alter table mail_outbox drop constraint mail_outbox_kind_check;
alter table mail_outbox add constraint mail_outbox_kind_check check (
  kind in ('recovery', 'email-confirmation', 'new-device', 'password-changed', 'password-reset', 'lockout',
           'second-factor-enabled', 'second-factor-disabled', 'recovery-code-used')
);


-- ---------------------------------------------------------------------------------------------------------------------
-- Sessions of temporary passwords
-- ---------------------------------------------------------------------------------------------------------------------

-- When a session that began with a temporary password ends, with the time of that password. Null from when its user has
-- chosen a new one, and for other sessions.
alter table sessions add column ends_at timestamptz;
