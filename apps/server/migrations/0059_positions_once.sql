-- A device sends its positions again when the answer was lost: each is stored once.
delete from positions p using positions earlier
  where earlier.trip_id = p.trip_id and earlier.recorded_at = p.recorded_at and earlier.id < p.id;
drop index positions_trip_time;
create unique index positions_trip_time on positions (trip_id, recorded_at);
