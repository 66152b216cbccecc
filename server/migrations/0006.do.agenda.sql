create extension if not exists btree_gist;

-- Day and minute as the professional's clock shows them: no change of clocks can move an appointment.
create table appointments (
  owner_id uuid not null,
  id uuid not null,
  patient_id uuid not null,
  date date not null,
  start_minute integer not null,
  duration integer not null,
  note sealed,
  created_at timestamptz not null,
  primary key (owner_id, id),
  constraint appointments_patient foreign key (owner_id, patient_id) references patients (owner_id, id) on delete cascade,
  constraint appointments_within_day check (start_minute >= 0 and duration > 0 and start_minute + duration <= 1440),
  constraint appointments_do_not_overlap exclude using gist (
    owner_id with =,
    date with =,
    int4range(start_minute, start_minute + duration) with &&
  )
);
create index appointments_of_day on appointments (owner_id, date, start_minute);
create index appointments_of_patient on appointments (owner_id, patient_id);
call make_tenant_table('appointments', 'select, insert, update, delete');
