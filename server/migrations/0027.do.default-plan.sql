-- With DEFAULT_PLAN=paid, registration gives the new account a plan without end in its own transaction. The role of
-- accounts may insert that plan and no other, and changes none.
grant insert (owner_id, status) on subscriptions to ficha_identity;
create policy identity_insert on subscriptions for insert to ficha_identity with check (status = 'paid');
