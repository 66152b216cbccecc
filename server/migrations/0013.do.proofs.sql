-- What an account and a session know of their proofs: whether the password descends from one that an administrator set.


-- ---------------------------------------------------------------------------------------------------------------------
-- Passwords that descend from a reset
-- ---------------------------------------------------------------------------------------------------------------------

-- When an administrator last reset the password. Whoever logged in after that may have chosen the present one, so it
-- stays until the owner chooses one with a link that was mailed to them. Resets whose notice was dismissed before this
-- migration are in the access log only.
alter table users add column password_from_reset_at timestamptz;
update users set password_from_reset_at = password_reset_at where password_reset_at is not null;
