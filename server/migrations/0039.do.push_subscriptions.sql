-- Notices by Web Push: the devices that asked for them, what professionals are to be told, and what each device is still
-- to be sent.

-- The key that push services know this installation by.
alter table key_fingerprints drop constraint key_fingerprints_name_check;
alter table key_fingerprints add constraint key_fingerprints_name_check check (name in ('token', 'signing', 'push'));

-- A browser that shows notices to the account of a session. Whoever logs out gets no more of them.
create table push_subscriptions (
  session_id uuid primary key,
  -- The SHA-256 of the address at the push service. A browser has one address, whoever uses it.
  endpoint_hash bytea not null,
  -- The address and the keys of the browser. Whoever has the address can send to the browser.
  subscription encrypted not null,
  created_at timestamptz not null,
  constraint push_subscriptions_session_id_fkey foreign key (session_id) references sessions (id) on delete cascade,
  constraint push_subscriptions_endpoint_hash_key unique (endpoint_hash),
  constraint push_subscriptions_endpoint_hash_check check (octet_length(endpoint_hash) = 32)
);
call protect_encrypted_columns('push_subscriptions');
grant select, insert, delete on push_subscriptions to ficha_identity;

-- What happened, written in the transaction of the act. It has neither the patient nor the appointment.
create table push_notices (
  id uuid primary key,
  -- The professional.
  owner_id uuid not null,
  kind text not null,
  -- The day of the appointment, which the agenda shows after a press.
  day date not null,
  created_at timestamptz not null,
  constraint push_notices_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade,
  constraint push_notices_kind_check check (kind in ('cancelled', 'requested', 'booked'))
);
grant insert on push_notices to ficha_app;
create function require_own_notice() returns trigger
language plpgsql as $$
begin
  if new.owner_id is distinct from nullif(current_setting('app.owner', true), '')::uuid then
    raise exception 'a professional queues no notice of another account' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger push_notices_require_own_notice
  before insert on push_notices
  for each row when (current_user = 'ficha_app') execute function require_own_notice();

-- Several notices of one kind that wait for a device are one.
create table push_deliveries (
  session_id uuid not null,
  owner_id uuid not null,
  kind text not null,
  day date not null,
  -- When the last of the notices was written.
  noticed_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  primary key (session_id, owner_id, kind),
  constraint push_deliveries_session_id_fkey
    foreign key (session_id) references push_subscriptions (session_id) on delete cascade,
  constraint push_deliveries_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade
);
create index push_deliveries_next_attempt_at_idx on push_deliveries (next_attempt_at);

-- The role that delivers mail delivers notices too.
grant select, delete on push_notices to ficha_mail;
grant select, delete on push_subscriptions to ficha_mail;
grant select, insert, delete, update (day, noticed_at, attempts, next_attempt_at) on push_deliveries to ficha_mail;
grant select (id, user_id, started_at, last_seen_at, ended_at, ends_at) on sessions to ficha_mail;
grant select (owner_id, account_id, ended_at) on assistants to ficha_mail;

-- The clean-up deletes subscriptions of sessions that were ended.
grant select (ended_at) on sessions to ficha_cleanup;
grant select (session_id), delete on push_subscriptions to ficha_cleanup;
