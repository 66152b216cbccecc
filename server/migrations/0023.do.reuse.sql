-- What a professional writes again and again: favourite prescriptions, and templates of clinical notes. They are copied
-- into a note, so no note refers to them.


-- ---------------------------------------------------------------------------------------------------------------------
-- Favourite prescriptions
-- ---------------------------------------------------------------------------------------------------------------------

create table prescription_favourites (
  owner_id uuid not null,
  id uuid not null,
  name encrypted not null,
  -- A prescription, as JSON.
  content encrypted not null,
  created_at timestamptz not null,
  primary key (owner_id, id),
  constraint prescription_favourites_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade
);
call enable_tenant_isolation('prescription_favourites', 'select, insert, update, delete');
call allow_purge('prescription_favourites');
call protect_encrypted_columns('prescription_favourites');
call count_storage('prescription_favourites', true);


-- ---------------------------------------------------------------------------------------------------------------------
-- Note templates
-- ---------------------------------------------------------------------------------------------------------------------

-- Names are unique for an owner, without regard to case and accents. They are encrypted, so the server compares them.
create table note_templates (
  owner_id uuid not null,
  id uuid not null,
  name encrypted not null,
  -- The texts, as JSON.
  content encrypted not null,
  created_at timestamptz not null,
  primary key (owner_id, id),
  constraint note_templates_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade
);
call enable_tenant_isolation('note_templates', 'select, insert, update, delete');
call allow_purge('note_templates');
call protect_encrypted_columns('note_templates');
call count_storage('note_templates', true);
