-- The call that a page begins with reads the plan and the number of patients of an account. The role that reads the
-- account reads them too, in one statement and without the transaction of an owner. Neither is clinical data.
grant select (owner_id, status, expires_at, test_expires_at) on subscriptions to ficha_identity;
grant select on patient_counts to ficha_identity;
create policy identity_read on subscriptions for select to ficha_identity using (true);
create policy identity_read on patient_counts for select to ficha_identity using (true);
