-- When a professional attends, and the address under which other calendars read the agenda.


-- ---------------------------------------------------------------------------------------------------------------------
-- Working hours and absences
-- ---------------------------------------------------------------------------------------------------------------------

-- Minutes of the day as the professional's clock shows them. Without rows all times can be booked.
create table working_hours (
  owner_id uuid not null,
  -- 1 for Monday to 7 for Sunday.
  weekday integer not null,
  from_minute integer not null,
  to_minute integer not null,
  primary key (owner_id, weekday, from_minute),
  constraint working_hours_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade,
  constraint working_hours_weekday_check check (weekday between 1 and 7),
  constraint working_hours_minutes_check check (from_minute >= 0 and from_minute < to_minute and to_minute <= 1440)
);
call enable_tenant_isolation('working_hours', 'select, insert, delete');
call allow_purge('working_hours');

-- Blocked periods: whole days, or the same time on each of them.
create table absences (
  owner_id uuid not null,
  id uuid not null,
  first_day date not null,
  last_day date not null,
  from_minute integer,
  to_minute integer,
  reason encrypted,
  created_at timestamptz not null,
  primary key (owner_id, id),
  constraint absences_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade,
  constraint absences_days_check check (first_day <= last_day),
  constraint absences_minutes_check check (
    num_nonnulls(from_minute, to_minute) = 0
    or (num_nonnulls(from_minute, to_minute) = 2 and from_minute >= 0 and from_minute < to_minute and to_minute <= 1440)
  )
);
call enable_tenant_isolation('absences', 'select, insert, delete');
call allow_purge('absences');
call protect_encrypted_columns('absences');


-- ---------------------------------------------------------------------------------------------------------------------
-- The agenda in other calendars
-- ---------------------------------------------------------------------------------------------------------------------

-- The secret address of an agenda. Like a session it belongs to an account, and whoever knows it needs no password.
create table calendar_links (
  user_id uuid primary key,
  -- SHA-256 of the secret, which is stored nowhere.
  token_hash bytea not null,
  -- Whether it shows the names of patients. Otherwise it shows their initials.
  has_names boolean not null,
  created_at timestamptz not null,
  constraint calendar_links_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint calendar_links_token_hash_key unique (token_hash),
  constraint calendar_links_token_hash_check check (octet_length(token_hash) = 32)
);
grant select, insert, update, delete on calendar_links to ficha_identity;

-- Closing an account ends its address, as it ends its sessions (0011).
grant select (user_id), delete on calendar_links to ficha_purge;
create function refuse_end_of_other_calendar_links() returns trigger
language plpgsql as $$
begin
  if old.user_id is distinct from nullif(current_setting('app.purged', true), '')::uuid then
    raise exception 'a purge ends no calendar address of another account' using errcode = 'restrict_violation';
  end if;
  return old;
end
$$;
create trigger calendar_links_purge_scope
  before delete on calendar_links
  for each row when (current_user = 'ficha_purge') execute function refuse_end_of_other_calendar_links();

drop policy purge_insert on audit_entries;
create policy purge_insert on audit_entries for insert to ficha_purge with check (
  act in ('user.deleted', 'user.restored', 'user.purged', 'session.ended', 'calendar-link.revoked')
  and owner_id = nullif(current_setting('app.purged', true), '')::uuid
);
