-- What drivers photograph of a vehicle: for an item of a checklist, and with an incident.
create table driver_photos (
  -- made by the device, once and for all
  id uuid primary key,
  trip_id integer references trips on delete set null,
  driver_id integer references drivers on delete set null,
  -- where it is shown; neither: nothing has named it yet, and it goes after 2 days
  vehicle_note_id integer references vehicle_notes on delete set null,
  vehicle_check_id integer references vehicle_checks on delete set null,
  -- of the checklist, by its id; null: of an incident
  item text,
  -- the item or the incident, in words
  subject text,
  -- among those of one item or incident, from 1
  place smallint,
  -- none of both: it was named, and has not come yet
  taken_at timestamptz,
  media_type text check (media_type in ('image/jpeg', 'image/png', 'image/webp')),
  content bytea,
  -- staff deleted the picture
  removed_at timestamptz,
  removed_reason text,
  created_at timestamptz not null,
  check ((media_type is null) = (taken_at is null)),
  check ((content is null) = (media_type is null or removed_at is not null)),
  check ((removed_at is null) = (removed_reason is null)),
  check ((vehicle_note_id is null and vehicle_check_id is null) or (subject is not null and place is not null))
);
-- Its bytes are compressed already.
alter table driver_photos alter column content set storage external;
create index driver_photos_trip on driver_photos (trip_id) where trip_id is not null;
create index driver_photos_driver on driver_photos (driver_id, created_at) where driver_id is not null;
create index driver_photos_note on driver_photos (vehicle_note_id, place) where vehicle_note_id is not null;
create index driver_photos_check on driver_photos (vehicle_check_id, place) where vehicle_check_id is not null;
create index driver_photos_unnamed on driver_photos (created_at)
  where vehicle_note_id is null and vehicle_check_id is null;
