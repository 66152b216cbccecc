-- How many addenda a printed note has, so that a paper without the last ones cannot pass for the whole document. Null for
-- a document without addenda, and for one printed before this migration.
alter table verifications add column addenda_count integer;
alter table verifications add constraint verifications_addenda_count_check check (addenda_count > 0);
grant select (addenda_count) on verifications to ficha_public;

-- Kept after the deletion of the account (0007).
alter table verifications_of_deleted_accounts add column addenda_count integer;
grant select (addenda_count) on verifications to ficha_purge;
