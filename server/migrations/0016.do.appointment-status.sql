-- Appointments: what became of them, overbooking, series, and the note that an appointment led to.


-- ---------------------------------------------------------------------------------------------------------------------
-- Agenda
-- ---------------------------------------------------------------------------------------------------------------------

-- A type, not a text: the texts of a row count against the storage quota, whose triggers know the columns of 0005.
create type appointment_status as enum ('scheduled', 'confirmed', 'arrived', 'attended', 'no-show', 'cancelled');
alter table appointments add column status appointment_status not null default 'scheduled';
-- Made although the slot was taken. It takes no slot from others.
alter table appointments add column overbooked boolean not null default false;
-- Appointments that were created together have the same one.
alter table appointments add column series_id uuid;
-- When it was last changed, and how often: a calendar that shows it elsewhere needs both. Null when it never was.
alter table appointments add column changed_at timestamptz;
alter table appointments add column revision integer not null default 0;

-- As in 0001, for the appointments that take a slot: those that are neither cancelled nor overbooked.
alter table appointments drop constraint appointments_no_overlap;
alter table appointments add constraint appointments_no_overlap exclude using gist (
  owner_id with =,
  date with =,
  int4range(start_minute, start_minute + duration) with &&
) where (status <> 'cancelled' and not overbooked);

-- The appointments of a patient are listed from the last one. The new index serves the foreign key too.
create index appointments_of_patient_idx on appointments (owner_id, patient_id, date, start_minute, id);
drop index appointments_patient_id_idx;
create index appointments_series_id_idx on appointments (owner_id, series_id, date) where series_id is not null;


-- ---------------------------------------------------------------------------------------------------------------------
-- Clinical notes
-- ---------------------------------------------------------------------------------------------------------------------

-- The appointment that the note is about: it becomes attended when the note is finalised. No foreign key: an appointment
-- can be deleted, and a finalised note never changes.
alter table clinical_notes add column appointment_id uuid;
