-- Challenges that were solved, so that no solution works twice. They may be lost in a crash: a solution of the last
-- twenty minutes then works once more.
create unlogged table solved_challenges (
  -- The SHA-256 that the challenge asked for. Each challenge has its own.
  hash bytea primary key,
  expires_at timestamptz not null,
  constraint solved_challenges_hash_check check (octet_length(hash) = 32)
);
create index solved_challenges_expires_at_idx on solved_challenges (expires_at);
-- The role that counts requests. `on conflict do nothing` reads the conflicting row.
grant select, insert on solved_challenges to ficha_identity;
grant select (hash, expires_at), delete on solved_challenges to ficha_cleanup;
