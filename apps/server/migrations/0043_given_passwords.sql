-- Set by an administrator: its owner chooses another one at the next sign-in.
alter table users add column must_change_password boolean not null default false;
