-- Access of an assistant that a restored backup brought back. It waits until the professional confirms it, because it may
-- have been ended after the backup was made. Null once it is confirmed.
alter table assistants add column restored_at timestamptz;
grant update (restored_at) on assistants to ficha_identity;
grant select (restored_at) on assistants to ficha_mail;
