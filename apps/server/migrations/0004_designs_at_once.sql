-- A design saves thousands of stops in a few statements. The plan's version is raised once a statement: row by row it
-- took longer than the stops themselves.

drop trigger service_areas_plan on service_areas;
drop trigger zone_stops_plan on zone_stops;
drop trigger service_strategies_plan on service_strategies;

create function zones_settings_changed() returns trigger language plpgsql as $$
begin
  insert into zone_plans (zone_id) select id from zones where id in (select zone_id from changed)
    on conflict (zone_id) do update
    set version = zone_plans.version + 1, settings_version = zone_plans.settings_version + 1;
  return null;
end $$;

do $$
declare name text;
begin
  foreach name in array array['service_areas', 'zone_stops', 'service_strategies']
  loop
    execute format('create trigger %I after insert on %I referencing new table as changed
      for each statement execute function zones_settings_changed()', name || '_added', name);
    execute format('create trigger %I after update on %I referencing new table as changed
      for each statement execute function zones_settings_changed()', name || '_changed', name);
    execute format('create trigger %I after delete on %I referencing old table as changed
      for each statement execute function zones_settings_changed()', name || '_removed', name);
  end loop;
end $$;
