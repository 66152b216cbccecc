-- What Decreto 41 of 2012 asks of the file of a patient: its number, and the type of the document that identifies the
-- person. Occupation, health insurance and legal representative are in the encrypted contact data.


-- ---------------------------------------------------------------------------------------------------------------------
-- Identity
-- ---------------------------------------------------------------------------------------------------------------------

-- The number of the document is in `rut` and `compact_rut`, of whatever type it is.
create type patient_document as enum ('rut', 'passport', 'dni');
alter table patients add column document_type patient_document not null default 'rut';
alter table patients drop constraint patients_compact_rut_key;
-- A professional has each person once. A passport and a RUT may have the same number.
alter table patients add constraint patients_document_key unique (owner_id, compact_rut, document_type);

-- The name that the person uses, where it is not the legal one. Searched like the name.
alter table patients add column social_name text;
alter table patients add column folded_social_name text collate "C";

-- The trigger of 0005 counts the texts of a row, and knows the columns of then. Rows that exist have no social name, so
-- what is counted stays right.
do $$
declare
  counted text := (select prosrc from pg_proc where oid = 'count_storage_of_patients'::regproc);
begin
  execute format(
    'create or replace function count_storage_of_patients() returns trigger
     language plpgsql security definer set search_path = pg_catalog, public, pg_temp as %L',
    replace(counted, '200 + ', '200 + coalesce(octet_length(social_name), 0) + coalesce(octet_length(folded_social_name), 0) + ')
  );
end
$$;


-- ---------------------------------------------------------------------------------------------------------------------
-- Ficha number
-- ---------------------------------------------------------------------------------------------------------------------

-- Consecutive for each professional, in the order in which the patients were added.
alter table patients add column ficha_number integer;
-- The last number that was given. The number of a deleted patient is on documents, and is not given again.
alter table patient_counts add column last_ficha_number integer not null default 0;

-- The owner of the schema sees the rows while row-level security is not forced.
alter table patients no force row level security;
alter table patient_counts no force row level security;
update patients p set ficha_number = n.number
  from (select owner_id, id, row_number() over (partition by owner_id order by created_at, id)::integer as number
          from patients) n
 where p.owner_id = n.owner_id and p.id = n.id;
update patient_counts c set last_ficha_number = l.number
  from (select owner_id, max(ficha_number) as number from patients group by owner_id) l
 where c.owner_id = l.owner_id;
alter table patients force row level security;
alter table patient_counts force row level security;

alter table patients alter column ficha_number set not null;
alter table patients add constraint patients_ficha_number_key unique (owner_id, ficha_number);

create function refuse_change_of_ficha_number() returns trigger
language plpgsql as $$
begin
  raise exception 'the ficha number of a patient never changes' using errcode = 'restrict_violation';
end
$$;
create trigger patients_keep_ficha_number
  before update on patients
  for each row when (old.ficha_number <> new.ficha_number) execute function refuse_change_of_ficha_number();
