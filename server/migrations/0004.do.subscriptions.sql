-- What an account has paid for. No row is a free account; no end is one without end.
create table subscriptions (
  owner_id uuid primary key,
  status text not null,
  expires_at timestamptz,
  constraint subscriptions_owner foreign key (owner_id) references users (id) on delete cascade,
  constraint subscriptions_status check (status in ('free', 'paid'))
);

-- The application reads the plan of the owner whose patient it is about to add; billing writes it.
call make_tenant_table('subscriptions', 'select');
create policy billing on subscriptions to ficha_identity using (true) with check (true);
grant select, insert, update, delete on subscriptions to ficha_identity;
