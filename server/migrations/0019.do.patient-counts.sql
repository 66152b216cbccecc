-- Counts the patients of a statement, as before. On Citus the rows of a statement cannot be read by the query that writes
-- to a distributed table, so one query reads them and another one writes.
create or replace function update_patient_count() returns trigger
language plpgsql as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    for change in select owner_id, count(*) as patients from added group by owner_id loop
      insert into patient_counts as kept (owner_id, patients) values (change.owner_id, change.patients)
      on conflict (owner_id) do update set patients = kept.patients + excluded.patients;
    end loop;
  else
    for change in select owner_id, count(*) as patients from removed group by owner_id loop
      update patient_counts c set patients = c.patients - change.patients where c.owner_id = change.owner_id;
    end loop;
  end if;
  return null;
end
$$;
