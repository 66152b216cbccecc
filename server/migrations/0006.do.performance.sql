-- Processes remember open sessions for a moment. They listen on this channel and forget them when an account or a
-- session changes, not when a session starts or is used.
create function notify_account_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('account_changes', '');
  return null;
end
$$;
create trigger sessions_notify_change after update of user_id, ended_at or delete on sessions
  for each statement execute function notify_account_change();
create trigger users_notify_change after update or delete on users
  for each statement execute function notify_account_change();

-- A patient without contact data or background stores none. Most have no background, and decrypting two values a row
-- was the most expensive part of a page of patients.
alter table patients alter column contact drop not null, alter column background drop not null;
