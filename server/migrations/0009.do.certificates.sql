-- A template keeps all its versions: a certificate names the one it was made from.
create table certificate_templates (
  owner_id uuid not null,
  id uuid not null,
  version integer not null,
  name sealed not null,
  created_at timestamptz not null,
  primary key (owner_id, id),
  constraint certificate_templates_owner foreign key (owner_id) references users (id) on delete cascade
);
call make_tenant_table('certificate_templates', 'select, insert, update');

create table certificate_template_versions (
  owner_id uuid not null,
  template_id uuid not null,
  version integer not null,
  content sealed not null,
  created_at timestamptz not null,
  primary key (owner_id, template_id, version),
  constraint certificate_template_versions_template foreign key (owner_id, template_id)
    references certificate_templates (owner_id, id) on delete cascade
);
call make_tenant_table('certificate_template_versions', 'select, insert');

-- The same columns as clinical_notes: one code reads and writes both.
create table certificates (
  owner_id uuid not null,
  id uuid not null,
  patient_id uuid not null,
  status text not null,
  content sealed not null,
  preview sealed not null,
  version integer not null,
  request_key uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  recorded_at timestamptz not null,
  finalized_at timestamptz,
  finalized_by uuid,
  record sealed,
  content_hash bytea,
  draft_of uuid generated always as (case when status = 'draft' then patient_id end) stored,
  primary key (owner_id, id),
  constraint certificates_owner foreign key (owner_id) references users (id),
  constraint certificates_draft_of foreign key (owner_id, draft_of) references patients (owner_id, id) on delete cascade,
  constraint certificates_asked_once unique (owner_id, request_key),
  constraint certificates_status check (status in ('draft', 'finalized')),
  constraint certificates_finalized check (
    num_nonnulls(finalized_at, finalized_by, record, content_hash) = case status when 'finalized' then 4 else 0 end
  ),
  constraint certificates_finalized_last check (finalized_at >= updated_at),
  constraint certificates_hash check (octet_length(content_hash) = 32)
);
create index certificates_of_patient on certificates (owner_id, patient_id, created_at);
create index certificates_of_draft on certificates (owner_id, draft_of);
call make_tenant_table('certificates', 'select, insert, update, delete');

create trigger certificates_stay_finalized
  before insert or update or delete on certificates
  for each row execute function refuse_change_of_finalized();
