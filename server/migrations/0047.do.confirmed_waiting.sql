-- An entry of the waiting list counts once its person has confirmed it by the link of a mail. Earlier entries count.
alter table waiting_list add column confirmed_at timestamptz;
update waiting_list set confirmed_at = created_at;
create index waiting_list_unconfirmed_idx on waiting_list (created_at) where confirmed_at is null;
create policy cleanup_unconfirmed on waiting_list for delete to ficha_cleanup
  using (confirmed_at is null and created_at < now() - interval '1 day');
grant select (confirmed_at, created_at) on waiting_list to ficha_cleanup;
