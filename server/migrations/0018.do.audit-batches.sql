-- Reads are recorded in batches. The trigger of one entry updates the head of the chain, which costs three times as much
-- as the entry itself. This function locks the head once, chains the entries of a batch in memory, and writes the head
-- once. The entries are the same as those of the trigger. It writes their details too: on Citus the rows of an owner are
-- written by one role in a transaction.
create function append_audit_entries(
  owner uuid, ids uuid[], ats timestamptz[], actor_ids uuid[], acts text[], subject_ids uuid[], patient_ids uuid[],
  addresses inet[], detail_hashes bytea[], detailed_ids uuid[], details encrypted[]
) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  head record;
  last_hash bytea;
  numbers bigint[];
  hashes bytea[];
begin
  select h.number, h.hash into head from audit_heads h where h.owner_id = owner for update;
  -- Without a head the arrays stay empty, and the trigger chains the entries one by one.
  if found then
    last_hash := head.hash;
    for i in 1 .. cardinality(ids) loop
      numbers[i] := head.number + i;
      last_hash := audit_entry_hash(
        last_hash, numbers[i], owner, ids[i], ats[i], actor_ids[i], acts[i], subject_ids[i], patient_ids[i], addresses[i],
        detail_hashes[i]);
      hashes[i] := last_hash;
    end loop;
  end if;
  insert into audit_entries
    (owner_id, id, at, actor_id, act, subject_id, patient_id, address, detail_hash, number, hash)
  values
    (owner, unnest(ids), unnest(ats), unnest(actor_ids), unnest(acts), unnest(subject_ids), unnest(patient_ids),
     unnest(addresses), unnest(detail_hashes), unnest(numbers), unnest(hashes));
  -- Last, so that the trigger comes to the same numbers and hashes if it fires, as after the schema got another owner.
  if last_hash is not null then
    update audit_heads h set number = head.number + cardinality(ids), hash = last_hash where h.owner_id = owner;
  end if;
  if cardinality(details) > 0 then
    insert into audit_details (owner_id, entry_id, detail) values (owner, unnest(detailed_ids), unnest(details));
  end if;
end
$$;
revoke all on function append_audit_entries from public;
grant execute on function append_audit_entries to ficha_audit;
-- The function runs as the owner of the schema. No role of the application inserts an entry with a hash of its own.
create policy chain on audit_entries for insert to current_user with check (true);
create policy chain on audit_details for insert to current_user with check (true);
drop trigger audit_entries_chain on audit_entries;
do $$
begin
  execute format(
    'create trigger audit_entries_chain
       before insert on audit_entries
       for each row when (new.hash is null or current_user <> %L) execute function chain_audit_entry()',
    current_user);
end
$$;
