-- Stops that the plan holds besides passengers: a route's timetable, breaks, staging.

-- A stop with a window is made inside of it. A route stop is not left before `window_from`, and no later than
-- `window_until` while the slack lasts; a break begins between the two and takes `dwell_seconds`.
alter table trip_stops
  add column window_from timestamptz,
  add column window_until timestamptz,
  -- which run of the route a route stop belongs to, from 1
  add column run integer check (run > 0),
  add constraint trip_stops_window check (
    kind not in ('break', 'route_stop')
    or (window_from is not null and window_until is not null and dwell_seconds is not null and window_from <= window_until)),
  add constraint trip_stops_run check ((kind = 'route_stop') = (run is not null));

-- A schedule's break: so many minutes, all of them between the two moments.
alter table service_plans
  add column break_minutes integer check (break_minutes between 1 and 240),
  add column break_from timestamptz,
  add column break_until timestamptz,
  add constraint service_plans_break check (
    (break_minutes is null) = (break_from is null) and (break_minutes is null) = (break_until is null)
    and (break_minutes is null or (
      break_until >= break_from + break_minutes * interval '1 minute' and break_from >= start_time and break_until <= end_time)));

-- How a route is driven is part of what a zone's plan is made under.
create trigger service_routes_plan after insert or update or delete on service_routes
  for each row execute function zone_settings_changed();
