-- By what free-flow driving times are multiplied in an hour of a region's week: 0 is Monday from midnight to one, as the
-- region's clocks have it. An hour without a row is driven in free flow. What somebody has set stands before what was
-- learnt, and both are kept: once it is no longer set, what was learnt counts again.
create table travel_factors (
  region_id integer not null references regions on delete cascade,
  hour_of_week smallint not null check (hour_of_week between 0 and 167),
  source text not null check (source in ('set', 'learnt')),
  factor numeric(4, 2) not null check (factor between 0.5 and 4),
  observations integer not null default 0 check (observations >= 0),
  updated_at timestamptz not null,
  primary key (region_id, hour_of_week, source)
);

-- Every zone of the region plans with other driving times from then on.
create function travel_factors_changed() returns trigger language plpgsql as $$
begin
  insert into zone_plans (zone_id) select id from zones where region_id in (select region_id from changed) order by id
    on conflict (zone_id) do update
    set version = zone_plans.version + 1, settings_version = zone_plans.settings_version + 1;
  return null;
end $$;

create trigger travel_factors_added after insert on travel_factors
  referencing new table as changed for each statement execute function travel_factors_changed();
create trigger travel_factors_changed after update on travel_factors
  referencing new table as changed for each statement execute function travel_factors_changed();
create trigger travel_factors_removed after delete on travel_factors
  referencing old table as changed for each statement execute function travel_factors_changed();

-- The hours of the week are those of the region's clocks.
create function region_clocks_changed() returns trigger language plpgsql as $$
begin
  insert into zone_plans (zone_id) select id from zones where region_id = new.id order by id
    on conflict (zone_id) do update
    set version = zone_plans.version + 1, settings_version = zone_plans.settings_version + 1;
  return null;
end $$;

create trigger regions_clocks after update of time_zone on regions
  for each row when (old.time_zone is distinct from new.time_zone) execute function region_clocks_changed();
