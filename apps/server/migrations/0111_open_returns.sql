-- Ways back that are asked for when the passenger calls: until then there is no promise and no booking.
alter table zones
  -- who calls is picked up within so many minutes, if that can be
  add column open_return_minutes integer not null default 45 check (open_return_minutes between 15 and 120);

create table open_returns (
  id integer generated always as identity primary key,
  traveler_id integer not null references travelers on delete cascade,
  -- its bookings are the way there, and the way back once it is one
  journey_id integer not null references journeys,
  zone_id integer not null references zones on delete cascade,
  passengers jsonb not null,
  mobility_support integer not null default 0,
  aids jsonb not null default '[]',
  own_times jsonb,
  origin_name text not null,
  origin_longitude double precision not null,
  origin_latitude double precision not null,
  destination_name text not null,
  destination_longitude double precision not null,
  destination_latitude double precision not null,
  payment_method text not null,
  -- of not_before, by the clocks of the zone
  day date not null,
  not_before timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'activated', 'not_needed', 'closed')),
  reason text check (length(reason) <= 250),
  called_at timestamptz,
  waitlist_entry_id integer references waitlist_entries on delete set null,
  service_request_id integer references service_requests on delete set null,
  ended_at timestamptz,
  created_by integer references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  check ((state = 'waiting') = (ended_at is null))
);
-- A journey has one way back at a time.
create unique index open_returns_waiting_journey on open_returns (journey_id) where state = 'waiting';
create index open_returns_journey on open_returns (journey_id);
create index open_returns_waiting on open_returns (zone_id, not_before) where state = 'waiting';
create index open_returns_traveler on open_returns (traveler_id);
create index open_returns_entry on open_returns (waitlist_entry_id) where waitlist_entry_id is not null;
create index open_returns_booking on open_returns (service_request_id) where service_request_id is not null;
create trigger raise_version before update on open_returns for each row execute function raise_version();
create trigger audit after insert or update on open_returns for each row execute function
  audit_row('{"personal": ["reason"], "without": ["origin_name", "origin_longitude", "origin_latitude", "destination_name",
    "destination_longitude", "destination_latitude", "mobility_support", "aids", "own_times"]}');
create trigger audit_delete before delete on open_returns for each row execute function
  audit_row('{"personal": ["reason"], "without": ["origin_name", "origin_longitude", "origin_latitude", "destination_name",
    "destination_longitude", "destination_latitude", "mobility_support", "aids", "own_times"]}');

-- What is searched for one of them becomes it.
alter table service_availability_searches
  add column open_return_id integer references open_returns on delete set null;
create index service_availability_searches_open_return on service_availability_searches (open_return_id)
  where open_return_id is not null;

alter table exceptions
  drop constraint exceptions_kind_check,
  -- open_return_waiting: the passenger has not called, and service ends soon
  add constraint exceptions_kind_check check (kind in ('emergency', 'incident', 'plan_unconfirmed', 'driver_action',
    'approval', 'no_show_contested', 'passenger_call', 'series_failed', 'series_review', 'disruption', 'by_hand', 'not_signed_on',
    'pull_out_late', 'no_signal', 'promise_at_risk', 'schedule_unallocated', 'driver_unallocated', 'booking_waiting', 'open_return_waiting',
    'stop_overlong', 'unexpected_stop', 'out_of_zone', 'message_unanswered', 'notification_failed', 'break_at_risk',
    'shift_overrun', 'signal_outage', 'zone_late', 'mass_event', 'fault'));
