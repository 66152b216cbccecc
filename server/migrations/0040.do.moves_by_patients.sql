-- A patient who moves an appointment by a link: the professional gets a notice, and reads the former hour.

alter table patient_answers add column from_date date;
alter table patient_answers add column from_minute integer;
alter table patient_answers add constraint patient_answers_from_check check (
  (from_date is null) = (from_minute is null) and (from_date is null or answer = 'moved')
);

alter table push_notices drop constraint push_notices_kind_check;
alter table push_notices add constraint push_notices_kind_check
  check (kind in ('cancelled', 'moved', 'requested', 'booked'));
