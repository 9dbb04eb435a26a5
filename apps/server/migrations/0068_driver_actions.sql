-- Every action that a driver's device tells of is kept with its answer, so that telling it again gets the first one.
alter table driver_actions
  -- the device's; what was not told by a device gets one here
  add column uuid uuid not null unique default gen_random_uuid(),
  -- null: told by staff, from paper
  add column driver_id integer references drivers on delete set null,
  add column sequence integer,
  -- what the kind needs: ids and switches
  add column input jsonb not null default '{}',
  add column position jsonb,
  -- by the device's clock
  add column happened_at timestamptz,
  -- by the server's, where the trip has it
  add column done_at timestamptz,
  add column result text not null default 'applied'
    check (result in ('applied', 'already_done', 'adjusted', 'superseded', 'needs_dispatcher')),
  add column detail text not null default '',
  add column settlement text check (settlement in ('accepted', 'set_aside')),
  add column settled_reason text,
  add column settled_by integer references users on delete set null,
  add column settled_at timestamptz,
  add check ((settlement is null) = (settled_at is null)),
  alter column before drop not null,
  drop constraint driver_actions_kind_check,
  add constraint driver_actions_kind_check check (kind in
    ('sign_on', 'arrive', 'depart', 'board', 'no_show', 'drop_off', 'manual_navigation', 'undo', 'complete')),
  -- An action stays where its stop has left the plan.
  drop constraint driver_actions_trip_stop_id_fkey,
  add constraint driver_actions_trip_stop_id_fkey foreign key (trip_stop_id) references trip_stops on delete set null,
  drop constraint driver_actions_service_request_id_fkey,
  add constraint driver_actions_service_request_id_fkey
    foreign key (service_request_id) references service_requests on delete set null;
update driver_actions set happened_at = created_at, done_at = created_at;
alter table driver_actions alter column happened_at set not null, alter column done_at set not null;
create index driver_actions_driver on driver_actions (driver_id) where driver_id is not null;

-- Whom a trip was taken from: what this driver did before learning of it still belongs to the trip.
alter table trip_histories add column former_driver_id integer references drivers on delete set null;

-- The cancelled booking in whose place this one was made, because its passenger was taken aboard.
alter table service_requests add column replaces_id integer references service_requests on delete set null;
create index service_requests_replaces on service_requests (replaces_id) where replaces_id is not null;

create or replace function keep_first_promise() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    -- A booking in another's place keeps the promise of that one.
    if new.replaces_id is null then
      new.promised_pickup_lower_bound := new.pickup_lower_bound;
      new.promised_pickup_upper_bound := new.pickup_upper_bound;
      new.promised_dropoff_lower_bound := new.dropoff_lower_bound;
      new.promised_dropoff_upper_bound := new.dropoff_upper_bound;
    end if;
  elsif new.service_offering_id is not distinct from old.service_offering_id then
    raise exception 'The first promise of booking % changes only with another offering', old.id;
  end if;
  return new;
end $$;
