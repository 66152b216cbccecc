-- Custody: finalised documents of a deleted patient are kept for fifteen years after the last one, and then deleted by
-- a command (`npm run custody -- purge`).

-- Finds and deletes what has been kept for long enough, of all owners. It reads ids and dates and no contents.
call create_application_role('ficha_custody');
grant select (owner_id, id, patient_id, finalized_at), delete on clinical_notes, certificates to ficha_custody;
grant select (owner_id, id) on patients to ficha_custody;
grant select (owner_id, source_id), delete on documents to ficha_custody;
grant select (owner_id, id, patient_id) on audit_entries to ficha_custody;
grant select (owner_id, entry_id), delete on audit_details to ficha_custody;
create policy custody_read on patients for select to ficha_custody using (true);
create policy custody_read on clinical_notes for select to ficha_custody using (true);
create policy custody_read on certificates for select to ficha_custody using (true);
create policy custody_read on documents for select to ficha_custody using (true);
create policy custody_read on audit_entries for select to ficha_custody using (true);
create policy custody_read on audit_details for select to ficha_custody using (true);
create policy custody_purge on clinical_notes for delete to ficha_custody using (finalized_at is not null);
create policy custody_purge on certificates for delete to ficha_custody using (finalized_at is not null);
create policy custody_purge on documents for delete to ficha_custody using (true);
create policy custody_purge on audit_details for delete to ficha_custody using (true);

create policy custody_insert on audit_entries for insert to ficha_custody with check (act = 'custody.purged');
grant insert on audit_entries to ficha_custody;

-- As in 0002, with one more exception. The clock of the database counts, whatever the command was told. A printed file
-- may be younger than the record that it shows: it is deleted with it, in one transaction. On a Citus worker the name of
-- a table ends with the number of its shard.
create or replace function refuse_change_of_finalized() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.finalized_at is not null then
      raise exception 'a row of % begins as a draft', tg_table_name using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if old.finalized_at is not null
     and not (tg_op = 'DELETE' and current_user = 'ficha_purge')
     and not (tg_op = 'DELETE' and current_user = 'ficha_custody'
              and (tg_table_name like 'documents%' or old.finalized_at < now() - interval '15 years'))
     and not (tg_op = 'UPDATE' and current_user = 'ficha_keys') then
    raise exception 'a finalized row of % accepts no %', tg_table_name, lower(tg_op) using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

drop trigger audit_details_refuse_delete on audit_details;
create trigger audit_details_refuse_delete
  before delete on audit_details
  for each statement when (current_user not in ('ficha_purge', 'ficha_custody')) execute function refuse_change();
