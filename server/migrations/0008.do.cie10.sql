-- The catalogue of diagnoses: it belongs to nobody, all may read it, and one role of its own may change it.
do $$
begin
  begin
    create role ficha_catalogue login nosuperuser nocreatedb nocreaterole nobypassrls;
  exception when duplicate_object or unique_violation then
    null;
  end;
  begin
    grant ficha_catalogue to current_user;
  exception when unique_violation then
    null;
  end;
end
$$;
grant usage on schema public to ficha_catalogue;

create table cie10_codes (
  code text collate "C" primary key,
  description text not null,
  source text not null,
  -- The words of the description without accents and case, 'diabetes', and the code as no text has it, '=e110'.
  words tsvector not null,
  -- The place in the list of those that are seen every day.
  commonness integer,
  -- Orders what a search finds: what is seen every day, then categories before their subdivisions, the shorter text
  -- before the longer; after them what speaks of births, causes from without and reasons for a visit, which have the
  -- words of all other chapters.
  weight integer not null generated always as (
    coalesce(
      commonness,
      case when left(code, 1) in ('O', 'P', 'V', 'W', 'X', 'Y', 'Z') then 4000 else 0 end
      + case when length(code) = 3 then 1000 else 2000 end
      + length(description)
    )
  ) stored,
  constraint cie10_codes_canonical check (code ~ '^[A-Z][0-9]{2}(\.[0-9][0-9A-Z]?)?$'),
  constraint cie10_codes_source check (source in ('base', 'curated', 'official'))
);
-- Written a few times in its life: a list of pending entries would be read through by every search.
create index cie10_codes_words on cie10_codes using gin (words) with (fastupdate = off);

grant select on cie10_codes to ficha_app;
grant select, insert, update on cie10_codes to ficha_catalogue;

create policy catalogue on audit_entries for insert to ficha_catalogue with check (act like 'cie10.%');
grant insert on audit_entries to ficha_catalogue;
