-- The modality of the service of an appointment when it was booked. It counts once the service is deleted.
alter table appointments add column modality text;
alter table appointments add constraint appointments_modality_check check (modality in ('in-person', 'remote'));

-- As in 0020: rows that exist have no modality, so what is counted stays right.
do $$
declare
  counted text := (select prosrc from pg_proc where oid = 'count_storage_of_appointments'::regproc);
begin
  execute format(
    'create or replace function count_storage_of_appointments() returns trigger
     language plpgsql security definer set search_path = pg_catalog, public, pg_temp as %L',
    replace(counted, '200 + ', '200 + coalesce(octet_length(modality), 0) + ')
  );
end
$$;
