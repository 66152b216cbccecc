-- Links with documents for patients.


-- ---------------------------------------------------------------------------------------------------------------------
-- Links
-- ---------------------------------------------------------------------------------------------------------------------

-- What a professional sent a patient. A share is listed as long as its patient exists, also when its link has ended.
create table shares (
  owner_id uuid not null,
  id uuid not null,
  patient_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- When the fifth wrong birth date ended the link.
  blocked_at timestamptz,
  wrong_dates integer not null default 0,
  -- How often somebody gave the right birth date.
  opens integer not null default 0,
  -- What became of the mail with the link. Null when none was asked for.
  mail_status text,
  primary key (owner_id, id),
  constraint shares_patient_id_fkey foreign key (owner_id, patient_id)
    references patients (owner_id, id) on delete cascade,
  constraint shares_wrong_dates_check check (wrong_dates between 0 and 5 and (wrong_dates = 5) = (blocked_at is not null)),
  constraint shares_mail_status_check check (mail_status in ('pending', 'sent', 'failed'))
);
create index shares_patient_id_idx on shares (owner_id, patient_id, id);
create index shares_blocked_at_idx on shares (owner_id, expires_at) where blocked_at is not null and revoked_at is null;
call enable_tenant_isolation('shares',
  'select, insert, update (revoked_at, blocked_at, wrong_dates, opens, mail_status)');
call allow_purge('shares');

-- The printed documents of a link. A stored document never changes, so a link shows what it showed when it was made.
create table shared_documents (
  owner_id uuid not null,
  share_id uuid not null,
  document_id uuid not null,
  -- In the order in which they were chosen.
  position integer not null,
  title encrypted not null,
  -- When it was finalised, in the time zone that the document shows.
  date date not null,
  primary key (owner_id, share_id, document_id),
  constraint shared_documents_share_id_fkey foreign key (owner_id, share_id)
    references shares (owner_id, id) on delete cascade,
  constraint shared_documents_document_id_fkey foreign key (owner_id, document_id)
    references documents (owner_id, id) on delete cascade
);
create index shared_documents_document_id_idx on shared_documents (owner_id, document_id);
call enable_tenant_isolation('shared_documents', 'select, insert');
call allow_purge('shared_documents');
call protect_encrypted_columns('shared_documents');
call count_storage('shared_documents', false);

-- The newest openings: each one gave the correct birth date.
create table share_openings (
  owner_id uuid not null,
  id uuid not null,
  share_id uuid not null,
  at timestamptz not null,
  -- The truncated address.
  network text not null,
  primary key (owner_id, id),
  constraint share_openings_share_id_fkey foreign key (owner_id, share_id)
    references shares (owner_id, id) on delete cascade
);
create index share_openings_share_id_idx on share_openings (owner_id, share_id, at);
call enable_tenant_isolation('share_openings', 'select, insert, delete');
call allow_purge('share_openings');

-- Whoever opens a link knows neither its owner nor its share. Revoking or blocking changes the share alone, because with
-- Citus this row may be on a worker that is away.
create table share_links (
  owner_id uuid not null,
  -- SHA-256 of the token, which is stored nowhere.
  token_hash bytea not null,
  -- No foreign key: with Citus a share may be on another worker.
  share_id uuid not null,
  expires_at timestamptz not null,
  primary key (owner_id, token_hash),
  constraint share_links_owner_id_fkey foreign key (owner_id) references users (id),
  constraint share_links_token_hash_key unique (token_hash),
  constraint share_links_token_hash_check check (octet_length(token_hash) = 32)
);
create index share_links_expires_at_idx on share_links (expires_at);
call enable_tenant_isolation('share_links', 'insert');
call allow_purge('share_links');
create policy public_read on share_links for select to ficha_public using (true);
grant select (owner_id, token_hash, share_id, expires_at) on share_links to ficha_public;
create policy cleanup_read on share_links for select to ficha_cleanup using (true);
create policy cleanup_expired on share_links for delete to ficha_cleanup using (expires_at < now());
grant select (owner_id, token_hash, expires_at), delete on share_links to ficha_cleanup;


-- ---------------------------------------------------------------------------------------------------------------------
-- Mail
-- ---------------------------------------------------------------------------------------------------------------------

alter table mail_outbox drop constraint mail_outbox_kind_check;
alter table mail_outbox add constraint mail_outbox_kind_check check (
  kind in ('recovery', 'email-confirmation', 'new-device', 'password-changed', 'password-reset', 'lockout',
           'second-factor-enabled', 'second-factor-disabled', 'recovery-code-used', 'appointment-message',
           'reminder-test', 'booking-message', 'booking-notice', 'rights-receipt', 'rights-notice', 'rights-answer',
           'shared-documents', 'share-notice')
);
create or replace function require_own_mail() returns trigger
language plpgsql as $$
begin
  if new.kind not in ('appointment-message', 'reminder-test', 'booking-message', 'booking-notice', 'rights-receipt',
                      'rights-notice', 'rights-answer', 'shared-documents', 'share-notice')
     or new.user_id is distinct from nullif(current_setting('app.owner', true), '')::uuid then
    raise exception 'a professional queues no mail of another account' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
