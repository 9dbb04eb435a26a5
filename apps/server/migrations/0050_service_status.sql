-- What the page /status tells: how each part of the service does now, how many minutes of each day it was disturbed or
-- down, and what staff have written about it.
create table status_parts (
  part text primary key check (part in ('portal', 'booking', 'live', 'drivers', 'mail', 'payments')),
  state text not null check (state in ('working', 'disturbed', 'down')),
  since timestamptz not null,
  measured_at timestamptz not null
);

-- Minutes of a day in UTC; a day without a row was not measured.
create table status_days (
  day date not null,
  part text not null,
  disturbed_minutes double precision not null default 0,
  down_minutes double precision not null default 0,
  primary key (day, part)
);

create table status_incidents (
  id integer generated always as identity primary key,
  title text not null,
  parts text[] not null,
  -- null: everywhere
  region_id integer references regions on delete set null,
  planned boolean not null,
  starts_at timestamptz not null,
  -- null: not over
  ends_at timestamptz,
  -- what was written about it, oldest first: {"at", "text"}
  updates jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  check (ends_at > starts_at)
);
create index status_incidents_starts_at on status_incidents (starts_at);
create trigger raise_version before update on status_incidents for each row execute function raise_version();

create trigger audit after insert or update on status_incidents for each row execute function audit_row('{"name": ["title"]}');
create trigger audit_delete before delete on status_incidents for each row execute function audit_row('{"name": ["title"]}');
