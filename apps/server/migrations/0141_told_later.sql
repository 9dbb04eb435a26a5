-- Which vehicle a trip was taken from: what was looked at, read off or reported before is about that one.
alter table trip_histories add column former_vehicle_id integer references vehicles on delete set null;
update trip_histories h set former_vehicle_id = v.id from vehicles v
  where h.change = 'vehicle' and v.vehicle_number = h.before;

-- Which vehicle a reading is of stands with it. Until now that was the one that the trip has.
update driver_actions a set input = a.input || jsonb_build_object('vehicle_id', t.vehicle_id) from trips t
  where a.kind = 'odometer' and t.id = a.trip_id;
drop index driver_actions_odometer;
create index driver_actions_odometer on driver_actions (((input ->> 'vehicle_id')::int)) where kind = 'odometer';

-- What a trip that the service ended by itself was before: its driver may have driven it without signal.
alter table trips add column lapsed jsonb;
drop trigger audit on trips;
create trigger audit after insert or update on trips for each row
  execute function audit_row('{"name": ["name"], "without": ["lapsed"]}');
drop trigger audit_delete on trips;
create trigger audit_delete before delete on trips for each row
  execute function audit_row('{"name": ["name"], "without": ["lapsed"]}');
