-- The rights of law 19.628: the requests of people, their clocks, and patients whose processing is blocked.


-- ---------------------------------------------------------------------------------------------------------------------
-- Blocked patients
-- ---------------------------------------------------------------------------------------------------------------------

-- Nothing is sent to a blocked patient or shared with them.
alter table patients add column blocked boolean not null default false;
alter table patients add column blocked_at timestamptz;
alter table patients add constraint patients_blocked_at_check check (blocked = (blocked_at is not null));
-- A link that was made before the block does not work while the block lasts.
grant select (created_at) on appointment_links to ficha_public;


-- ---------------------------------------------------------------------------------------------------------------------
-- Requests
-- ---------------------------------------------------------------------------------------------------------------------

-- A request and its answer prove what was asked and when it was answered. They are kept as long as the account, also when
-- the patient is deleted.
create table rights_requests (
  owner_id uuid not null,
  id uuid not null,
  -- Consecutive in a year: D-2026-0001.
  year integer not null,
  sequence integer not null,
  kind text not null,
  status text not null,
  -- Name, number and type of the document, and e-mail, as JSON.
  person encrypted not null,
  -- What was asked. Null when only the kind was given.
  text encrypted,
  -- The patient with that document. Without a foreign key: the request outlives its patient.
  patient_id uuid,
  received_at timestamptz not null,
  -- The last day for the answer, where the professional works.
  due_on date not null,
  extension_reason encrypted,
  extended_at timestamptz,
  answer encrypted,
  answered_at timestamptz,
  -- When the professional is reminded. Null once that is done, and once the request is answered.
  remind_at timestamptz,
  -- What became of the last mail to the person. Null where no mail is sent.
  mail_status text,
  primary key (owner_id, id),
  constraint rights_requests_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade,
  constraint rights_requests_number_key unique (owner_id, year, sequence),
  constraint rights_requests_kind_check
    check (kind in ('access', 'rectification', 'erasure', 'opposition', 'portability', 'blocking')),
  constraint rights_requests_status_check check (status in ('open', 'extended', 'answered', 'refused')),
  constraint rights_requests_mail_status_check check (mail_status in ('pending', 'sent', 'failed')),
  constraint rights_requests_extension_check check ((extended_at is not null) = (extension_reason is not null)),
  constraint rights_requests_blocking_check check (kind <> 'blocking' or extended_at is null),
  constraint rights_requests_answer_check
    check ((answered_at is not null) = (status in ('answered', 'refused'))
           and (answered_at is not null) = (answer is not null)),
  constraint rights_requests_remind_at_check check (remind_at is null or answered_at is null)
);
create index rights_requests_remind_at_idx on rights_requests (remind_at) where remind_at is not null;
call enable_tenant_isolation('rights_requests', 'select, insert, update');
call allow_purge('rights_requests');
call protect_encrypted_columns('rights_requests');
-- Not counted as storage: anybody can send requests, nobody deletes one, and they would fill the quota of a professional.
-- Once a request is answered, only the state of its mail and the key of its encrypted texts change.
create trigger rights_requests_answered_immutable
  before update of year, sequence, kind, status, person, text, received_at, due_on, extension_reason, extended_at, answer,
                   answered_at
  on rights_requests
  for each row when (old.answered_at is not null and current_user <> 'ficha_keys') execute function refuse_change();
-- The job that reminds professionals finds the requests that are about to run out, and reads nothing else before it acts
-- for their owner.
create policy reminder_due on rights_requests for select to ficha_mail using (remind_at is not null);
grant select (owner_id, id, remind_at) on rights_requests to ficha_mail;


-- ---------------------------------------------------------------------------------------------------------------------
-- Mail
-- ---------------------------------------------------------------------------------------------------------------------

alter table mail_outbox drop constraint mail_outbox_kind_check;
alter table mail_outbox add constraint mail_outbox_kind_check check (
  kind in ('recovery', 'email-confirmation', 'new-device', 'password-changed', 'password-reset', 'lockout',
           'second-factor-enabled', 'second-factor-disabled', 'recovery-code-used', 'appointment-message',
           'reminder-test', 'booking-message', 'booking-notice', 'rights-receipt', 'rights-notice', 'rights-answer')
);
create or replace function require_own_mail() returns trigger
language plpgsql as $$
begin
  if new.kind not in ('appointment-message', 'reminder-test', 'booking-message', 'booking-notice', 'rights-receipt',
                      'rights-notice', 'rights-answer')
     or new.user_id is distinct from nullif(current_setting('app.owner', true), '')::uuid then
    raise exception 'a professional queues no mail of another account' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
