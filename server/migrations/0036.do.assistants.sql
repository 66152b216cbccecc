-- Reception: people who run the agenda of one or more professionals, with accounts of their own.


-- ---------------------------------------------------------------------------------------------------------------------
-- Accounts and invitations
-- ---------------------------------------------------------------------------------------------------------------------

alter table users drop constraint users_role_check;
alter table users add constraint users_role_check check (role in ('professional', 'admin', 'assistant'));
alter table users drop constraint users_professional_profile_check;
alter table users add constraint users_professional_profile_check check (
  role <> 'professional'
    or (rut is not null and profession is not null and city is not null and region is not null)
);

-- Who may act for a professional. A row begins as an invitation and is never deleted before the professional's account:
-- the access log and the appointments name people by it.
create table assistants (
  id uuid primary key,
  -- The professional.
  owner_id uuid not null,
  -- The account of the person. Null until the invitation is accepted. It has no foreign key: the row stays when the
  -- account is deleted.
  account_id uuid,
  name text not null,
  email text not null,
  can_edit_patients boolean not null,
  can_charge boolean not null,
  -- The SHA-256 of the token of the invitation. Null once it was accepted.
  token_hash bytea,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  -- The last request of the person for this professional, to the minute.
  last_seen_at timestamptz,
  ended_at timestamptz,
  constraint assistants_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade,
  constraint assistants_token_hash_key unique (token_hash),
  constraint assistants_token_hash_check check (octet_length(token_hash) = 32),
  constraint assistants_accepted_check check ((account_id is null) = (accepted_at is null)),
  constraint assistants_email_lowercase_check check (email = lower(email))
);
create unique index assistants_email_key on assistants (owner_id, email) where ended_at is null;
create unique index assistants_account_id_key on assistants (account_id, owner_id) where ended_at is null;
grant select, insert on assistants to ficha_identity;
grant update (account_id, name, can_edit_patients, can_charge, token_hash, invited_at, expires_at, accepted_at,
              last_seen_at, ended_at) on assistants to ficha_identity;
-- The deletion of the account of a person ends what it may do.
grant select (account_id, ended_at), update (ended_at) on assistants to ficha_purge;
-- An assistant gets no plan.
grant select (role) on users to ficha_billing;

-- What others did for a professional, who may look at each of them alone.
create index audit_entries_actor_id_idx on audit_entries (owner_id, actor_id, number) where actor_id <> owner_id;


-- ---------------------------------------------------------------------------------------------------------------------
-- What an assistant did with an appointment
-- ---------------------------------------------------------------------------------------------------------------------

-- The account of the assistant who acted last. All three are null when the professional or the patient acted last.
alter table appointments add column acted_by uuid;
alter table appointments add column act text;
alter table appointments add column acted_at timestamptz;
alter table appointments add constraint appointments_act_check check (
  num_nonnulls(acted_by, act, acted_at) in (0, 3)
    and act in ('created', 'moved', 'status-changed', 'changed')
);


-- ---------------------------------------------------------------------------------------------------------------------
-- The role of assistants
-- ---------------------------------------------------------------------------------------------------------------------

-- Requests of assistants run as this role. It has no right on tables and columns of the record: notes, diagnoses,
-- allergies, certificates, attachments, documents. A new table is closed to it until a migration opens it, and
-- server/platform/database/assistant-role.test.ts lists every column that is open.
call create_application_role('ficha_assistant');

-- Opens a tenant table to assistants, for the rows of the professional for whom they act.
create procedure allow_assistants(tenant_table regclass, privileges text)
language plpgsql as $$
begin
  execute format('alter policy tenant_isolation on %s to ficha_app, ficha_assistant', tenant_table);
  execute format('grant %s on %s to ficha_assistant', privileges, tenant_table);
end
$$;
revoke all on procedure allow_assistants from public;

-- Patients without `background`, which has allergies, notes, alerts and preferences. Assistants delete no patient and
-- block none: Citus names a column with a default, such as `blocked`, in every insert.
call allow_assistants('patients', 'select (
  owner_id, id, ficha_number, name, folded_name, social_name, folded_social_name, rut, compact_rut, document_type,
  birth_date, sex, reminders, blocked, blocked_at, contact, created_at)');
grant insert (
  owner_id, id, ficha_number, name, folded_name, social_name, folded_social_name, rut, compact_rut, document_type,
  birth_date, sex, reminders, blocked, contact, created_at
) on patients to ficha_assistant;
grant update (
  name, folded_name, social_name, folded_social_name, rut, compact_rut, document_type, birth_date, sex, reminders,
  contact
) on patients to ficha_assistant;
call allow_assistants('patient_suffixes', 'select, insert, delete');
call allow_assistants('patient_counts', 'select, insert, update (patients, last_ficha_number)');

-- The agenda.
call allow_assistants('appointments', 'select, insert, delete');
grant update (
  patient_id, date, start_minute, duration, note, status, overbooked, changed_at, revision, reminder_at, held_until,
  acted_by, act, acted_at
) on appointments to ficha_assistant;
call allow_assistants('working_hours', 'select');
call allow_assistants('absences', 'select');
call allow_assistants('agenda_settings', 'select');
call allow_assistants('services', 'select');

-- Reminders and booking.
call allow_assistants('reminder_settings', 'select');
call allow_assistants('reminders', 'select, insert');
call allow_assistants('appointment_links', 'select, insert, update (appointment_id, expires_at), delete');
call allow_assistants('patient_answers', 'select, delete');
call allow_assistants('booking_settings', 'select');
call allow_assistants('bookings', 'select, update (status, expires_at, kept_until, patient_id, mail_status)');
call allow_assistants('waiting_list', 'select, delete');

-- What every write needs: the plan, the quota, the access log and mails.
call allow_assistants('subscriptions', 'select');
call allow_assistants('storage_usage', 'select');
call allow_assistants('audit_entries', 'insert');
call allow_assistants('audit_details', 'insert');
grant select (number, accepts_text) on data_keys to ficha_assistant;
grant insert on mail_outbox to ficha_assistant;
create or replace function require_own_mail() returns trigger
language plpgsql as $$
begin
  if new.kind not in ('appointment-message', 'reminder-test', 'booking-message', 'booking-notice', 'rights-receipt',
                      'rights-notice', 'rights-answer', 'shared-documents', 'share-notice')
     or current_user = 'ficha_assistant' and new.kind not in ('appointment-message', 'booking-message')
     or new.user_id is distinct from nullif(current_setting('app.owner', true), '')::uuid then
    raise exception 'a professional queues no mail of another account' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
drop trigger mail_outbox_require_own_mail on mail_outbox;
create trigger mail_outbox_require_own_mail
  before insert on mail_outbox
  for each row when (current_user in ('ficha_app', 'ficha_assistant')) execute function require_own_mail();


-- ---------------------------------------------------------------------------------------------------------------------
-- Mail
-- ---------------------------------------------------------------------------------------------------------------------

alter table mail_outbox drop constraint mail_outbox_kind_check;
alter table mail_outbox add constraint mail_outbox_kind_check check (
  kind in ('recovery', 'email-confirmation', 'new-device', 'password-changed', 'password-reset', 'lockout',
           'second-factor-enabled', 'second-factor-disabled', 'recovery-code-used', 'appointment-message',
           'reminder-test', 'booking-message', 'booking-notice', 'rights-receipt', 'rights-notice', 'rights-answer',
           'shared-documents', 'share-notice', 'assistant-invitation')
);
