-- It is to run at once, whenever it is due.
alter table jobs add column woken boolean not null default false;
