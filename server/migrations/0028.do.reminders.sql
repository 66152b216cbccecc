-- Reminders: their settings, the messages that a patient was sent, the links in them, and what the patient answered.


-- ---------------------------------------------------------------------------------------------------------------------
-- Settings
-- ---------------------------------------------------------------------------------------------------------------------

-- False when the patient or the professional said no.
alter table patients add column reminders boolean not null default true;

-- Without a row the defaults of contract/reminder-settings.ts hold.
create table reminder_settings (
  owner_id uuid primary key,
  enabled boolean not null,
  on_booking boolean not null,
  hours_before integer[] not null,
  cancel_notice_hours integer not null,
  allow_move boolean not null,
  -- What patients see. Empty when the professional wrote nothing.
  place text not null,
  phone text not null,
  message text not null,
  constraint reminder_settings_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade,
  constraint reminder_settings_cancel_notice_hours_check check (cancel_notice_hours between 0 and 168)
);
call enable_tenant_isolation('reminder_settings', 'select, insert, update');
call allow_purge('reminder_settings');


-- ---------------------------------------------------------------------------------------------------------------------
-- Messages
-- ---------------------------------------------------------------------------------------------------------------------

-- When the next reminder of an appointment is due. Null when none is. The job that sends reminders finds the due ones of
-- all professionals by the index, and reads nothing else of an appointment before it acts for its owner.
alter table appointments add column reminder_at timestamptz;
create index appointments_reminder_at_idx on appointments (reminder_at) where reminder_at is not null;
create policy reminder_due on appointments for select to ficha_mail using (reminder_at is not null);
grant select (owner_id, id, reminder_at) on appointments to ficha_mail;
-- The sender's name of a mail to a patient.
grant select (name) on users to ficha_mail;

-- A message about an appointment. No foreign key to the appointment: it can be deleted, and the message was sent.
create table reminders (
  owner_id uuid not null,
  id uuid not null,
  patient_id uuid not null,
  appointment_id uuid not null,
  kind text not null,
  channel text not null,
  status text not null,
  -- The address or the telephone number that it was sent to.
  recipient encrypted,
  -- When it became due, and later when it was sent or refused.
  at timestamptz not null,
  -- The code of the failure.
  failure text,
  primary key (owner_id, id),
  constraint reminders_patient_id_fkey foreign key (owner_id, patient_id)
    references patients (owner_id, id) on delete cascade,
  constraint reminders_kind_check check (kind in ('booking', 'before', 'manual', 'change', 'cancellation')),
  constraint reminders_channel_check check (channel in ('email', 'whatsapp')),
  constraint reminders_status_check check (status in ('pending', 'sent', 'failed'))
);
create index reminders_appointment_id_idx on reminders (owner_id, appointment_id, at);
create index reminders_patient_id_idx on reminders (owner_id, patient_id);
create index reminders_at_idx on reminders (owner_id, at);
call enable_tenant_isolation('reminders', 'select, insert, update, delete');
call allow_purge('reminders');
call protect_encrypted_columns('reminders');
call count_storage('reminders', false);

-- Mails to patients go through the outbox of all mails. The user is the professional on whose behalf a mail is sent.
alter table mail_outbox drop constraint mail_outbox_kind_check;
alter table mail_outbox add constraint mail_outbox_kind_check check (
  kind in ('recovery', 'email-confirmation', 'new-device', 'password-changed', 'password-reset', 'lockout',
           'second-factor-enabled', 'second-factor-disabled', 'recovery-code-used', 'appointment-message',
           'reminder-test')
);
-- Thousands of reminders are due at the same hour. A mail that answers an act is not kept waiting by them.
alter table mail_outbox add column is_bulk boolean not null default false;
drop index mail_outbox_next_attempt_at_idx;
create index mail_outbox_due_idx on mail_outbox (is_bulk, next_attempt_at) where status = 'pending';
-- All columns: an insert through Citus names those with a default too.
grant insert on mail_outbox to ficha_app;
create function require_own_mail() returns trigger
language plpgsql as $$
begin
  if new.kind not in ('appointment-message', 'reminder-test')
     or new.user_id is distinct from nullif(current_setting('app.owner', true), '')::uuid then
    raise exception 'a professional queues no mail of another account' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger mail_outbox_require_own_mail
  before insert on mail_outbox
  for each row when (current_user = 'ficha_app') execute function require_own_mail();


-- ---------------------------------------------------------------------------------------------------------------------
-- Links and answers
-- ---------------------------------------------------------------------------------------------------------------------

-- Whoever has the token of a link acts on its appointment without a password. Found by the hash of the token alone.
create table appointment_links (
  owner_id uuid not null,
  -- SHA-256 of the token, which is stored nowhere.
  token_hash bytea not null,
  appointment_id uuid not null,
  created_at timestamptz not null,
  -- A day after the visit.
  expires_at timestamptz not null,
  primary key (owner_id, token_hash),
  constraint appointment_links_owner_id_fkey foreign key (owner_id) references users (id),
  constraint appointment_links_token_hash_key unique (token_hash),
  constraint appointment_links_token_hash_check check (octet_length(token_hash) = 32)
);
create index appointment_links_appointment_id_idx on appointment_links (owner_id, appointment_id);
create index appointment_links_expires_at_idx on appointment_links (expires_at);
call enable_tenant_isolation('appointment_links', 'select, insert, update (appointment_id, expires_at), delete');
call allow_purge('appointment_links');
create policy public_read on appointment_links for select to ficha_public using (true);
grant select (owner_id, token_hash, appointment_id, expires_at) on appointment_links to ficha_public;
create policy cleanup_read on appointment_links for select to ficha_cleanup using (true);
create policy cleanup_expired on appointment_links for delete to ficha_cleanup using (expires_at < now());
grant select (owner_id, token_hash, expires_at), delete on appointment_links to ficha_cleanup;

-- The last answer of the patient about an appointment. Deleted when the professional moves the appointment.
create table patient_answers (
  owner_id uuid not null,
  appointment_id uuid not null,
  answer text not null,
  reason encrypted,
  at timestamptz not null,
  primary key (owner_id, appointment_id),
  constraint patient_answers_appointment_id_fkey foreign key (owner_id, appointment_id)
    references appointments (owner_id, id) on delete cascade,
  constraint patient_answers_answer_check check (answer in ('confirmed', 'cancelled', 'moved'))
);
create index patient_answers_at_idx on patient_answers (owner_id, at);
call enable_tenant_isolation('patient_answers', 'select, insert, update, delete');
call allow_purge('patient_answers');
call protect_encrypted_columns('patient_answers');
call count_storage('patient_answers', false);
