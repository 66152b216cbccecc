-- Passkeys (WebAuthn), with which an account is entered without its password and its code.


-- ---------------------------------------------------------------------------------------------------------------------
-- Passkeys
-- ---------------------------------------------------------------------------------------------------------------------

create table passkeys (
  user_id uuid not null,
  id uuid not null,
  -- Given by the owner: 'Notebook de la consulta'.
  name text not null,
  -- Chosen by the authenticator.
  credential_id bytea not null,
  -- In the form of COSE (RFC 9052), with its algorithm.
  public_key bytea not null,
  -- How a browser reaches the authenticator: 'internal', 'hybrid', 'usb'.
  transports text[] not null,
  -- The host of PUBLIC_URL when it was made. Browsers use it at no other host.
  host text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (user_id, id),
  constraint passkeys_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint passkeys_credential_id_key unique (credential_id)
);
grant select, insert, update (last_used_at), delete on passkeys to ficha_identity;

-- Challenges that wait for the answer of a passkey. The first answer deletes its challenge, whether it is right or not.
create table passkey_challenges (
  hash bytea primary key,
  -- The account that may add a passkey with it. Null for a challenge of a login or of a proof.
  user_id uuid,
  expires_at timestamptz not null,
  constraint passkey_challenges_hash_check check (octet_length(hash) = 32),
  constraint passkey_challenges_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index passkey_challenges_user_id_idx on passkey_challenges (user_id);
create index passkey_challenges_expires_at_idx on passkey_challenges (expires_at);
grant select, insert, delete on passkey_challenges to ficha_identity;
grant select (hash, expires_at), delete on passkey_challenges to ficha_cleanup;


-- ---------------------------------------------------------------------------------------------------------------------
-- Mail
-- ---------------------------------------------------------------------------------------------------------------------

alter table mail_outbox drop constraint mail_outbox_kind_check;
alter table mail_outbox add constraint mail_outbox_kind_check check (
  kind in ('recovery', 'email-confirmation', 'new-device', 'password-changed', 'password-reset', 'lockout',
           'second-factor-enabled', 'second-factor-disabled', 'recovery-code-used', 'passkey-added', 'passkey-removed',
           'appointment-message', 'reminder-test', 'booking-message', 'booking-notice', 'rights-receipt',
           'rights-notice', 'rights-answer', 'shared-documents', 'share-notice', 'assistant-invitation',
           'charge-reminder')
);
