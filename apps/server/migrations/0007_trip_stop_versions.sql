-- Raised whenever a trip's stops change, so that a plan is read anew only where it has. Not a column of trips: it must
-- not raise their `version`, which people who edit a trip hold in their hands.
create table trip_stop_versions (
  trip_id integer primary key references trips on delete cascade,
  version integer not null default 1
);

create function trip_stops_written() returns trigger language plpgsql as $$
begin
  insert into trip_stop_versions (trip_id)
    select distinct trip_id from written where exists (select from trips where trips.id = trip_id)
    on conflict (trip_id) do update set version = trip_stop_versions.version + 1;
  return null;
end $$;

create function trip_stops_updated() returns trigger language plpgsql as $$
begin
  insert into trip_stop_versions (trip_id)
    select trip_id from written union select trip_id from before
    on conflict (trip_id) do update set version = trip_stop_versions.version + 1;
  return null;
end $$;

create trigger trip_stops_inserted after insert on trip_stops
  referencing new table as written for each statement execute function trip_stops_written();
-- A trip that goes takes its stops along: then there is nothing to note.
create trigger trip_stops_deleted after delete on trip_stops
  referencing old table as written for each statement execute function trip_stops_written();
create trigger trip_stops_updated after update on trip_stops
  referencing old table as before new table as written for each statement execute function trip_stops_updated();

insert into trip_stop_versions (trip_id) select distinct trip_id from trip_stops;
