-- Passengers who were booked as one group: the bookings tell who they are, and between which places.
create table booking_groups (
  id integer generated always as identity primary key,
  zone_id integer not null references zones on delete cascade,
  name text not null check (length(name) between 1 and 100),
  -- together: in one vehicle, also when planning or people move one of them; fewest: in as few as were possible
  seating text not null check (seating in ('together', 'fewest')),
  all_or_none boolean not null,
  created_by integer references users on delete set null,
  created_at timestamptz not null
);
create index booking_groups_zone on booking_groups (zone_id);
create index booking_groups_created_by on booking_groups (created_by) where created_by is not null;

alter table service_requests add column booking_group_id integer references booking_groups;
create index service_requests_booking_group on service_requests (booking_group_id) where booking_group_id is not null;
