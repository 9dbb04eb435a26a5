-- How far the removal of what is no longer needed has come, so that it goes on there after a stop, and does not read
-- again and again over rows that are gone.
create table retention_marks (
  name text primary key,
  reached bigint not null
);
