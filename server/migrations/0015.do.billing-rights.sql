-- Billing finds an account by its id, and needs to know nothing else of it.
revoke select (name, email, rut) on users from ficha_billing;

-- Only acts that there are.
alter policy billing on audit_entries
  with check (act like 'payment.%' or act like 'webhook.%' or act like 'user.subscription-%');

-- When somebody last set out to ask for it. It counts as asked for (asked_at) once the provider has answered.
alter table purchases add column claimed_at timestamptz;
grant update (claimed_at) on purchases to ficha_billing;

-- Whether its signature is the provider's. What is not is kept for a month.
alter table webhooks add column is_genuine boolean not null default false;
update webhooks set is_genuine = error_message is distinct from 'Firma inválida';
