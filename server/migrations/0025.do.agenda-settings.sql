-- What a professional chose for the agenda, beside the working hours. Without a row, or with null, the product's own value
-- holds.
create table agenda_settings (
  owner_id uuid primary key,
  -- Minutes. The duration with which a new appointment begins.
  default_duration integer,
  constraint agenda_settings_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade,
  constraint agenda_settings_default_duration_check check (default_duration in (30, 60, 90, 120, 150))
);
call enable_tenant_isolation('agenda_settings', 'select, insert, update');
call allow_purge('agenda_settings');
