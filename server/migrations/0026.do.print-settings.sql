-- The page that a professional prints on. Without a row it is letter, which Chile prints on. Printed documents are stored
-- files and keep their page.
create table print_settings (
  owner_id uuid not null primary key,
  page_size text not null,
  constraint print_settings_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade,
  constraint print_settings_page_size_check check (page_size in ('letter', 'a4', 'half-letter'))
);
call enable_tenant_isolation('print_settings', 'select, insert, update');
call allow_purge('print_settings');
