-- What a professional offers, and the service of an appointment.


-- ---------------------------------------------------------------------------------------------------------------------
-- Services
-- ---------------------------------------------------------------------------------------------------------------------

-- Names are unique for an owner, without regard to case and accents. The server compares them while it has the lock of
-- the owner. Nothing here is encrypted: a public page shows it.
create table services (
  owner_id uuid not null,
  id uuid not null,
  name text not null,
  -- Minutes.
  duration integer not null,
  -- Whole pesos. Null when it is agreed with the patient.
  price integer,
  modality text not null,
  description text,
  -- Whether patients book it online. Otherwise only the professional does.
  bookable boolean not null,
  created_at timestamptz not null,
  primary key (owner_id, id),
  constraint services_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade,
  constraint services_duration_check check (duration in (30, 60, 90, 120, 150)),
  constraint services_price_check check (price between 0 and 100000000),
  constraint services_modality_check check (modality in ('in-person', 'remote'))
);
call enable_tenant_isolation('services', 'select, insert, update, delete');
call allow_purge('services');


-- ---------------------------------------------------------------------------------------------------------------------
-- Appointments
-- ---------------------------------------------------------------------------------------------------------------------

-- No foreign key: a service can be deleted, and the appointment stays.
alter table appointments add column service_id uuid;
-- The name that the service had when the appointment was made.
alter table appointments add column service_name text;
alter table appointments add column booked_online boolean not null default false;

-- As in 0020: rows that exist have no service, so what is counted stays right.
do $$
declare
  counted text := (select prosrc from pg_proc where oid = 'count_storage_of_appointments'::regproc);
begin
  execute format(
    'create or replace function count_storage_of_appointments() returns trigger
     language plpgsql security definer set search_path = pg_catalog, public, pg_temp as %L',
    replace(counted, '200 + ', '200 + coalesce(octet_length(service_name), 0) + ')
  );
end
$$;
