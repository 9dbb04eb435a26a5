-- Which vehicle a trip was taken from: what was looked at, read off or reported before is about that one.
alter table trip_histories add column former_vehicle_id integer references vehicles on delete set null;
update trip_histories h set former_vehicle_id = v.id from vehicles v
  where h.change = 'vehicle' and v.vehicle_number = h.before;
