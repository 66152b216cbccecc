-- Accounts and their sessions go with the purge of an account, and no other way.
revoke delete on users, sessions from ficha_identity;
