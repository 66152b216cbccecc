-- What patients are charged and what they paid, receipts, and the deposits of online booking.


-- ---------------------------------------------------------------------------------------------------------------------
-- Charges and their payments
-- ---------------------------------------------------------------------------------------------------------------------

-- Nothing here is deleted before the account: charges and payments are voided. They have no foreign key to the patient
-- and the appointment, because they outlive both. Sums are computed from these rows and stored nowhere.
create table charges (
  owner_id uuid not null,
  id uuid not null,
  patient_id uuid not null,
  -- The name that the patient had, for the time after the patient is deleted.
  patient_name text not null,
  patient_rut text not null,
  patient_document_type patient_document not null,
  appointment_id uuid,
  concept encrypted not null,
  -- Whole pesos.
  amount integer not null,
  date date not null,
  -- The folio of the boleta de honorarios.
  invoice_number text,
  -- The diagnosis that the professional wants on the receipt, as JSON. Closed to assistants.
  diagnosis encrypted,
  -- Grows with each change of the concept, the amount or the date, and when the charge is voided. Valid payments refer
  -- to it, so a charge with valid payments refuses these changes.
  revision integer not null default 1,
  created_at timestamptz not null,
  -- The account that acted. Null for a charge that follows from a deposit.
  created_by uuid,
  voided_at timestamptz,
  voided_by uuid,
  void_reason encrypted,
  primary key (owner_id, id),
  constraint charges_owner_id_fkey foreign key (owner_id) references users (id),
  constraint charges_revision_key unique (owner_id, id, revision),
  constraint charges_amount_check check (amount between 1 and 100000000),
  constraint charges_voided_check check (num_nonnulls(voided_at, void_reason) in (0, 2))
);
-- An appointment has at most one charge that is not void.
create unique index charges_appointment_id_key on charges (owner_id, appointment_id)
  where appointment_id is not null and voided_at is null;
create index charges_date_idx on charges (owner_id, date);
create index charges_patient_id_idx on charges (owner_id, patient_id);
call enable_tenant_isolation('charges',
  'select, insert, update (concept, amount, date, invoice_number, diagnosis, revision, voided_at, voided_by, void_reason)');
call allow_purge('charges');
call protect_encrypted_columns('charges');
call count_storage('charges', true);

create table charge_payments (
  owner_id uuid not null,
  id uuid not null,
  charge_id uuid not null,
  -- The revision of the charge while the payment is valid, null once it is void.
  charge_revision integer,
  amount integer not null,
  method text not null,
  reference encrypted,
  date date not null,
  created_at timestamptz not null,
  -- The account that acted. Null for a payment that came from the payment provider.
  created_by uuid,
  voided_at timestamptz,
  voided_by uuid,
  void_reason encrypted,
  primary key (owner_id, id),
  constraint charge_payments_charge_id_fkey foreign key (owner_id, charge_id) references charges (owner_id, id),
  constraint charge_payments_charge_revision_fkey foreign key (owner_id, charge_id, charge_revision)
    references charges (owner_id, id, revision),
  constraint charge_payments_amount_check check (amount between 1 and 100000000),
  constraint charge_payments_method_check
    check (method in ('cash', 'transfer', 'debit', 'credit', 'bono', 'other', 'online')),
  constraint charge_payments_voided_check check (num_nonnulls(voided_at, void_reason) in (0, 2)),
  constraint charge_payments_charge_revision_check check ((charge_revision is null) = (voided_at is not null))
);
create index charge_payments_charge_id_idx on charge_payments (owner_id, charge_id);
create index charge_payments_date_idx on charge_payments (owner_id, date);
call enable_tenant_isolation('charge_payments',
  'select, insert, update (charge_revision, voided_at, voided_by, void_reason)');
call allow_purge('charge_payments');
call protect_encrypted_columns('charge_payments');
call count_storage('charge_payments', true);

-- What a charge says never changes without its revision, and a void charge never changes. The rotation of keys encrypts
-- the same texts again.
create function refuse_change_of_charge() returns trigger
language plpgsql as $$
begin
  if old.voided_at is not null then
    raise exception 'a void row of % does not change', tg_table_name using errcode = 'restrict_violation';
  end if;
  if (old.concept, old.amount, old.date, old.voided_at) is distinct from (new.concept, new.amount, new.date, new.voided_at)
     and new.revision <> old.revision + 1 then
    raise exception 'a change of a charge has the next revision' using errcode = 'restrict_violation';
  end if;
  if (old.id, old.patient_id, old.appointment_id, old.created_at, old.created_by)
     is distinct from (new.id, new.patient_id, new.appointment_id, new.created_at, new.created_by) then
    raise exception 'this column of a charge does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger charges_unchanged
  before update on charges
  for each row when (current_user <> 'ficha_keys') execute function refuse_change_of_charge();

-- A payment is voided once. Nothing else of it changes.
create function refuse_change_of_charge_payment() returns trigger
language plpgsql as $$
begin
  if old.voided_at is not null or new.voided_at is null
     or (old.id, old.charge_id, old.amount, old.method, old.reference, old.date, old.created_at, old.created_by)
        is distinct from (new.id, new.charge_id, new.amount, new.method, new.reference, new.date, new.created_at, new.created_by) then
    raise exception 'a payment is only ever voided, once' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger charge_payments_unchanged
  before update on charge_payments
  for each row when (current_user <> 'ficha_keys') execute function refuse_change_of_charge_payment();

create trigger charges_deleted_by_purge_only
  before delete on charges
  for each row when (current_user <> 'ficha_purge') execute function refuse_change();
create trigger charge_payments_deleted_by_purge_only
  before delete on charge_payments
  for each row when (current_user <> 'ficha_purge') execute function refuse_change();

-- The message about what is pending. Without a row, or empty, it is the message of the product.
create table charge_settings (
  owner_id uuid primary key,
  message text not null,
  constraint charge_settings_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade
);
call enable_tenant_isolation('charge_settings', 'select, insert, update');
call allow_purge('charge_settings');

-- What patients were told about what is pending.
create table charge_reminders (
  owner_id uuid not null,
  id uuid not null,
  patient_id uuid not null,
  channel text not null,
  status text not null,
  -- What was pending.
  amount integer not null,
  at timestamptz not null,
  primary key (owner_id, id),
  constraint charge_reminders_patient_id_fkey foreign key (owner_id, patient_id)
    references patients (owner_id, id) on delete cascade,
  constraint charge_reminders_channel_check check (channel in ('email', 'whatsapp')),
  constraint charge_reminders_status_check check (status in ('pending', 'sent', 'failed'))
);
create index charge_reminders_patient_id_idx on charge_reminders (owner_id, patient_id, at);
call enable_tenant_isolation('charge_reminders', 'select, insert, update (status, at)');
call allow_purge('charge_reminders');


-- ---------------------------------------------------------------------------------------------------------------------
-- Receipts
-- ---------------------------------------------------------------------------------------------------------------------

-- What a receipt shows, as it was when it was made. Another content is another receipt, with a folio of its own. Its id
-- is the source of its printed document.
create table receipts (
  owner_id uuid not null,
  id uuid not null,
  charge_id uuid not null,
  -- The valid payments that it shows.
  payment_ids uuid[] not null,
  -- Whether it shows a diagnosis. Closed to assistants then.
  has_diagnosis boolean not null,
  snapshot encrypted not null,
  -- Random bytes that are part of the snapshot. Without them nobody can try diagnoses until the hash is the same.
  salt encrypted not null,
  -- SHA-256 of the snapshot.
  content_hash bytea not null,
  created_at timestamptz not null,
  -- By which its verification is found, which an assistant voids without reading the document. Null until it is printed.
  code_hash bytea,
  -- When one of its payments was voided.
  voided_at timestamptz,
  primary key (owner_id, id),
  constraint receipts_charge_id_fkey foreign key (owner_id, charge_id) references charges (owner_id, id),
  constraint receipts_content_hash_check check (octet_length(content_hash) = 32),
  constraint receipts_code_hash_check check (octet_length(code_hash) = 32)
);
create index receipts_charge_id_idx on receipts (owner_id, charge_id);
call enable_tenant_isolation('receipts', 'select, insert, update (code_hash, voided_at)');
call allow_purge('receipts');
call protect_encrypted_columns('receipts');
call count_storage('receipts', false);
-- It is printed once and voided once.
create trigger receipts_unchanged
  before update on receipts
  for each row when (
    current_user <> 'ficha_keys'
      and (old.voided_at is not null or (old.code_hash is not null and new.code_hash is distinct from old.code_hash))
  ) execute function refuse_change();
create trigger receipts_deleted_by_purge_only
  before delete on receipts
  for each row when (current_user <> 'ficha_purge') execute function refuse_change();

-- Whether a printed document shows something clinical. Only the receipts without a diagnosis do not.
alter table documents add column is_clinical boolean not null default true;

-- A receipt whose payment was voided is shown as void by whoever verifies it.
alter table verifications add column voided_at timestamptz;
grant select (owner_id, code_hash), update (voided_at) on verifications to ficha_app;
grant select (voided_at) on verifications to ficha_public, ficha_purge;
drop trigger verifications_append_only on verifications;
create trigger verifications_append_only
  before truncate on verifications
  for each statement execute function refuse_change();
create trigger verifications_voided_once
  before update on verifications
  for each row when (
    old.kind <> 'receipt' or old.voided_at is not null or new.voided_at is null
      or to_jsonb(old) - 'voided_at' is distinct from to_jsonb(new) - 'voided_at'
  ) execute function refuse_change();
alter table verifications_of_deleted_accounts add column voided_at timestamptz;


-- ---------------------------------------------------------------------------------------------------------------------
-- Deposits
-- ---------------------------------------------------------------------------------------------------------------------

-- What is paid when the service is booked online.
alter table services add column deposit integer;
alter table services add constraint services_deposit_check check (deposit between 1 and 100000000);

-- The professional's own account with the payment provider.
create table payment_accounts (
  owner_id uuid primary key,
  access_token encrypted not null,
  webhook_secret encrypted not null,
  -- The id of the account that receives the money.
  collector_id text not null,
  checked_at timestamptz not null,
  constraint payment_accounts_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade
);
call enable_tenant_isolation('payment_accounts', 'select, insert, update, delete');
call allow_purge('payment_accounts');
call protect_encrypted_columns('payment_accounts');

-- A booking 'unpaid' waits for its deposit. 'unplaced' was paid when its hour was gone, and waits for another hour or for
-- the return of the money. As text, because a value that is new in an enum cannot be used in the same transaction.
drop policy booking_due on bookings;
drop index bookings_expires_at_idx;
alter table bookings drop constraint bookings_expires_at_check;
alter table bookings alter column status type text using status::text;
drop type booking_status;
alter table bookings add constraint bookings_status_check check (
  status in ('unpaid', 'unverified', 'requested', 'offered', 'unplaced', 'accepted', 'rejected', 'withdrawn', 'ended')
);
alter table bookings add constraint bookings_expires_at_check
  check ((expires_at is not null) = (status in ('unpaid', 'unverified', 'requested', 'offered', 'unplaced')));
create index bookings_expires_at_idx on bookings (expires_at) where expires_at is not null;
-- Texts are counted (0005), also in the bookings that exist.
do $$
declare
  counted text := (select prosrc from pg_proc where oid = 'count_storage_of_bookings'::regproc);
begin
  execute format(
    'create or replace function count_storage_of_bookings() returns trigger
     language plpgsql security definer set search_path = pg_catalog, public, pg_temp as %L',
    replace(counted, '200 + ', '200 + coalesce(octet_length(status), 0) + ')
  );
end
$$;
-- The owner of the schema sees the rows while row-level security is not forced.
alter table bookings no force row level security;
update storage_usage u set bytes = u.bytes + b.bytes
  from (select owner_id, sum(octet_length(status)) as bytes from bookings group by owner_id) b
 where u.owner_id = b.owner_id;
alter table bookings force row level security;
create policy booking_due on bookings for select to ficha_mail using (expires_at is not null);

-- The link to which the provider returns whoever paid.
alter type link_purpose add value 'checkout';

-- The deposit of a booking. It outlives the booking.
create table deposits (
  owner_id uuid not null,
  id uuid not null,
  booking_id uuid not null,
  status text not null,
  -- Whole pesos.
  amount integer not null,
  -- What the visit costs: the amount of the charge.
  price integer not null,
  concept encrypted not null,
  provider text not null,
  preference_id text,
  payment_url text,
  collector_id text,
  created_at timestamptz not null,
  -- Until when the hour is held for the payment.
  expires_at timestamptz not null,
  -- When the provider is asked again, for a payment whose notification was lost or for a refund. Null when nothing is
  -- awaited.
  next_check_at timestamptz,
  -- The payment of the charge that follows from it.
  charge_payment_id uuid,
  refunded_at timestamptz,
  primary key (owner_id, id),
  constraint deposits_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade,
  constraint deposits_booking_id_key unique (owner_id, booking_id),
  constraint deposits_status_check check (status in ('open', 'paid', 'unplaced', 'refunding', 'refunded', 'ended')),
  constraint deposits_amount_check check (amount between 1 and price and price <= 100000000),
  constraint deposits_provider_check check (provider in ('mercado-pago', 'test')),
  constraint deposits_preference_check check (num_nonnulls(preference_id, payment_url, collector_id) in (0, 3))
);
create index deposits_next_check_at_idx on deposits (next_check_at) where next_check_at is not null;
create index deposits_charge_payment_id_idx on deposits (owner_id, charge_payment_id);
call enable_tenant_isolation('deposits',
  'select, insert, update (status, preference_id, payment_url, collector_id, next_check_at, charge_payment_id, refunded_at)');
call allow_purge('deposits');
call protect_encrypted_columns('deposits');
-- The job finds the deposits to ask about, and reads nothing else before it acts for their owner.
create policy deposit_due on deposits for select to ficha_mail using (next_check_at is not null);
grant select (owner_id, id, next_check_at) on deposits to ficha_mail;
create policy cleanup_unpaid_read on deposits for select to ficha_cleanup using (status = 'ended');
create policy cleanup_unpaid on deposits for delete to ficha_cleanup using (status = 'ended');
grant select (owner_id, id, booking_id, status, next_check_at), delete on deposits to ficha_cleanup;

-- One row for each payment of the provider, whatever became of it.
create table deposit_payments (
  owner_id uuid not null,
  deposit_id uuid not null,
  provider_payment_id text not null,
  status text not null,
  provider_status text not null,
  amount integer not null,
  refunded integer not null,
  -- Whether it is to be returned: the job asks the provider until it is.
  refund_asked_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (owner_id, deposit_id, provider_payment_id),
  constraint deposit_payments_deposit_id_fkey foreign key (owner_id, deposit_id)
    references deposits (owner_id, id) on delete cascade,
  constraint deposit_payments_status_check
    check (status in ('approved', 'pending', 'rejected', 'cancelled', 'refunded'))
);
call enable_tenant_isolation('deposit_payments',
  'select, insert, update (status, provider_status, refunded, refund_asked_at, updated_at)');
call allow_purge('deposit_payments');
create policy cleanup_read on deposit_payments for select to ficha_cleanup using (true);
grant select (owner_id, deposit_id) on deposit_payments to ficha_cleanup;


-- ---------------------------------------------------------------------------------------------------------------------
-- Assistants
-- ---------------------------------------------------------------------------------------------------------------------

-- Charges without the diagnosis. Which assistants charge, the permission `canCharge` says.
call allow_assistants('charges', 'select (
  owner_id, id, patient_id, patient_name, patient_rut, patient_document_type, appointment_id, concept, amount, date,
  invoice_number, revision, created_at, created_by, voided_at, voided_by, void_reason)');
grant insert (
  owner_id, id, patient_id, patient_name, patient_rut, patient_document_type, appointment_id, concept, amount, date,
  invoice_number, revision, created_at, created_by, voided_at, voided_by, void_reason
) on charges to ficha_assistant;
grant update (concept, amount, date, invoice_number, revision, voided_at, voided_by, void_reason)
  on charges to ficha_assistant;
call allow_assistants('charge_payments', 'select, insert, update (charge_revision, voided_at, voided_by, void_reason)');
call allow_assistants('charge_settings', 'select');
call allow_assistants('charge_reminders', 'select, insert');
-- When an assistant accepts a booking, its deposit becomes a charge; when an assistant rejects it, the deposit is refunded.
call allow_assistants('deposits', 'select, update (status, next_check_at, charge_payment_id)');
call allow_assistants('deposit_payments', 'select, update (refund_asked_at)');
-- Receipts without a diagnosis. An assistant voids the others with their payment, without reading them.
call allow_assistants('receipts', 'select (
  owner_id, id, charge_id, payment_ids, has_diagnosis, salt, content_hash, created_at, code_hash, voided_at), insert,
  update (code_hash, voided_at)');
create policy receipts_of_assistants on receipts as restrictive for insert to ficha_assistant
  with check (not has_diagnosis);
call allow_assistants('documents', 'select, insert, update (file, file_hash, timestamp, finalized_at)');
create policy documents_of_assistants on documents as restrictive to ficha_assistant
  using (kind = 'receipt' and not is_clinical) with check (kind = 'receipt' and not is_clinical);
call allow_assistants('verifications', 'insert, select (owner_id, code_hash), update (voided_at)');
call allow_assistants('folios', 'select, insert, update');
call allow_assistants('print_settings', 'select');


-- ---------------------------------------------------------------------------------------------------------------------
-- Mail
-- ---------------------------------------------------------------------------------------------------------------------

alter table mail_outbox drop constraint mail_outbox_kind_check;
alter table mail_outbox add constraint mail_outbox_kind_check check (
  kind in ('recovery', 'email-confirmation', 'new-device', 'password-changed', 'password-reset', 'lockout',
           'second-factor-enabled', 'second-factor-disabled', 'recovery-code-used', 'appointment-message',
           'reminder-test', 'booking-message', 'booking-notice', 'rights-receipt', 'rights-notice', 'rights-answer',
           'shared-documents', 'share-notice', 'assistant-invitation', 'charge-reminder')
);
create or replace function require_own_mail() returns trigger
language plpgsql as $$
begin
  if new.kind not in ('appointment-message', 'reminder-test', 'booking-message', 'booking-notice', 'rights-receipt',
                      'rights-notice', 'rights-answer', 'shared-documents', 'share-notice', 'charge-reminder')
     or current_user = 'ficha_assistant' and new.kind not in ('appointment-message', 'booking-message', 'charge-reminder')
     or new.user_id is distinct from nullif(current_setting('app.owner', true), '')::uuid then
    raise exception 'a professional queues no mail of another account' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
