-- What a user limited to regions sees of drivers and vehicles is decided by two columns: the region that each belongs to
-- (null: to all of them), and the zones that it was scheduled in so far. http/scope.ts asks for them.
alter table drivers
  add column region_id integer references regions,
  add column zone_ids integer[] not null default '{}';
alter table vehicles
  add column region_id integer references regions,
  add column zone_ids integer[] not null default '{}';

-- A first schedule in a zone is no change of the record: an open form still saves.
drop trigger drivers_version on drivers;
drop trigger vehicles_version on vehicles;

-- Those whose schedules lie in one region belong to it.
with crews as (
  select driver_id, array_agg(distinct zone_id) as zone_ids, min(region_id) as first, max(region_id) as last
  from service_plans join zones on zones.id = zone_id group by driver_id)
update drivers set zone_ids = crews.zone_ids, region_id = case when first = last then first end
from crews where driver_id = drivers.id;
with crews as (
  select vehicle_id, array_agg(distinct zone_id) as zone_ids, min(region_id) as first, max(region_id) as last
  from service_plans join zones on zones.id = zone_id group by vehicle_id)
update vehicles set zone_ids = crews.zone_ids, region_id = case when first = last then first end
from crews where vehicle_id = vehicles.id;

create trigger drivers_version before update on drivers for each row
  when (old.zone_ids = new.zone_ids) execute function raise_version();
create trigger vehicles_version before update on vehicles for each row
  when (old.zone_ids = new.zone_ids) execute function raise_version();

create function note_zone_of_crew() returns trigger language plpgsql as $$
begin
  update drivers set zone_ids = zone_ids || new.zone_id
    where id = new.driver_id and not zone_ids @> array[new.zone_id];
  update vehicles set zone_ids = zone_ids || new.zone_id
    where id = new.vehicle_id and not zone_ids @> array[new.zone_id];
  return null;
end $$;
create trigger service_plans_zone after insert or update of driver_id, vehicle_id, zone_id on service_plans
  for each row execute function note_zone_of_crew();

create index drivers_region on drivers (region_id);
create index drivers_zones on drivers using gin (zone_ids);
create index vehicles_region on vehicles (region_id);
create index vehicles_zones on vehicles using gin (zone_ids);

-- The regions whose users may see the changed record; null: all.
alter table live_events add column region_ids integer[];

analyze drivers, vehicles;
