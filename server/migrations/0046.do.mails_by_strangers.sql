-- Mails that somebody outside causes, such as the confirmation of a booking, have a budget of their own. They use up none of
-- the mails that a professional sends.
alter table mail_outbox add column by_stranger boolean not null default false;
