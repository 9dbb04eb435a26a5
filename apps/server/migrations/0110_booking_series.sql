-- Journeys that are made again and again, as recurrence rules of RFC 5545 in the time of their zone.
alter table zones
  -- rides of a series are booked so many days ahead
  add column series_days_ahead integer not null default 14 check (series_days_ahead between 1 and 60),
  -- so far from the agreed time, where that cannot be had
  add column series_flex_minutes integer not null default 15 check (series_flex_minutes between 0 and 60);

create table booking_series (
  id integer generated always as identity primary key,
  traveler_id integer not null references travelers on delete cascade,
  zone_id integer not null references zones on delete cascade,
  time_zone text not null,
  rrule text not null,
  -- the rule in words: `Every Monday and Thursday`
  words text not null,
  starts_on date not null,
  ends_on date,
  ride_count integer check (ride_count between 1 and 366),
  -- the last date of the pattern, without an end that of its twelve months
  last_on date not null,
  -- single dates besides or without the pattern, as the contract's lists of dates
  left_out jsonb not null default '[]',
  added jsonb not null default '[]',
  -- as the contract's SeriesPause
  pauses jsonb not null default '[]',
  -- of the way there and the way back: clock time, people and places
  legs jsonb not null,
  -- of the same ways: wheelchair spaces, aids and times at stops; null in it: as the profile has it
  needs jsonb not null,
  -- of the same ways: the windows that were agreed with the first ride, by the zone's clock; null in it: none yet
  agreed jsonb not null,
  payment_method text not null,
  comment text,
  -- until when its dates are rows of booking_series_occurrences; null: none yet
  made_until date,
  -- when its rows were looked at last
  tried_on date,
  follows_id integer references booking_series on delete set null,
  ended_at timestamptz,
  created_by integer references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  check (ends_on is null or ride_count is null),
  check (ends_on is null or ends_on >= starts_on)
);
create index booking_series_traveler on booking_series (traveler_id);
create index booking_series_zone on booking_series (zone_id) where ended_at is null;
create index booking_series_ended on booking_series (ended_at) where ended_at is not null;
create unique index booking_series_follows on booking_series (follows_id) where follows_id is not null;
create trigger raise_version before update on booking_series for each row execute function raise_version();
create trigger audit after insert or update on booking_series for each row execute function
  audit_row('{"parent": ["travelers", "traveler_id"], "personal": ["legs", "needs", "comment"], "without": ["agreed", "made_until", "tried_on"]}');
create trigger audit_delete before delete on booking_series for each row execute function
  audit_row('{"parent": ["travelers", "traveler_id"], "personal": ["legs", "needs", "comment"], "without": ["agreed", "made_until", "tried_on"]}');

-- One way of one date: that there is one row is what makes no ride twice.
create table booking_series_occurrences (
  id integer generated always as identity primary key,
  booking_series_id integer not null references booking_series on delete cascade,
  date date not null,
  leg smallint not null check (leg in (1, 2)),
  state text not null default 'planned' check (state in ('planned', 'booked', 'waiting', 'failed', 'left_out')),
  -- as the contract's left_out; null: it is not
  left_out jsonb,
  -- why it is not booked
  reasons jsonb not null default '[]',
  service_request_id integer references service_requests on delete set null,
  waitlist_entry_id integer references waitlist_entries on delete set null,
  -- changed by itself: later changes of the series leave it alone
  detached boolean not null default false,
  -- of one that is detached: its own way, needs and how it is paid; null: as the series has it
  own jsonb,
  -- its booking is to become what the series, or `own`, says now
  to_move boolean not null default false,
  tried_at timestamptz,
  unique (booking_series_id, date, leg),
  check ((state = 'left_out') = (left_out is not null))
);
create index booking_series_occurrences_open on booking_series_occurrences (booking_series_id)
  where state = 'planned' or to_move;
create index booking_series_occurrences_booking on booking_series_occurrences (service_request_id)
  where service_request_id is not null;
create index booking_series_occurrences_entry on booking_series_occurrences (waitlist_entry_id)
  where waitlist_entry_id is not null;

alter table exceptions
  drop constraint exceptions_kind_check,
  -- series_failed, series_review: rides of a series could not be booked, or it is to be looked at
  add constraint exceptions_kind_check check (kind in ('emergency', 'incident', 'plan_unconfirmed', 'driver_action',
    'approval', 'no_show_contested', 'passenger_call', 'series_failed', 'series_review', 'disruption', 'by_hand',
    'not_signed_on', 'pull_out_late', 'no_signal', 'promise_at_risk', 'schedule_unallocated', 'driver_unallocated',
    'booking_waiting', 'stop_overlong', 'unexpected_stop', 'out_of_zone', 'message_unanswered', 'notification_failed',
    'break_at_risk', 'shift_overrun', 'signal_outage', 'zone_late', 'mass_event', 'fault'));

alter table retention_rules disable trigger audit;
insert into retention_rules (kind, period, reason) values
  ('booking_series', 'P24M', 'To answer passengers who ask about their recurring journeys');
alter table retention_rules enable trigger audit;
