-- Who changed a trip's state, driver or vehicle. Names as they were then: a driver who leaves is still told of.
create table trip_histories (
  id integer generated always as identity primary key,
  trip_id integer not null references trips on delete cascade,
  change text not null check (change in ('state', 'driver', 'vehicle')),
  before text,
  after text,
  message text,
  user_id integer references users on delete set null,
  driver_id integer references drivers on delete set null,
  created_at timestamptz not null
);
create index trip_histories_trip on trip_histories (trip_id, id);
