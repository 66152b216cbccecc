-- Set when somebody else chose the password: its owner may do nothing before choosing their own.
alter table users add column must_change_password boolean not null default false;
