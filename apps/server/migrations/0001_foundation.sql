-- Times are timestamptz; money is numeric(10,2) in AUD; points are longitude and latitude in WGS 84.
-- Every record that staff edit carries `version`, raised by a trigger, for If-Match.

create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

-- ── Access ───────────────────────────────────────────────────────────────────────────────────────────────

create table users (
  id integer generated always as identity primary key,
  first_name text not null,
  last_name text not null,
  username text not null,
  email text not null,
  phone_number text,
  password_hash text,
  status text not null default 'active' check (status in ('active', 'blocked')),
  region_ids integer[],
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create unique index users_username on users (lower(username));
create unique index users_email on users (lower(email));

create table user_roles (
  id integer generated always as identity primary key,
  name text not null unique,
  status text default 'enabled',
  permissions jsonb not null default '{}',
  built_in boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);

create table user_groups (
  id integer generated always as identity primary key,
  name text not null unique,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create table user_group_roles (
  user_group_id integer not null references user_groups on delete cascade,
  user_role_id integer not null references user_roles on delete cascade,
  primary key (user_group_id, user_role_id)
);
create table user_group_members (
  user_group_id integer not null references user_groups on delete cascade,
  user_id integer not null references users on delete cascade,
  primary key (user_group_id, user_id)
);
create index user_group_members_user on user_group_members (user_id);

-- A token is good only while its row stands: signing out or blocking an account deletes it.
create table sessions (
  id uuid primary key,
  user_id integer references users on delete cascade,
  driver_id integer,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((user_id is null) <> (driver_id is null))
);
create index sessions_user on sessions (user_id);
create index sessions_driver on sessions (driver_id);

create table password_resets (
  token_hash text primary key,
  user_id integer references users on delete cascade,
  traveler_id integer,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table outbox_mails (
  id integer generated always as identity primary key,
  "to" text not null,
  subject text not null,
  text text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  last_error text
);

create index outbox_mails_unsent on outbox_mails (id) where sent_at is null;

create table settings (
  key text primary key,
  value jsonb not null
);

create table idempotency_keys (
  key text not null,
  actor text not null,
  endpoint text not null,
  request_hash text not null,
  status integer,
  -- not jsonb: the answer goes out again as it was, in the order of its keys
  answer json,
  created_at timestamptz not null,
  primary key (actor, endpoint, key)
);

-- ── Regions, zones, stops ────────────────────────────────────────────────────────────────────────────────

create table regions (
  id integer generated always as identity primary key,
  name text not null,
  status text not null default 'active' check (status in ('active', 'blocked')),
  time_zone text not null,
  contact_email text,
  contact_phone text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create unique index regions_name on regions (lower(name));

create table zones (
  id integer generated always as identity primary key,
  region_id integer not null references regions,
  name text not null,
  abbreviation text not null,
  time_zone text not null,
  default_price numeric(10, 2) not null default 3.5 check (default_price >= 0),
  longitude double precision,
  latitude double precision,
  payment_methods text[] not null default '{cash,card}',
  allowed_apps integer[] not null default '{}',
  status text not null default 'active' check (status in ('active', 'blocked')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create unique index zones_name on zones (region_id, lower(name));

-- The plan of a zone: whatever changes it checks and raises the version in its transaction.
-- A row of its own, so that editing the zone's name and planning never wait for each other.
create table zone_plans (
  zone_id integer primary key references zones on delete cascade,
  version bigint not null default 1,
  -- raised with the zone's own record, areas, stops and strategies, which change far less often than its plan
  settings_version bigint not null default 1
);

create table service_areas (
  id integer generated always as identity primary key,
  zone_id integer not null references zones on delete cascade,
  name text not null,
  coordinates jsonb not null,
  connected_location_ids integer[],
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create index service_areas_zone on service_areas (zone_id);

-- A place where a vehicle can stop: a zone's stop, or a door.
create table locations (
  id integer generated always as identity primary key,
  name text not null,
  street_address text,
  longitude double precision not null,
  latitude double precision not null
);
create index locations_point on locations (longitude, latitude);

create table zone_stops (
  id integer generated always as identity primary key,
  zone_id integer not null references zones on delete cascade,
  location_id integer not null references locations,
  note text,
  staging boolean not null default false,
  not_accessible boolean not null default false,
  medically_exempt boolean not null default false,
  hub_stop boolean not null default false,
  "break" boolean not null default false,
  passenger boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create index zone_stops_zone on zone_stops (zone_id);
create unique index zone_stops_location on zone_stops (location_id);

create table service_strategies (
  id integer generated always as identity primary key,
  zone_id integer not null references zones on delete cascade,
  name text not null,
  color text not null,
  type text not null check (type in ('demand_responsive', 'fixed_route', 'deviated')),
  "default" boolean not null default false,
  configuration jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create unique index service_strategies_default on service_strategies (zone_id) where "default";

-- A fixed route: ordered stops with dwell times, driven by trips of its strategy.
create table service_routes (
  id integer generated always as identity primary key,
  zone_id integer not null references zones on delete cascade,
  service_strategy_id integer references service_strategies on delete set null,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create table service_route_stops (
  id integer generated always as identity primary key,
  service_route_id integer not null references service_routes on delete cascade,
  zone_stop_id integer not null references zone_stops on delete cascade,
  position integer not null,
  dwell_seconds integer not null default 30 check (dwell_seconds >= 0),
  unique (service_route_id, position)
);

-- ── Drivers, vehicles, schedules ─────────────────────────────────────────────────────────────────────────

create table drivers (
  id integer generated always as identity primary key,
  first_name text not null,
  last_name text not null,
  username text not null,
  email text not null,
  phone_number text,
  status text check (status in ('approved', 'blocked')),
  pin_hash text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create unique index drivers_username on drivers (lower(username));
create unique index drivers_email on drivers (lower(email));
alter table sessions add constraint sessions_driver_fk foreign key (driver_id) references drivers on delete cascade;

create table vehicles (
  id integer generated always as identity primary key,
  license_plate text not null,
  vehicle_number text not null,
  make text,
  model text,
  body_type text,
  year integer,
  doors integer check (doors between 0 and 10),
  vin text,
  fuel_type text,
  transmission text,
  vendor text,
  color text,
  capacity integer not null check (capacity >= 0),
  mobility_capacity integer not null default 0 check (mobility_capacity >= 0),
  max_capacity integer,
  seats_per_wheelchair integer not null default 0 check (seats_per_wheelchair >= 0),
  status text not null default 'active' check (status in ('active', 'inactive')),
  extra_attributes jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create unique index vehicles_license_plate on vehicles (lower(license_plate));
create unique index vehicles_vehicle_number on vehicles (lower(vehicle_number));

create table service_plans (
  id integer generated always as identity primary key,
  zone_id integer not null references zones,
  service_route_id integer references service_routes,
  vehicle_id integer references vehicles,
  driver_id integer references drivers,
  start_time timestamptz not null,
  end_time timestamptz not null,
  minimum_capacity integer not null default 20,
  shift text,
  shift_label text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  check (end_time >= start_time + interval '15 minutes'),
  -- Integer ranges stand in for equality, so that no extension is needed.
  constraint service_plans_vehicle_overlap exclude using gist
    (int4range(vehicle_id, vehicle_id, '[]') with &&, tstzrange(start_time, end_time) with &&) where (vehicle_id is not null),
  constraint service_plans_driver_overlap exclude using gist
    (int4range(driver_id, driver_id, '[]') with &&, tstzrange(start_time, end_time) with &&) where (driver_id is not null)
);
create index service_plans_zone_time on service_plans (zone_id, start_time);

-- ── Passengers ───────────────────────────────────────────────────────────────────────────────────────────

create table travelers (
  id integer generated always as identity primary key,
  first_name text not null,
  last_name text not null,
  username text not null,
  email text not null,
  phone_number text,
  password_hash text,
  low_tech boolean not null default false,
  handicapped boolean not null default false,
  medically_exempt boolean not null default false,
  status text check (status in ('active', 'blocked')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create unique index travelers_username on travelers (lower(username));
create unique index travelers_email on travelers (lower(email));
alter table password_resets add constraint password_resets_traveler_fk foreign key (traveler_id) references travelers on delete cascade;

-- ── Trips ────────────────────────────────────────────────────────────────────────────────────────────────

create table trips (
  id integer generated always as identity primary key,
  name text not null,
  service_plan_id integer not null references service_plans,
  zone_id integer not null references zones,
  vehicle_id integer references vehicles,
  driver_id integer references drivers,
  current_state text not null default 'staged' check (current_state in ('staged', 'live', 'in_transit', 'completed', 'cancelled')),
  start_datetime timestamptz not null,
  end_datetime timestamptz not null,
  manual_navigation boolean not null default false,
  status_message text,
  signed_on_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create unique index trips_one_per_plan on trips (service_plan_id) where current_state <> 'cancelled';
create index trips_zone_time on trips (zone_id, start_datetime);
create index trips_driver_time on trips (driver_id, start_datetime);
create index trips_open on trips (zone_id) where current_state in ('staged', 'live', 'in_transit');

create table trip_stops (
  id integer generated always as identity primary key,
  trip_id integer not null references trips on delete cascade,
  location_id integer not null references locations,
  location_index integer not null,
  kind text not null default 'passenger' check (kind in ('passenger', 'break', 'route_stop', 'staging')),
  scheduled_at timestamptz not null,
  scheduled_departure_at timestamptz not null,
  eta timestamptz,
  latest_arrival_time timestamptz,
  dwell_seconds integer,
  arrived_at timestamptz,
  departed_at timestamptz,
  check (departed_at is null or arrived_at is not null),
  unique (trip_id, location_index) deferrable initially deferred
);

-- The newest position and the projected lateness of a trip; one row a trip.
create table trip_monitors (
  trip_id integer primary key references trips on delete cascade,
  vehicle_id integer not null references vehicles,
  latitude double precision not null,
  longitude double precision not null,
  bearing real not null,
  speed real not null,
  recorded_at timestamptz not null
);

create table positions (
  id bigint generated always as identity primary key,
  trip_id integer not null references trips on delete cascade,
  vehicle_id integer not null references vehicles,
  latitude double precision not null,
  longitude double precision not null,
  bearing real not null,
  speed real not null,
  recorded_at timestamptz not null,
  received_at timestamptz not null
);
create index positions_trip_time on positions (trip_id, recorded_at);

-- ── Searches, offerings, bookings ────────────────────────────────────────────────────────────────────────

create table service_availability_searches (
  id integer generated always as identity primary key,
  traveler_id integer not null references travelers on delete cascade,
  zone_id integer references zones,
  status text not null check (status in ('pending', 'offerings_available', 'no_offerings', 'error')),
  message text,
  passengers jsonb not null,
  mobility_support integer not null default 0,
  origin_name text not null,
  origin_longitude double precision not null,
  origin_latitude double precision not null,
  destination_name text not null,
  destination_longitude double precision not null,
  destination_latitude double precision not null,
  traveling_at timestamptz not null,
  departing boolean not null,
  reasons jsonb not null default '[]',
  nearest_change jsonb,
  booking_method text not null default 'portal',
  created_by integer references users on delete set null,
  created_at timestamptz not null
);
create index service_availability_searches_traveler on service_availability_searches (traveler_id, id);

create table service_offerings (
  id integer generated always as identity primary key,
  service_availability_search_id integer not null references service_availability_searches on delete cascade,
  kind text not null check (kind in ('soonest', 'least_walking', 'kindest')),
  zone_id integer not null references zones,
  trip_id integer not null references trips,
  pickup_location_id integer not null references locations,
  pickup_lower_bound timestamptz not null,
  pickup_upper_bound timestamptz not null,
  pickup_walk_m real not null,
  pickup_walk_s real not null,
  dropoff_location_id integer not null references locations,
  dropoff_lower_bound timestamptz not null,
  dropoff_upper_bound timestamptz not null,
  dropoff_walk_m real not null,
  dropoff_walk_s real not null,
  max_ride_s real not null,
  direct_s real not null,
  ride_s real not null,
  scaled_price numeric(10, 2) not null,
  total_price numeric(10, 2) not null,
  payment_methods text[] not null,
  reasons jsonb not null default '[]',
  expires_at timestamptz not null
);
create index service_offerings_search on service_offerings (service_availability_search_id);

create table service_requests (
  id integer generated always as identity primary key,
  traveler_id integer not null references travelers,
  zone_id integer not null references zones,
  service_offering_id integer unique references service_offerings,
  trip_id integer references trips,
  status text not null check (status in ('created', 'assigned', 'unassigned', 'secured', 'on_board', 'completed', 'no_show', 'cancelled', 'error')),
  passengers jsonb not null,
  passenger_count integer not null check (passenger_count > 0),
  mobility_support integer not null default 0 check (mobility_support between 0 and passenger_count),
  origin_name text not null,
  origin_longitude double precision not null,
  origin_latitude double precision not null,
  destination_name text not null,
  destination_longitude double precision not null,
  destination_latitude double precision not null,
  -- The promise: planning never breaks it by itself.
  pickup_location_id integer not null references locations,
  pickup_lower_bound timestamptz not null,
  pickup_upper_bound timestamptz not null,
  pickup_walk_m real not null default 0,
  pickup_walk_s real not null default 0,
  dropoff_location_id integer not null references locations,
  dropoff_lower_bound timestamptz not null,
  dropoff_upper_bound timestamptz not null,
  dropoff_walk_m real not null default 0,
  dropoff_walk_s real not null default 0,
  max_ride_s real not null,
  direct_s real not null,
  pickup_trip_stop_id integer references trip_stops,
  dropoff_trip_stop_id integer references trip_stops,
  secured_at timestamptz,
  boarded_at timestamptz,
  dropped_off_at timestamptz,
  payment_method text not null,
  scaled_price numeric(10, 2) not null,
  total_price numeric(10, 2) not null,
  booking_method text not null default 'portal',
  error_message text,
  cancellation_reason text,
  comment text,
  created_by integer references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  check (pickup_lower_bound <= pickup_upper_bound),
  check (dropoff_lower_bound <= dropoff_upper_bound),
  -- Whoever is planned or riding is in exactly one trip, with both stops.
  check (status not in ('assigned', 'secured', 'on_board', 'completed') or (trip_id is not null and pickup_trip_stop_id is not null and dropoff_trip_stop_id is not null))
);
create index service_requests_traveler on service_requests (traveler_id, id);
create index service_requests_trip on service_requests (trip_id);
create index service_requests_zone_time on service_requests (zone_id, pickup_lower_bound);
create index service_requests_pickup_stop on service_requests (pickup_trip_stop_id);
create index service_requests_dropoff_stop on service_requests (dropoff_trip_stop_id);
create index service_requests_open on service_requests (zone_id, status) where status in ('created', 'assigned', 'unassigned', 'secured', 'on_board');

create table service_request_histories (
  id integer generated always as identity primary key,
  service_request_id integer not null references service_requests on delete cascade,
  status text not null,
  trip_id integer references trips on delete set null,
  user_type text not null check (user_type in ('user', 'passenger', 'driver', 'engine')),
  user_id integer references users on delete set null,
  driver_id integer references drivers on delete set null,
  reasons jsonb not null default '[]',
  created_at timestamptz not null
);
create index service_request_histories_request on service_request_histories (service_request_id, id);

-- What a driver did, newest last, so that the last step can be taken back.
create table driver_actions (
  id integer generated always as identity primary key,
  trip_id integer not null references trips on delete cascade,
  kind text not null check (kind in ('arrive', 'depart', 'board', 'no_show', 'drop_off')),
  trip_stop_id integer references trip_stops on delete cascade,
  service_request_id integer references service_requests on delete cascade,
  before jsonb not null,
  undone boolean not null default false,
  created_at timestamptz not null
);
create index driver_actions_trip on driver_actions (trip_id, id);

create table feedbacks (
  id integer generated always as identity primary key,
  service_request_id integer not null unique references service_requests on delete cascade,
  traveler_id integer not null references travelers on delete cascade,
  rating integer not null check (rating between 1 and 5),
  comments text,
  created_at timestamptz not null
);

-- ── Live stream and background work ──────────────────────────────────────────────────────────────────────

create table live_events (
  id bigint generated always as identity primary key,
  kind text not null,
  zone_id integer,
  region_id integer,
  payload jsonb not null,
  -- the wall's clock: only for throwing old events away
  created_at timestamptz not null default now()
);

-- Work that one process at a time does: taken with FOR UPDATE SKIP LOCKED, due again after its interval.
create table jobs (
  name text primary key,
  due_at timestamptz not null,
  -- the wall's clock: a process that holds the job beyond this is taken for dead
  claimed_until timestamptz,
  last_error text,
  last_run_at timestamptz
);

-- Whatever a plan is made under raises its version, so that nobody goes on planning with what no longer holds.
create function zone_settings_changed() returns trigger language plpgsql as $$
declare
  changed integer;
begin
  if tg_table_name = 'zones' then
    changed := new.id;
  elsif tg_op = 'DELETE' then
    changed := old.zone_id;
  else
    changed := new.zone_id;
  end if;
  insert into zone_plans (zone_id) select id from zones where id = changed
    on conflict (zone_id) do update
    set version = zone_plans.version + 1, settings_version = zone_plans.settings_version + 1;
  return null;
end $$;

create function crew_changed() returns trigger language plpgsql as $$
begin
  update zone_plans set version = version + 1 where zone_id in (
    select zone_id from trips where current_state in ('staged', 'live', 'in_transit')
      and case tg_table_name when 'drivers' then driver_id else vehicle_id end = new.id);
  return null;
end $$;

create trigger zones_plan after update on zones for each row execute function zone_settings_changed();
create trigger service_areas_plan after insert or update or delete on service_areas for each row execute function zone_settings_changed();
create trigger zone_stops_plan after insert or update or delete on zone_stops for each row execute function zone_settings_changed();
create trigger service_strategies_plan after insert or update or delete on service_strategies for each row execute function zone_settings_changed();
create trigger drivers_plan after update of status on drivers for each row execute function crew_changed();
create trigger vehicles_plan after update of status, capacity, mobility_capacity, seats_per_wheelchair on vehicles
  for each row execute function crew_changed();

do $$
declare name text;
begin
  foreach name in array array['users', 'user_roles', 'user_groups', 'regions', 'zones', 'service_areas', 'zone_stops', 'service_strategies',
    'service_routes', 'drivers', 'vehicles', 'service_plans', 'travelers', 'trips', 'service_requests']
  loop
    execute format('create trigger %I before update on %I for each row execute function raise_version()', name || '_version', name);
  end loop;
end $$;
