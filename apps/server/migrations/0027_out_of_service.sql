-- A trip whose vehicle was taken out of service; without it, a cancelled trip may be any.
alter table trips add column taken_out_at timestamptz,
  add constraint trips_taken_out check (taken_out_at is null or current_state = 'cancelled');
-- Who was on a trip when its vehicle was taken out of service.
create index service_request_histories_trip on service_request_histories (trip_id);
