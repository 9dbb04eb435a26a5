-- Who looked at many passengers of a region within an hour without having booked there that day: once a day and region.
create table unusual_looks (
  actor_kind text not null,
  actor_id integer not null,
  actor_name text not null,
  region_id integer not null references regions on delete cascade,
  -- of the region
  day date not null,
  -- the service's clock
  at timestamptz not null,
  -- within the hour before
  looks integer not null,
  primary key (actor_kind, actor_id, region_id, day)
);
create index unusual_looks_at on unusual_looks (at);
