-- Streets that vehicles may not drive: the one at the point, and every one within its reach. It stands until it is lifted,
-- or until its time has come.
create table road_closures (
  id integer generated always as identity primary key,
  region_id integer not null references regions on delete cascade,
  longitude double precision not null check (longitude between -180 and 180),
  latitude double precision not null check (latitude between -90 and 90),
  reach_m double precision not null default 0 check (reach_m between 0 and 2000),
  message text,
  until timestamptz,
  created_by integer references users on delete set null,
  created_at timestamptz not null,
  lifted_at timestamptz
);
create index road_closures_standing on road_closures (region_id) where lifted_at is null;

-- Every zone of the region plans on other streets from then on.
create function road_closures_changed() returns trigger language plpgsql as $$
begin
  insert into zone_plans (zone_id) select id from zones where region_id in (select region_id from changed) order by id
    on conflict (zone_id) do update
    set version = zone_plans.version + 1, settings_version = zone_plans.settings_version + 1;
  return null;
end $$;

create trigger road_closures_added after insert on road_closures
  referencing new table as changed for each statement execute function road_closures_changed();
create trigger road_closures_changed after update on road_closures
  referencing new table as changed for each statement execute function road_closures_changed();
