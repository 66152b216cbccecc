-- The role of one more gate. Roles belong to the whole server: another database of it may have made it.
create procedure make_gate(gate text)
language plpgsql as $$
begin
  begin
    execute format('create role %I login nosuperuser nocreatedb nocreaterole nobypassrls', gate);
  exception when duplicate_object or unique_violation then
    null;
  end;
  begin
    execute format('grant %I to current_user', gate);
  exception when unique_violation then
    null;
  end;
  execute format('grant usage on schema public to %I', gate);
end
$$;
revoke all on procedure make_gate from public;

-- Money has a role of its own: it alone writes what was bought, paid and notified, and the plan that follows from it.
call make_gate('ficha_billing');
grant select (id, name, email, rut) on users to ficha_billing;

drop policy billing on subscriptions;
revoke all on subscriptions from ficha_identity;
-- What was credited up to then counts no more: an administrator ended the plan.
alter table subscriptions add column reset_at timestamptz;
create policy billing on subscriptions to ficha_billing using (true) with check (true);
grant select, insert, update on subscriptions to ficha_billing;

-- Written before the provider is asked; its id goes with the payment as the reference. Without a preference nobody was
-- ever sent to pay it.
create table purchases (
  owner_id uuid not null,
  id uuid not null,
  provider text not null,
  subscription_type text not null,
  amount integer not null,
  currency text not null,
  preference_id text,
  init_point text,
  sandbox_init_point text,
  -- Whose account at the provider the money goes to.
  collector_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the provider was last asked what came of it.
  asked_at timestamptz,
  primary key (owner_id, id),
  constraint purchases_owner foreign key (owner_id) references users (id) on delete cascade,
  constraint purchases_id_once unique (id),
  constraint purchases_type check (subscription_type in ('monthly', 'annual')),
  constraint purchases_amount check (amount > 0 and currency = 'CLP'),
  constraint purchases_prepared check (num_nonnulls(preference_id, init_point, collector_id) in (0, 3))
);
create index purchases_by_age on purchases (created_at) where preference_id is not null;
call make_tenant_table('purchases', 'select');
create policy billing on purchases to ficha_billing using (true) with check (true);
grant select, insert on purchases to ficha_billing;
-- What is bought, and for how much, stays as it was written.
grant update (preference_id, init_point, sandbox_init_point, collector_id, asked_at) on purchases to ficha_billing;

-- What the provider told of each payment. One purchase may be tried, and even paid, more than once.
create table payments (
  owner_id uuid not null,
  id uuid not null,
  purchase_id uuid not null,
  provider_payment_id text not null,
  status text not null,
  provider_status text not null,
  status_detail text,
  amount integer not null,
  created_at timestamptz not null,
  provider_updated_at timestamptz not null,
  processed_at timestamptz,
  -- When its period was counted; it stays when the money is given back.
  credited_at timestamptz,
  primary key (owner_id, id),
  constraint payments_purchase foreign key (owner_id, purchase_id) references purchases (owner_id, id) on delete cascade,
  constraint payments_once unique (provider_payment_id),
  constraint payments_status check (status in ('approved', 'pending', 'rejected', 'cancelled', 'refunded')),
  constraint payments_approved_is_credited check (status <> 'approved' or credited_at is not null)
);
create index payments_of_purchase on payments (owner_id, purchase_id);
call make_tenant_table('payments', 'select');
create policy billing on payments to ficha_billing using (true) with check (true);
grant select, insert on payments to ficha_billing;
grant update (status, provider_status, status_detail, provider_updated_at, processed_at, credited_at)
  on payments to ficha_billing;

-- Every notification as it came, also those that nobody of ours sent for.
create table webhooks (
  id uuid primary key,
  received_at timestamptz not null,
  webhook_type text not null,
  action text,
  provider_event_id text,
  provider_payment_id text,
  status text not null,
  error_message text,
  ip_address text not null,
  user_id uuid,
  constraint webhooks_user foreign key (user_id) references users (id) on delete cascade,
  constraint webhooks_status check (status in ('received', 'processed', 'failed', 'ignored'))
);
create index webhooks_of_user on webhooks (user_id);
create index webhooks_by_age on webhooks (received_at);
create index webhooks_of_event on webhooks (provider_event_id) where status = 'processed';
grant select, insert, update, delete on webhooks to ficha_billing;

create policy billing on audit_entries for insert to ficha_billing
  with check (act like 'payment.%' or act like 'subscription.%');
grant insert on audit_entries to ficha_billing;
