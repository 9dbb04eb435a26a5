-- Who changed what: one row for each change of a record, written by triggers in the transaction of the change, and for
-- sign-ins, refusals and downloads, which change none. Rows are never changed (docs/decisions/031).
create table audit_events (
  id bigint generated always as identity primary key,
  -- the service's clock
  at timestamptz not null,
  kind text not null check (kind in ('change', 'access', 'sign_in')),
  actor_kind text not null check (actor_kind in
    ('user', 'service account', 'driver', 'passenger', 'partner', 'job', 'engine', 'command line', 'public', 'unknown')),
  actor_id integer,
  actor_name text,
  action text not null,
  -- the table, and the key in it
  record_kind text,
  record_id text,
  record_name text,
  -- the record that it is a part of: a note's vehicle
  parent_kind text,
  parent_id text,
  region_id integer,
  zone_id integer,
  operation text check (operation in ('created', 'changed', 'deleted')),
  -- by field: { before, after }; creating has no before, deleting no after
  changes jsonb not null default '{}',
  reason text,
  via text not null check (via in
    ('portal', 'api', 'driver app', 'import', 'undo', 'restore', 'correction', 'job', 'engine', 'partner', 'command line')),
  request_id text,
  session_id text,
  address text,
  user_agent text,
  -- of a restore: the event whose version it took
  restored_event bigint,
  -- by path (`email.after`, `record_name`): what each personal value is salted with in the event's digest. Erasing a value
  -- takes its salt along and leaves the digest in its place, so that the seals still hold
  salts jsonb not null default '{}'
);
create index audit_events_record on audit_events (record_kind, record_id, id);
create index audit_events_parent on audit_events (parent_kind, parent_id, id) where parent_kind is not null;
create index audit_events_actor on audit_events (actor_kind, actor_id, id);
create index audit_events_region on audit_events (region_id, id);
create index audit_events_zone on audit_events (zone_id, id);
create index audit_events_action on audit_events (action, id);
create index audit_events_address on audit_events (address, id);
create index audit_events_kind on audit_events (kind, id) where kind <> 'change';
create index audit_events_deleted on audit_events (id) where operation = 'deleted';
create index audit_events_request on audit_events (request_id);
create index audit_events_at on audit_events (at);

-- Events that are in no seal yet. A row of its own for each, because ids are given out before they are committed.
create table audit_unsealed (event_id bigint primary key);

create function audit_is_for_good() returns trigger language plpgsql as $$
begin
  raise exception '% is never changed', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_events_stay before update or delete or truncate on audit_events
  for each statement execute function audit_is_for_good();

-- What the request or job set for its transaction (context/context.ts); null where something else writes.
create function audit_context() returns jsonb language sql stable as $$
  select nullif(current_setting('ambit.context', true), '')::jsonb
$$;

-- Where the personal values of an event are, each with a salt of its own. One random value is enough for all of them:
-- it is not kept.
create function audit_salts(told audit_events, personal jsonb) returns jsonb language sql volatile as $$
  select coalesce(jsonb_object_agg(path, md5(random_value || path)), '{}')
  from (select gen_random_uuid()::text as random_value) once, (
    select field || '.' || side as path
    from jsonb_array_elements_text(personal) field, unnest(array['before', 'after']) side
    where jsonb_typeof(told.changes -> field -> side) <> 'null'
    union all select 'record_name' where personal is not null and told.record_name is not null
    union all select path from (values ('actor_name', told.actor_name), ('address', told.address),
      ('user_agent', told.user_agent)) as v(path, value)
    where value is not null and told.actor_kind in ('user', 'driver', 'passenger', 'public')) paths
$$;

-- Writes an event and marks it for the next seal. What it is about is `what`, by column; `personal` names the fields that
-- tell of a person.
create function audit_write(what jsonb) returns void language plpgsql as $$
declare
  told audit_events := jsonb_populate_record(null::audit_events, '{"changes": {}}' || coalesce(audit_context(),
    jsonb_build_object('actor_kind', 'unknown', 'actor_name', session_user, 'action', 'sql', 'via', 'command line')) || what);
begin
  told.at := coalesce(told.at + (clock_timestamp() - now()), clock_timestamp());
  told.salts := audit_salts(told, nullif(what -> 'personal', 'null'));
  with written as (
    insert into audit_events (at, kind, actor_kind, actor_id, actor_name, action, record_kind, record_id, record_name,
      parent_kind, parent_id, region_id, zone_id, operation, changes, reason, via, request_id, session_id, address,
      user_agent, restored_event, salts)
    values (told.at, told.kind, told.actor_kind, told.actor_id, told.actor_name, told.action, told.record_kind,
      told.record_id, told.record_name, told.parent_kind, told.parent_id, told.region_id, told.zone_id, told.operation,
      told.changes, told.reason, told.via, told.request_id, told.session_id, told.address, told.user_agent,
      told.restored_event, told.salts)
    returning id)
  insert into audit_unsealed (event_id) select id from written;
end $$;

-- A stop's name, address and point are in its location, which belongs to it alone.
create function audit_with_location(fields jsonb) returns jsonb language sql stable as $$
  select fields - 'location_id' || coalesce((
    select to_jsonb(l) - 'id' from locations l where l.id = (fields ->> 'location_id')::integer), '{}')
$$;

-- The row as the audit knows it: without what is no part of the record, and secrets as `changed`.
create function audit_fields(fields jsonb, told jsonb) returns jsonb language plpgsql stable as $$
declare
  secret text;
begin
  fields := fields - array['version', 'updated_at', 'search_text', 'zone_ids'];
  if told ? 'without' then
    fields := fields - array(select jsonb_array_elements_text(told -> 'without'));
  end if;
  if told ? 'location' then
    fields := audit_with_location(fields);
  end if;
  if told ? 'shown_keys' then -- settings: each key is a record, each of its entries a field
    if not told -> 'shown_keys' ? (fields ->> 'key') then
      return jsonb_build_object('value', 'changed');
    elsif jsonb_typeof(fields -> 'value') = 'object' then
      return fields -> 'value';
    end if;
    return fields - 'key';
  end if;
  for secret in select jsonb_array_elements_text(told -> 'secret') loop
    if fields ->> secret is not null then
      fields := jsonb_set(fields, array[secret], '"changed"');
    end if;
  end loop;
  return fields;
end $$;

-- { field: { before, after } } of what differs; a changed secret stays, although both sides read the same.
create function audit_changes(before jsonb, after jsonb, secrets text[]) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, case
    when before is null then jsonb_build_object('after', a.value)
    when after is null then jsonb_build_object('before', b.value)
    else jsonb_build_object('before', coalesce(b.value, 'null'), 'after', coalesce(a.value, 'null')) end), '{}')
  from jsonb_each(coalesce(before, '{}')) b full join jsonb_each(coalesce(after, '{}')) a using (key)
  where a.value is distinct from b.value or key = any (secrets)
$$;

-- Where a record lies, from its row: its zone's region, its own, or that of the record that it is a part of. A record that
-- is deleted takes its parts with it when it has gone itself: its last event knows.
create function audit_place(kind text, record jsonb, whole_kind text, whole_id text, out zone integer, out region integer)
language plpgsql stable as $$
declare
  whole jsonb;
begin
  zone := case kind when 'zones' then record ->> 'id' else record ->> 'zone_id' end;
  region := case kind when 'regions' then record ->> 'id' else record ->> 'region_id' end;
  if zone is null and region is null and whole_kind is not null then
    execute format('select to_jsonb(p) from %I p where id = $1', whole_kind) into whole using whole_id::integer;
    if whole is null then
      select zone_id, region_id into zone, region from audit_events
        where record_kind = whole_kind and record_id = whole_id order by id desc limit 1;
    else
      select p.zone, p.region into zone, region from audit_place(whole_kind, whole, null, null) p;
    end if;
  end if;
  if zone is not null and region is null then
    select coalesce((select region_id from zones where id = zone), (select region_id from audit_events
      where record_kind = 'zones' and record_id = zone::text order by id desc limit 1)) into region;
  end if;
end $$;

-- The trigger of every record's table. What it is told:
--   id       the columns of its key (id)
--   name     the columns that it is called by
--   parent   the table of the record that it is a part of, and the column that names it
--   personal fields about a person, salted one by one
--   secret   fields that are never shown
--   without  columns that are no part of the record
--   only     a column and its value: other rows are no records
create function audit_row() returns trigger language plpgsql as $$
declare
  told jsonb := tg_argv[0]::jsonb;
  former jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  latter jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  record jsonb := coalesce(latter, former);
  before jsonb;
  after jsonb;
  secrets text[];
  changes jsonb;
  zone integer;
  region integer;
  name text;
  parent text := told -> 'parent' ->> 0;
  parent_id text := record ->> (told -> 'parent' ->> 1);
begin
  if current_setting('ambit.context', true) like '{"seeding":true%' or
    (told ? 'only' and record ->> (told -> 'only' ->> 0) <> told -> 'only' ->> 1) then
    return old;
  end if;
  before := audit_fields(former, told);
  after := audit_fields(latter, told);
  if tg_op = 'UPDATE' then
    secrets := array(select key from jsonb_array_elements_text(told -> 'secret') key
      where former -> key is distinct from latter -> key);
    if told ? 'shown_keys' and before = '{"value": "changed"}' and former <> latter then
      secrets := array['value'];
    end if;
    if before = after and secrets = '{}' then
      return null;
    end if;
  end if;
  changes := audit_changes(before, after, secrets);
  select string_agg(record ->> column_name, ' ') into name from jsonb_array_elements_text(told -> 'name') column_name;
  select p.zone, p.region into zone, region from audit_place(tg_table_name, record, parent, parent_id) p;
  perform audit_write(jsonb_build_object('kind', 'change', 'record_kind', tg_table_name,
    'record_id', (select string_agg(record ->> key, ':') from jsonb_array_elements_text(coalesce(told -> 'id', '["id"]')) key),
    'record_name', name, 'parent_kind', parent, 'parent_id', parent_id, 'zone_id', zone, 'region_id', region,
    'operation', case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end,
    'changes', changes, 'personal', told -> 'personal'));
  return old;
end $$;

-- A stop that is renamed is another change than one of a door, which is no record.
create function audit_location() returns trigger language plpgsql as $$
declare
  stop zone_stops;
  changes jsonb := audit_changes(to_jsonb(old) - 'id', to_jsonb(new) - 'id', '{}');
begin
  select * into stop from zone_stops where location_id = new.id;
  if stop.id is not null and changes <> '{}' then
    perform audit_write(jsonb_build_object('kind', 'change', 'record_kind', 'zone_stops', 'record_id', stop.id::text,
      'record_name', new.name, 'parent_kind', 'zones', 'parent_id', stop.zone_id::text, 'zone_id', stop.zone_id,
      'region_id', (select region_id from zones where id = stop.zone_id), 'operation', 'changed', 'changes', changes));
  end if;
  return null;
end $$;
create trigger audit after update of name, street_address, longitude, latitude on locations
  for each row when (old.* is distinct from new.*) execute function audit_location();

-- The record tables. Deletions are written before they happen, so that a zone's own comes before those of its parts.
do $$
declare
  one record;
begin
  for one in select * from jsonb_each('{
    "drivers": {"name": ["first_name", "last_name"], "secret": ["pin_hash"],
      "personal": ["first_name", "last_name", "username", "email", "phone_number"]},
    "vehicles": {"name": ["vehicle_number"]},
    "vehicle_notes": {"parent": ["vehicles", "vehicle_id"], "personal": ["details", "witness_details", "insurance_details"]},
    "schemas": {"name": ["entity"]},
    "travelers": {"name": ["first_name", "last_name"], "secret": ["password_hash"],
      "personal": ["first_name", "last_name", "username", "email", "phone_number", "low_tech", "handicapped", "medically_exempt"]},
    "traveler_comments": {"parent": ["travelers", "traveler_id"], "personal": ["comment"]},
    "traveler_concessions": {"parent": ["travelers", "traveler_id"]},
    "traveler_feature_flags": {"id": ["traveler_id"], "parent": ["travelers", "traveler_id"]},
    "traveler_sets": {"name": ["name"], "parent": ["regions", "region_id"]},
    "payment_methods": {"parent": ["travelers", "traveler_id"], "personal": ["name", "last4"]},
    "users": {"name": ["first_name", "last_name"], "secret": ["password_hash"],
      "personal": ["first_name", "last_name", "username", "email", "phone_number"]},
    "user_groups": {"name": ["name"]},
    "user_roles": {"name": ["name"]},
    "user_group_members": {"id": ["user_group_id", "user_id"], "parent": ["user_groups", "user_group_id"]},
    "user_group_roles": {"id": ["user_group_id", "user_role_id"], "parent": ["user_groups", "user_group_id"]},
    "regions": {"name": ["name"]},
    "zones": {"name": ["name"]},
    "service_areas": {"name": ["name"], "parent": ["zones", "zone_id"]},
    "zone_stops": {"parent": ["zones", "zone_id"], "location": true},
    "service_strategies": {"name": ["name"], "parent": ["zones", "zone_id"]},
    "service_routes": {"name": ["name"], "parent": ["zones", "zone_id"]},
    "service_route_stops": {"parent": ["service_routes", "service_route_id"]},
    "road_closures": {"name": ["message"]},
    "travel_factors": {"id": ["region_id", "hour_of_week", "source"], "parent": ["regions", "region_id"],
      "without": ["observations"], "only": ["source", "set"]},
    "service_plans": {"name": ["shift_label"]},
    "trips": {"name": ["name"]},
    "service_requests": {"without": ["pickup_trip_stop_id", "dropoff_trip_stop_id"],
      "personal": ["origin_name", "origin_longitude", "origin_latitude", "destination_name", "destination_longitude",
        "destination_latitude", "comment"]},
    "discounts": {"name": ["name"]},
    "feedbacks": {"parent": ["service_requests", "service_request_id"], "personal": ["comments"]},
    "surveys": {"parent": ["service_requests", "service_request_id"], "personal": ["additional_information"]},
    "payments": {"parent": ["service_requests", "service_request_id"],
      "without": ["round", "attempts", "next_attempt_at"]},
    "settings": {"id": ["key"], "name": ["key"], "shown_keys": ["app", "modules", "feature_flags"]}
  }')
  loop
    execute format('create trigger audit after insert or update on %I for each row execute function audit_row(%L)',
      one.key, one.value);
    execute format('create trigger audit_delete before delete on %I for each row execute function audit_row(%L)',
      one.key, one.value);
  end loop;
end $$;

-- Of a trip's stops only what happened there: their order, their times and what is expected are the plan's.
create trigger audit after update on trip_stops for each row
  when ((old.arrived_at, old.departed_at) is distinct from (new.arrived_at, new.departed_at))
  execute function audit_row('{"parent": ["trips", "trip_id"], "without": ["location_id", "location_index", "kind",
    "scheduled_at", "scheduled_departure_at", "eta", "latest_arrival_time", "dwell_seconds", "window_from",
    "window_until", "run", "trip_id"]}');
