-- Who travels with passengers, and what they take along.
create table mobility_aids (
  id integer generated always as identity primary key,
  region_id integer not null references regions on delete cascade,
  name text not null,
  kind text not null check (kind in ('none', 'walker', 'pram', 'service_animal', 'wheelchair', 'large_wheelchair', 'scooter')),
  -- that whoever has it takes; an animal takes neither
  seats integer not null check (seats in (0, 1)),
  wheelchair_spaces integer not null check (wheelchair_spaces in (0, 1)),
  -- seconds to get in and out
  load_s integer not null check (load_s between 0 and 900),
  unload_s integer not null check (unload_s between 0 and 900),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  check (seats + wheelchair_spaces <= 1)
);
create unique index mobility_aids_name on mobility_aids (region_id, lower(name));

-- What every region begins with.
create function begin_mobility_aids(region integer, at timestamptz) returns void language sql as $$
  insert into mobility_aids (region_id, name, kind, seats, wheelchair_spaces, load_s, unload_s, created_at, updated_at)
    select region, a.name, a.kind, a.seats, a.spaces, a.seconds, a.seconds, at, at
    from (values ('No aid', 'none', 1, 0, 10), ('Walker', 'walker', 1, 0, 30), ('Pram', 'pram', 1, 0, 30),
      ('Service animal', 'service_animal', 0, 0, 10), ('Wheelchair', 'wheelchair', 0, 1, 120),
      ('Large wheelchair', 'large_wheelchair', 0, 1, 180), ('Scooter', 'scooter', 0, 1, 180))
      as a (name, kind, seats, spaces, seconds)
$$;
create function region_begins() returns trigger language plpgsql as $$
begin
  perform begin_mobility_aids(new.id, new.created_at);
  return null;
end $$;
create trigger mobility_aids after insert on regions for each row execute function region_begins();
select begin_mobility_aids(id, created_at) from regions order by id;

create trigger raise_version before update on mobility_aids for each row execute function raise_version();
create trigger audit after insert or update on mobility_aids for each row
  execute function audit_row('{"name": ["name"], "parent": ["regions", "region_id"]}');
create trigger audit_delete before delete on mobility_aids for each row
  execute function audit_row('{"name": ["name"], "parent": ["regions", "region_id"]}');

alter table travelers
  add column attendant_allowed boolean not null default false,
  -- ids of kinds, which bookings take over
  add column mobility_aids integer[] not null default '{}',
  -- `load_s`, `unload_s` and `reason`: in place of the times of the aids
  add column own_times jsonb;

drop trigger audit on travelers;
drop trigger audit_delete on travelers;
do $$
declare
  told constant jsonb := '{"name": ["first_name", "last_name"], "secret": ["password_hash"],
    "personal": ["first_name", "last_name", "username", "email", "phone_number", "low_tech", "handicapped", "medically_exempt",
      "locale", "can_text", "call_when_near", "message_channels", "quiet_hours", "attendant_allowed", "mobility_aids", "own_times"]}';
begin
  execute format('create trigger audit after insert or update on travelers for each row execute function audit_row(%L)', told);
  execute format('create trigger audit_delete before delete on travelers for each row execute function audit_row(%L)', told);
end $$;

alter table vehicles add column takes text[] not null default '{}' check (takes <@ array['large_wheelchair', 'scooter']);
drop trigger vehicles_plan on vehicles;
create trigger vehicles_plan after update of status, capacity, mobility_capacity, seats_per_wheelchair, takes on vehicles
  for each row execute function crew_changed();

alter table booking_rules add column max_companions integer not null default 1 check (max_companions between 0 and 8);

-- `aids`: what travels, as `id`, `kind` and `name`. `load_s` and `unload_s`: how long everybody of the booking takes to get
-- in and out, beside the stop's own time; null: as the zone's strategy counts people and wheelchairs.
alter table service_availability_searches
  add column aids jsonb not null default '[]',
  -- that took the place of those of the aids
  add column own_times jsonb,
  add column load_s integer check (load_s >= 0),
  add column unload_s integer check (unload_s >= 0),
  add check ((load_s is null) = (unload_s is null));
alter table service_requests
  add column aids jsonb not null default '[]',
  add column load_s integer check (load_s >= 0),
  add column unload_s integer check (unload_s >= 0),
  add check ((load_s is null) = (unload_s is null));
