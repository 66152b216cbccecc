-- The session that may add a passkey with the challenge. Null for a challenge of a login or of a proof.
alter table passkey_challenges add column session_id uuid;
alter table passkey_challenges add constraint passkey_challenges_session_id_fkey
  foreign key (session_id) references sessions (id) on delete cascade;
create index passkey_challenges_session_id_idx on passkey_challenges (session_id);
