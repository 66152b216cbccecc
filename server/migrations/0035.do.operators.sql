-- For who runs the service: the register of security incidents, and the contract of the processor that accounts accept.


-- ---------------------------------------------------------------------------------------------------------------------
-- Incidents
-- ---------------------------------------------------------------------------------------------------------------------

-- The register that article 14 sexies of Ley 19.628 asks for. No row is deleted. The register belongs to the installation
-- and to no account, so it has no foreign keys: a deleted account stays in it as an id.
create table incidents (
  id uuid primary key,
  title text not null,
  description text,
  -- The clock of continental Chile: '2026-11-18T22:15'. Null while it is not known.
  started_at text,
  detected_at text not null,
  -- About how many people are concerned. Null while it is not known.
  people integer,
  -- Whether all accounts are concerned that were registered when it was detected. If not, the list names the accounts.
  all_accounts boolean not null,
  account_ids uuid[] not null,
  data_kinds text[] not null,
  measures text,
  agency_reported_at text,
  professionals_reported_at text,
  status text not null,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  constraint incidents_people_check check (people >= 0),
  constraint incidents_data_kinds_check check (
    data_kinds <@ array['accounts', 'credentials', 'payments', 'identification', 'appointments', 'health']
  ),
  constraint incidents_status_check check (status in ('open', 'closed'))
);
create trigger incidents_refuse_delete
  before delete or truncate on incidents
  for each statement execute function refuse_change();
grant select, insert, update on incidents to ficha_identity;
grant select on incidents to ficha_admin;


-- ---------------------------------------------------------------------------------------------------------------------
-- The contract of the processor
-- ---------------------------------------------------------------------------------------------------------------------

-- Which version of the contract (contract/processing-agreement.ts) an account accepted, and when. Every one is kept.
create table processing_agreements (
  owner_id uuid not null,
  version text not null,
  accepted_at timestamptz not null,
  primary key (owner_id, version),
  constraint processing_agreements_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade
);
call enable_tenant_isolation('processing_agreements', 'select, insert');
call allow_purge('processing_agreements');
create policy admin_read on processing_agreements for select to ficha_admin using (true);
grant select on processing_agreements to ficha_admin;
