-- A slug that an account gave up stays with it: a printed address never leads to the page of somebody else.

-- The slugs that each account has or had, the one in booking_settings among them.
create table page_slugs (
  owner_id uuid not null,
  slug text collate "C" not null,
  primary key (owner_id, slug),
  constraint page_slugs_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade,
  constraint page_slugs_slug_key unique (slug)
);
call enable_tenant_isolation('page_slugs', 'select, insert');
call allow_purge('page_slugs');
-- Whoever opens a page knows one of its slugs and not its owner.
create policy public_read on page_slugs for select to ficha_public using (true);
grant select (owner_id, slug) on page_slugs to ficha_public;

insert into page_slugs (owner_id, slug) select owner_id, slug from booking_settings;
