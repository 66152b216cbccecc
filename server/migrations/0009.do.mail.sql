-- Mail: an outbox that is written in the transaction of an act, the one-time links that mails carry, the confirmation of
-- addresses, and the places from which an account has signed in.

-- Delivers mail. Of an account it reads the address and the region, which decides the time zone.
call create_application_role('ficha_mail');

-- When the owner of the account showed that the address is theirs, by opening a link that was sent to it.
alter table users add column email_confirmed_at timestamptz;
grant select (id, email, region) on users to ficha_mail;

-- Mails that wait, and for a time those that are finished. A mail is rendered when it is delivered, from its kind and
-- parameters. Its link is made then too, so no token is stored.
create table mail_outbox (
  id uuid primary key,
  -- Null while a recovery waits: the account of its address is looked up when it is delivered, so that the request takes
  -- the same time with and without one.
  user_id uuid,
  kind text not null,
  -- Deleted when the mail is finished.
  parameters encrypted,
  status text not null default 'pending',
  attempts integer not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  finished_at timestamptz,
  -- The code of the last failure, without the text of the mail server, which may contain the address.
  failure text,
  constraint mail_outbox_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint mail_outbox_kind_check check (
    kind in ('recovery', 'email-confirmation', 'new-device', 'password-changed', 'password-reset', 'lockout')
  ),
  constraint mail_outbox_status_check check (status in ('pending', 'sent', 'failed')),
  constraint mail_outbox_finished_check check (
    num_nonnulls(parameters) = case status when 'pending' then 1 else 0 end
    and num_nonnulls(finished_at) = case status when 'pending' then 0 else 1 end
  ),
  constraint mail_outbox_recipient_check check (user_id is not null or (kind = 'recovery' and status = 'pending'))
);
create index mail_outbox_next_attempt_at_idx on mail_outbox (next_attempt_at) where status = 'pending';
create index mail_outbox_created_at_idx on mail_outbox (created_at, id);
create index mail_outbox_user_id_idx on mail_outbox (user_id, kind, created_at);
call protect_encrypted_columns('mail_outbox');

grant insert, select (user_id, kind, created_at) on mail_outbox to ficha_identity;
grant select, delete, update (user_id, parameters, status, attempts, next_attempt_at, finished_at, failure)
  on mail_outbox to ficha_mail;
-- For the trigger that refuses text under an unusable key.
grant select (number, accepts_text) on data_keys to ficha_identity, ficha_mail;
-- Everything but the content.
grant select (id, user_id, kind, status, attempts, created_at, next_attempt_at, finished_at, failure)
  on mail_outbox to ficha_admin;

-- The links of mails. Only the hash of a token is stored.
create table account_links (
  token_hash bytea primary key,
  user_id uuid not null,
  purpose text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint account_links_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint account_links_purpose_check check (purpose in ('recovery', 'email-confirmation')),
  -- SHA-256.
  constraint account_links_token_hash_check check (octet_length(token_hash) = 32)
);
create index account_links_user_id_idx on account_links (user_id, purpose, created_at);
create index account_links_expires_at_idx on account_links (expires_at);
grant insert on account_links to ficha_mail;
grant select, update (used_at) on account_links to ficha_identity;

-- Browser and network of each account's logins, as a hash. A login from another one is reported to the owner.
create table login_origins (
  user_id uuid not null,
  origin_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (user_id, origin_hash),
  constraint login_origins_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index login_origins_last_used_at_idx on login_origins (last_used_at);
grant select, insert, update (last_used_at) on login_origins to ficha_identity;

-- Whatever statement it sends, the clean-up deletes no mail that waits and no link that may be used.
grant select (id, status, finished_at), delete on mail_outbox to ficha_cleanup;
grant select (token_hash, expires_at), delete on account_links to ficha_cleanup;
grant select (user_id, origin_hash, last_used_at), delete on login_origins to ficha_cleanup;
create trigger mail_outbox_keep_pending
  before delete on mail_outbox
  for each row when (current_user = 'ficha_cleanup' and old.status = 'pending')
  execute function refuse_change();
create trigger account_links_keep_usable
  before delete on account_links
  for each row when (current_user = 'ficha_cleanup' and old.expires_at > now())
  execute function refuse_change();
