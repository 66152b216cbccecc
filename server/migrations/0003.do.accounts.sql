create table users (
  id uuid primary key,
  role text not null,
  name text not null,
  email text not null,
  password_hash text not null,
  rut text,
  profession text,
  rnpi text,
  specialty text,
  city text,
  region text,
  created_at timestamptz not null,
  constraint users_role check (role in ('professional', 'admin')),
  constraint users_email_in_lower_case check (email = lower(email)),
  constraint users_email_once unique (email),
  constraint users_professional_is_described check (
    role = 'admin' or (rut is not null and profession is not null and city is not null and region is not null)
  )
);

-- One a login. Ended sessions stay: the statistics of use come from them.
create table sessions (
  id uuid primary key,
  user_id uuid not null,
  refresh_token_hash bytea not null,
  started_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz,
  constraint sessions_user foreign key (user_id) references users (id) on delete cascade,
  constraint sessions_refresh_token_once unique (refresh_token_hash)
);
create index sessions_of_user on sessions (user_id);

-- Counters that may be lost in a crash. Keys are hashes: no address and no email is kept.
create unlogged table rate_limits (
  key bytea primary key,
  hits integer not null,
  resets_at timestamptz not null
);
create index rate_limits_expiry on rate_limits (resets_at);

grant select, insert, update, delete on users, sessions, rate_limits to ficha_identity;
