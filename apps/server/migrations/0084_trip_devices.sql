-- Which device of its driver a trip is open on: the others only show it.
create table trip_devices (
  trip_id integer primary key references trips on delete cascade,
  driver_id integer not null references drivers on delete cascade,
  -- made by the device, once and for all
  device uuid not null,
  taken_at timestamptz not null
);
create index trip_devices_driver on trip_devices (driver_id);

-- What drivers write to dispatch with one tap, by language: up to 12 texts of 60 characters. Without: the product's.
alter table regions add column quick_replies jsonb not null default '{}';
