-- The menu's item Service Status has a name of its own: it was called by that of another page, `Settings`.
update settings set value = (value - 'Settings') || jsonb_build_object('ServiceStatus', value -> 'Settings')
  where key = 'modules' and value ? 'Settings';

-- How large each table was on each day, and how much room there was: measured by a job, for the page Settings.
create table table_days (
  -- in UTC
  day date not null,
  table_name text not null,
  -- with its indexes
  bytes bigint not null,
  -- null: the database has no estimate yet
  rows bigint,
  -- otherwise the database's own estimate
  counted boolean not null,
  primary key (day, table_name)
);
create table room_days (
  day date primary key,
  database_bytes bigint not null,
  -- null: there is no data folder
  free_bytes bigint
);
-- What superadmins were told of by mail, as long as it lasts.
create table operating_warnings (
  kind text primary key,
  since timestamptz not null
);
