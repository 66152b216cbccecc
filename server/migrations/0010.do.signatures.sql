-- The picture of a professional's signature, re-encoded, unreadable where it is stored.
create table signatures (
  owner_id uuid primary key,
  image sealed not null,
  -- Of the picture: a document printed with another one is another document.
  image_hash bytea not null,
  use_in_prescriptions boolean not null,
  updated_at timestamptz not null,
  constraint signatures_owner foreign key (owner_id) references users (id) on delete cascade
);
call make_tenant_table('signatures', 'select, insert, update, delete');
