-- Text that only the server can read: a version byte, the key's number, then AES-256-GCM. Plain text does not pass.
create domain sealed as bytea check (octet_length(value) >= 30 and get_byte(value, 0) = 1);

create table patients (
  owner_id uuid not null,
  id uuid not null,
  name text not null,
  -- Without accents and case, for order and search: 'nunez soto'.
  folded_name text collate "C" not null,
  rut text not null,
  -- Without dots, dashes and case, for search and to tell two spellings of one apart from two.
  compact_rut text collate "C" not null,
  birth_date date not null,
  sex text,
  contact sealed not null,
  background sealed not null,
  created_at timestamptz not null,
  primary key (owner_id, id),
  constraint patients_owner foreign key (owner_id) references users (id) on delete cascade,
  constraint patients_rut_once unique (owner_id, compact_rut),
  constraint patients_sex check (sex in ('masculino', 'femenino'))
);
create index patients_by_name on patients (owner_id, folded_name, id);
call make_tenant_table('patients', 'select, insert, update, delete');

-- The ends of a name and of a RUT, from each of their characters on: a piece of either is the beginning of one of them.
-- Row-level security lets a plain comparison use an index, and a LIKE not: it could tell of rows that are not one's own.
create table patient_endings (
  owner_id uuid not null,
  ending text collate "C" not null,
  patient_id uuid not null,
  primary key (owner_id, ending, patient_id),
  constraint patient_endings_patient foreign key (owner_id, patient_id) references patients (owner_id, id) on delete cascade
);
create index patient_endings_of_patient on patient_endings (owner_id, patient_id);
call make_tenant_table('patient_endings', 'select, insert, delete');

-- How many patients an owner has, kept as they come and go: counting twenty thousand rows takes its time.
create table patient_counts (
  owner_id uuid primary key,
  patients integer not null,
  constraint patient_counts_owner foreign key (owner_id) references users (id) on delete cascade
);
call make_tenant_table('patient_counts', 'select, insert, update');

create function count_patient() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into patient_counts as kept (owner_id, patients) values (new.owner_id, 1)
    on conflict (owner_id) do update set patients = kept.patients + 1;
  else
    update patient_counts set patients = patients - 1 where owner_id = old.owner_id;
  end if;
  return null;
end
$$;
create trigger patients_are_counted after insert or delete on patients for each row execute function count_patient();
