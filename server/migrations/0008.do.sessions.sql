-- Sessions with their device and last proof of identity, a second factor, and devices that have logged in before.


-- ---------------------------------------------------------------------------------------------------------------------
-- Sessions
-- ---------------------------------------------------------------------------------------------------------------------

alter table sessions
  -- Browser and system, for the owner of the account: 'Firefox en Windows'. The header itself is not stored.
  add column device text,
  -- When its user last proved who they are. Null for a session from before this migration: at its start.
  add column proved_at timestamptz,
  -- The device that it was started on, as in known_devices.
  add column device_token_hash bytea;

-- As in 0006: a new proof is known to every process at once.
create or replace trigger sessions_notify_change after update of user_id, ended_at, proved_at or delete on sessions
  for each statement execute function notify_account_change();


-- ---------------------------------------------------------------------------------------------------------------------
-- Second factor
-- ---------------------------------------------------------------------------------------------------------------------

-- Whether a login needs a second factor. Here, because every session reads its account, and because a change of an
-- account is notified to every process.
alter table users add column has_second_factor boolean not null default false;

-- The secret that an account shares with its authenticator application (TOTP, RFC 6238).
create table second_factors (
  user_id uuid primary key,
  secret encrypted not null,
  created_at timestamptz not null,
  -- Null until the owner has sent a first code.
  confirmed_at timestamptz,
  -- The time step of the last code that was accepted. A code is accepted once: steps only increase.
  last_step bigint,
  constraint second_factors_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
call protect_encrypted_columns('second_factors');
-- For the trigger, which runs under the role that writes.
grant select (number, accepts_text) on data_keys to ficha_identity;

-- Codes for an owner who lost the application. Each works once.
create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash),
  constraint recovery_codes_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);

-- Logins with the right password that wait for a code.
create table login_challenges (
  token_hash bytea primary key,
  user_id uuid not null,
  -- The hash of the password hash: a changed password ends the challenge.
  password_digest bytea not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  constraint login_challenges_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index login_challenges_user_id_idx on login_challenges (user_id);
create index login_challenges_expires_at_idx on login_challenges (expires_at);

grant select, insert, update, delete on second_factors, recovery_codes, login_challenges to ficha_identity;


-- ---------------------------------------------------------------------------------------------------------------------
-- Known devices
-- ---------------------------------------------------------------------------------------------------------------------

-- Browsers in which somebody has logged in to the account. An attacker who tries passwords does not lock them out.
create table known_devices (
  user_id uuid not null,
  token_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (user_id, token_hash),
  constraint known_devices_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index known_devices_last_used_at_idx on known_devices (last_used_at);
grant select, insert, update, delete on known_devices to ficha_identity;


-- ---------------------------------------------------------------------------------------------------------------------
-- Clean-up
-- ---------------------------------------------------------------------------------------------------------------------

grant select (token_hash, expires_at), delete on login_challenges to ficha_cleanup;
grant select (user_id, token_hash, last_used_at), delete on known_devices to ficha_cleanup;
