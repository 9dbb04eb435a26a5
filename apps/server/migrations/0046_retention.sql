-- How long each kind of stored data is kept. `period` is an ISO 8601 duration of days, months or years; null: for good.
create table retention_rules (
  kind text primary key,
  period text check (period ~ '^P[1-9][0-9]{0,3}[DMY]$'),
  reason text not null,
  -- a shorter period that was asked for, and when it takes effect
  next_period text check (next_period ~ '^P[1-9][0-9]{0,3}[DMY]$'),
  next_reason text,
  next_from timestamptz,
  check ((next_period is null) = (next_from is null) and (next_reason is null) = (next_from is null)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create trigger raise_version before update on retention_rules for each row execute function raise_version();

insert into retention_rules (kind, period, reason) values
  ('positions_thinned', 'P7D', 'A week shows how each vehicle drove; after that, one position in 30 seconds is enough'),
  ('positions', 'P90D', 'Complaints and accidents are reported within three months'),
  ('searches', 'P13M', 'A year and a month let seasons be compared'),
  ('driver_actions', 'P24M', 'As long as journeys can be disputed'),
  ('bookings', 'P24M', 'As long as journeys and fares can be disputed'),
  ('travelers', 'P36M', 'Passengers who have not travelled for three years are not expected back'),
  ('access_events', 'P12M', 'Passengers may ask for a year back who looked at them'),
  ('sign_ins', 'P12M', 'Attacks on accounts are found within a year'),
  ('audit_events', 'P84M', 'Business records are kept for seven years'),
  ('drivers', 'P36M', 'Claims from employment end after three years'),
  ('vehicle_notes', null, 'A vehicle’s history is needed as long as the vehicle'),
  ('staff_mails', 'P30D', 'Only to see whether a mail was sent'),
  ('passenger_mails', 'P180D', 'To answer passengers who ask about a mail'),
  ('idempotency_keys', 'P1D', 'Calls are repeated within a day');

-- What the nightly removal did, a row for each kind and night. `night`: the day of the region when it began.
create table retention_runs (
  id integer generated always as identity primary key,
  kind text not null,
  night date not null,
  started_at timestamptz not null,
  -- null: goes on
  finished_at timestamptz,
  removed bigint not null default 0,
  -- milliseconds of work
  ms bigint not null default 0,
  unique (kind, night)
);

alter table service_requests add column anonymised_at timestamptz;
alter table service_availability_searches add column anonymised_at timestamptz;
alter table travelers add column anonymised_at timestamptz,
  -- when the passenger was told that the account ends
  add column ending_told_at timestamptz;
alter table drivers add column anonymised_at timestamptz;

create index service_requests_to_anonymise on service_requests (dropoff_upper_bound) where anonymised_at is null;
create index service_availability_searches_to_anonymise on service_availability_searches (created_at)
  where anonymised_at is null;
create index driver_actions_created_at on driver_actions (created_at);
create index access_events_at on access_events (at);
create index audit_events_sign_ins on audit_events (at) where kind = 'sign_in' and salts <> '{}';

-- Cards that the card provider still has to forget.
create table card_removals (
  provider text not null,
  customer_id text not null,
  asked_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  primary key (provider, customer_id)
);

-- Reasons may name people, so they are salted too.
create or replace function audit_salts(told audit_events, personal jsonb) returns jsonb language sql volatile as $$
  select coalesce(jsonb_object_agg(path, md5(random_value || path)), '{}')
  from (select gen_random_uuid()::text as random_value) once, (
    select field || '.' || side as path
    from jsonb_array_elements_text(personal) field, unnest(array['before', 'after']) side
    where jsonb_typeof(told.changes -> field -> side) <> 'null'
    union all select 'record_name' where personal is not null and told.record_name is not null
    union all select 'reason' where told.reason is not null
    union all select path from (values ('actor_name', told.actor_name), ('address', told.address),
      ('user_agent', told.user_agent)) as v(path, value)
    where value is not null and told.actor_kind in ('user', 'driver', 'passenger', 'public')) paths
$$;

-- Events and seals stay, but for two things that the two functions below do: personal values give way to their salted
-- digests, which the seals cover just the same, and the events of whole seals go when their time is over.
create or replace function audit_is_for_good() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'audit_events' and tg_op = current_setting('ambit.audit_allows', true) then
    return null;
  end if;
  raise exception '% is never changed', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- `erased`: for each event its id and the columns as they shall read.
create function audit_erase(erased jsonb) returns void language plpgsql as $$
begin
  perform set_config('ambit.audit_allows', 'UPDATE', true);
  update audit_events e set record_name = n.record_name, actor_name = n.actor_name, address = n.address,
    user_agent = n.user_agent, reason = n.reason, changes = n.changes, salts = n.salts
  from jsonb_to_recordset(erased) as n (id bigint, record_name text, actor_name text, address text, user_agent text,
    reason text, changes jsonb, salts jsonb)
  where e.id = n.id;
  perform set_config('ambit.audit_allows', '', true);
end $$;

-- Removes the events of seals; the seals stay. Answers how many went.
create function audit_remove_seals(seals integer[]) returns bigint language plpgsql as $$
declare
  gone bigint;
begin
  perform set_config('ambit.audit_allows', 'DELETE', true);
  delete from audit_events e using (
      select generate_series(lower(span), upper(span) - 1) as id
      from audit_seals, unnest(ids) as span where audit_seals.id = any(seals)) as covered
    where e.id = covered.id;
  get diagnostics gone = row_count;
  perform set_config('ambit.audit_allows', '', true);
  return gone;
end $$;

-- Whose booking it was, and texts that people wrote, are personal values too.
do $$
declare
  one record;
begin
  for one in select * from jsonb_each('{
    "retention_rules": {"id": ["kind"], "name": ["kind"]},
    "service_requests": {"without": ["pickup_trip_stop_id", "dropoff_trip_stop_id"],
      "personal": ["traveler_id", "origin_name", "origin_longitude", "origin_latitude", "destination_name",
        "destination_longitude", "destination_latitude", "comment", "cancellation_reason", "error_message"]},
    "feedbacks": {"parent": ["service_requests", "service_request_id"], "personal": ["traveler_id", "comments"]},
    "payments": {"parent": ["service_requests", "service_request_id"], "personal": ["reason", "payment_method_id"],
      "without": ["round", "attempts", "next_attempt_at"]}
  }')
  loop
    execute format('drop trigger if exists audit on %I', one.key);
    execute format('drop trigger if exists audit_delete on %I', one.key);
    execute format('create trigger audit after insert or update on %I for each row execute function audit_row(%L)',
      one.key, one.value);
    execute format('create trigger audit_delete before delete on %I for each row execute function audit_row(%L)',
      one.key, one.value);
  end loop;
end $$;
