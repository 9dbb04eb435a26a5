-- What may be booked in a zone: rules that hold from one service day on until the next ones do, and days of their own.
create table booking_rules (
  id integer generated always as identity primary key,
  zone_id integer not null references zones on delete cascade,
  holds_from date not null,
  -- minutes after midnight at which a service day begins
  day_starts integer not null default 0 check (day_starts between 0 and 720),
  -- of each weekday from Monday: from when until when there is service, in minutes after midnight; null: at any time
  hours jsonb check (jsonb_array_length(hours) = 7),
  cut_off jsonb not null default '{"kind": "none"}',
  cut_off_leave_now boolean not null default true,
  max_open_bookings integer not null default 20 check (max_open_bookings between 1 and 200),
  max_passengers integer not null default 50 check (max_passengers between 1 and 50),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  unique (zone_id, holds_from)
);

create table special_days (
  id integer generated always as identity primary key,
  zone_id integer not null references zones on delete cascade,
  date date not null,
  name text not null,
  -- a sentence for passengers
  notice text not null default '',
  -- empty: closed
  hours jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  unique (zone_id, date)
);

do $$
declare
  name text;
  told text;
begin
  foreach name in array array['booking_rules', 'special_days']
  loop
    told := format('{"name": [%s], "parent": ["zones", "zone_id"]}',
      case name when 'special_days' then '"name"' else '"holds_from"' end);
    execute format('create trigger raise_version before update on %I for each row execute function raise_version()', name);
    execute format('create trigger audit after insert or update on %I for each row execute function audit_row(%L)', name, told);
    execute format('create trigger audit_delete before delete on %I for each row execute function audit_row(%L)', name, told);
    -- Every search plans under them from then on.
    execute format('create trigger %I after insert on %I referencing new table as changed
      for each statement execute function zones_settings_changed()', name || '_added', name);
    execute format('create trigger %I after update on %I referencing new table as changed
      for each statement execute function zones_settings_changed()', name || '_changed', name);
    execute format('create trigger %I after delete on %I referencing old table as changed
      for each statement execute function zones_settings_changed()', name || '_removed', name);
  end loop;
end $$;

-- Why a booking rule is not to hold for what is searched.
alter table service_availability_searches add column override_reason text;
