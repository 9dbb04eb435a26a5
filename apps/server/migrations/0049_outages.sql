-- While no server ran, a region drove by what its pack says. Bookings of that time wait for what was written on paper,
-- until staff say that nothing more is to come.
create table outages (
  id integer generated always as identity primary key,
  region_id integer not null references regions on delete cascade,
  from_at timestamptz not null,
  until_at timestamptz not null,
  settled_at timestamptz
);
create index outages_open on outages (region_id) where settled_at is null;
