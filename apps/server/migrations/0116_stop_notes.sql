-- What the driver is told at one stop of a booking; the comment stays for staff.
alter table service_requests
  add column pickup_note text check (length(pickup_note) between 1 and 250),
  add column dropoff_note text check (length(dropoff_note) between 1 and 250);
alter table booking_series
  -- of the way there and the way back, as their legs: {pickup_note, dropoff_note}
  add column notes jsonb not null default '[]';
-- Of a place that a passenger keeps: taken into the note of that end of a booking.
alter table ride_places add column note text not null default '' check (length(note) <= 250);

-- Passengers wrote to the driver in the comment. What staff wrote was shown to drivers as well, and still is to those of
-- rides that are not over.
alter table service_requests disable trigger user;
update service_requests set pickup_note = nullif(left(trim(comment), 250), '')
  where comment is not null and (booking_method = 'app' or status in ('created', 'assigned', 'unassigned', 'secured'));
update service_requests set dropoff_note = nullif(left(trim(comment), 250), '')
  where comment is not null and status = 'on_board';
update service_requests set comment = null where booking_method = 'app' and length(comment) <= 250;
alter table service_requests enable trigger user;

do $$
declare
  one record;
begin
  for one in select * from jsonb_each('{
    "service_requests": {"without": ["pickup_trip_stop_id", "dropoff_trip_stop_id"],
      "personal": ["traveler_id", "origin_name", "origin_longitude", "origin_latitude", "destination_name",
        "destination_longitude", "destination_latitude", "comment", "pickup_note", "dropoff_note",
        "cancellation_reason", "error_message"]},
    "booking_series": {"parent": ["travelers", "traveler_id"], "personal": ["legs", "needs", "comment", "notes"],
      "without": ["agreed", "made_until", "tried_on"]}
  }')
  loop
    execute format('drop trigger if exists audit on %I', one.key);
    execute format('drop trigger if exists audit_delete on %I', one.key);
    execute format('create trigger audit after insert or update on %I for each row execute function audit_row(%L)',
      one.key, one.value);
    execute format('create trigger audit_delete before delete on %I for each row execute function audit_row(%L)',
      one.key, one.value);
  end loop;
end $$;
