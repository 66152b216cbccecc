-- Online booking: its rules, the hours that are held, the bookings, and the waiting list.


-- ---------------------------------------------------------------------------------------------------------------------
-- Rules
-- ---------------------------------------------------------------------------------------------------------------------

-- Without a row, booking is off. The slug is unique over all professionals.
create table booking_settings (
  owner_id uuid primary key,
  enabled boolean not null,
  slug text collate "C" not null,
  approval text not null,
  min_notice_hours integer not null,
  window_days integer not null,
  buffer_minutes integer not null,
  max_per_day integer,
  new_patients boolean not null,
  message text,
  -- The sites that may show the page in a frame.
  embed_origins text[] not null,
  constraint booking_settings_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade,
  constraint booking_settings_slug_key unique (slug),
  constraint booking_settings_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 3 and 60),
  constraint booking_settings_approval_check check (approval in ('automatic', 'manual')),
  constraint booking_settings_min_notice_hours_check check (min_notice_hours between 0 and 720),
  constraint booking_settings_window_days_check check (window_days between 1 and 180),
  constraint booking_settings_buffer_minutes_check check (buffer_minutes in (0, 30, 60)),
  constraint booking_settings_max_per_day_check check (max_per_day between 1 and 28)
);
call enable_tenant_isolation('booking_settings', 'select, insert, update');
call allow_purge('booking_settings');
-- Whoever opens a page knows its slug and not its owner.
create policy public_read on booking_settings for select to ficha_public using (true);
grant select (owner_id, slug, enabled, embed_origins) on booking_settings to ficha_public;


-- ---------------------------------------------------------------------------------------------------------------------
-- Held hours
-- ---------------------------------------------------------------------------------------------------------------------

-- A booking holds its hour as an appointment without a patient, until then. So one constraint, appointments_no_overlap,
-- keeps appointments and bookings apart. A hold that has ended is deleted before anybody takes its hour.
alter table appointments alter column patient_id drop not null;
alter table appointments add column held_until timestamptz;
alter table appointments add constraint appointments_held_until_check
  check ((patient_id is null) = (held_until is not null));
create index appointments_held_until_idx on appointments (owner_id, held_until) where held_until is not null;


-- ---------------------------------------------------------------------------------------------------------------------
-- Bookings
-- ---------------------------------------------------------------------------------------------------------------------

create type booking_status as enum ('unverified', 'requested', 'offered', 'accepted', 'rejected', 'withdrawn', 'ended');

-- What somebody booked. It has the id of the appointment that holds its hour, and keeps it as an appointment.
create table bookings (
  owner_id uuid not null,
  id uuid not null,
  status booking_status not null,
  service_id uuid not null,
  service_name text not null,
  date date not null,
  start_minute integer not null,
  duration integer not null,
  compact_rut text collate "C" not null,
  document_type patient_document not null,
  -- Name, number of the document, birth date, telephone and e-mail, as JSON.
  person encrypted not null,
  -- Since it was accepted.
  patient_id uuid,
  -- False when the person who booked wants no more reminders of this visit.
  reminders boolean not null default true,
  -- The entry of the waiting list whose person was offered this hour.
  waiting_id uuid,
  resends integer not null default 0,
  -- What became of the last mail to the person. Null before the first one.
  mail_status text,
  created_at timestamptz not null,
  -- When it ends unless somebody acts. Null once it is decided.
  expires_at timestamptz,
  -- When it is deleted.
  kept_until timestamptz not null,
  primary key (owner_id, id),
  constraint bookings_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade,
  constraint bookings_patient_id_fkey foreign key (owner_id, patient_id)
    references patients (owner_id, id) on delete cascade,
  constraint bookings_mail_status_check check (mail_status in ('pending', 'sent', 'failed')),
  constraint bookings_expires_at_check
    check ((expires_at is not null) = (status in ('unverified', 'requested', 'offered')))
);
create index bookings_expires_at_idx on bookings (expires_at) where expires_at is not null;
create index bookings_date_idx on bookings (owner_id, date);
create index bookings_patient_id_idx on bookings (owner_id, patient_id) where patient_id is not null;
create index bookings_kept_until_idx on bookings (kept_until);
call enable_tenant_isolation('bookings', 'select, insert, update, delete');
call allow_purge('bookings');
call protect_encrypted_columns('bookings');
call count_storage('bookings', false);
-- The job that ends bookings finds them by their expiry, and reads nothing else before it acts for their owner.
create policy booking_due on bookings for select to ficha_mail using (expires_at is not null);
grant select (owner_id, id, expires_at) on bookings to ficha_mail;
create policy cleanup_read on bookings for select to ficha_cleanup using (true);
create policy cleanup_expired on bookings for delete to ficha_cleanup using (kept_until < now());
grant select (owner_id, id, kept_until), delete on bookings to ficha_cleanup;
-- An accepted booking is kept until its visit is over, also when the visit was moved to a later day.
create policy cleanup_booked on appointments for select to ficha_cleanup using (booked_online);
grant select (owner_id, id, date) on appointments to ficha_cleanup;

-- Whose address a link was sent to: the patient's, or the one that somebody typed when booking. With the key of a
-- booking, which its browser has, the mail is sent again.
create type link_purpose as enum ('patient', 'booking', 'booking-key');
alter table appointment_links add column purpose link_purpose not null default 'patient';
grant select (purpose) on appointment_links to ficha_public;


-- ---------------------------------------------------------------------------------------------------------------------
-- Waiting list
-- ---------------------------------------------------------------------------------------------------------------------

create table waiting_list (
  owner_id uuid not null,
  id uuid not null,
  service_id uuid not null,
  compact_rut text collate "C" not null,
  document_type patient_document not null,
  -- As in bookings.
  person encrypted not null,
  first_day date not null,
  last_day date not null,
  times text not null,
  -- The hours that have been free since the person joined: '2026-11-18 09:30'. One that is taken leaves this list, and is
  -- offered when it becomes free again.
  seen_hours text[] not null,
  -- The hours that were offered. None of them is offered again.
  offered_hours text[] not null,
  created_at timestamptz not null,
  -- When an hour was last offered.
  offered_at timestamptz,
  primary key (owner_id, id),
  constraint waiting_list_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade,
  constraint waiting_list_times_check check (times in ('any', 'morning', 'afternoon')),
  constraint waiting_list_days_check check (first_day <= last_day)
);
create index waiting_list_last_day_idx on waiting_list (last_day);
call enable_tenant_isolation('waiting_list', 'select, insert, update, delete');
call allow_purge('waiting_list');
call protect_encrypted_columns('waiting_list');
call count_storage('waiting_list', false);
create policy waiting_professionals on waiting_list for select to ficha_mail using (true);
grant select (owner_id, id, first_day, last_day) on waiting_list to ficha_mail;
create policy cleanup_read on waiting_list for select to ficha_cleanup using (true);
create policy cleanup_over on waiting_list for delete to ficha_cleanup using (last_day < (now() - interval '2 days')::date);
grant select (owner_id, id, last_day), delete on waiting_list to ficha_cleanup;


-- ---------------------------------------------------------------------------------------------------------------------
-- Mail
-- ---------------------------------------------------------------------------------------------------------------------

alter table mail_outbox drop constraint mail_outbox_kind_check;
alter table mail_outbox add constraint mail_outbox_kind_check check (
  kind in ('recovery', 'email-confirmation', 'new-device', 'password-changed', 'password-reset', 'lockout',
           'second-factor-enabled', 'second-factor-disabled', 'recovery-code-used', 'appointment-message',
           'reminder-test', 'booking-message', 'booking-notice')
);
create or replace function require_own_mail() returns trigger
language plpgsql as $$
begin
  if new.kind not in ('appointment-message', 'reminder-test', 'booking-message', 'booking-notice')
     or new.user_id is distinct from nullif(current_setting('app.owner', true), '')::uuid then
    raise exception 'a professional queues no mail of another account' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
