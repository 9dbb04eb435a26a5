-- What passengers of some zones are told about the service, for a time: shown in their app, and sent to those with bookings
-- there and then where somebody has said so.
create table notices (
  id integer generated always as identity primary key,
  region_id integer not null references regions on delete cascade,
  -- by language
  texts jsonb not null check (texts <> '{}'),
  valid_from timestamptz not null,
  valid_until timestamptz not null check (valid_until > valid_from),
  delivery text not null check (delivery in ('show', 'show_and_send')),
  user_id integer references users on delete set null,
  created_at timestamptz not null,
  -- withdrawn before its time
  ended_at timestamptz,
  ended_by integer references users on delete set null
);
create index notices_region on notices (region_id, valid_until);
create index notices_user on notices (user_id) where user_id is not null;
create index notices_ended_by on notices (ended_by) where ended_by is not null;

create table notice_zones (
  notice_id integer not null references notices on delete cascade,
  zone_id integer not null references zones on delete cascade,
  primary key (notice_id, zone_id)
);
create index notice_zones_zone on notice_zones (zone_id);

alter table messages drop constraint messages_event_check, add constraint messages_event_check
  check (event in ('booking_confirmed', 'booking_changed', 'reminder', 'vehicle_on_its_way', 'running_late', 'arriving',
    'arrived', 'no_show_recorded', 'cancelled_by_passenger', 'cancelled_by_operator', 'not_served', 'receipt',
    'feedback_request', 'service_notice', 'lost_item'));
alter table message_templates drop constraint message_templates_event_check, add constraint message_templates_event_check
  check (event in ('booking_confirmed', 'booking_changed', 'reminder', 'vehicle_on_its_way', 'running_late', 'arriving',
    'arrived', 'no_show_recorded', 'cancelled_by_passenger', 'cancelled_by_operator', 'not_served', 'receipt',
    'feedback_request', 'service_notice', 'lost_item'));

-- Who has been taken where they went, of late.
create index service_requests_dropped_off on service_requests (dropped_off_at) where status = 'completed';

-- How many people each notice was sent to.
create index messages_notice on messages (once) where event = 'service_notice';
-- Who was asked of late.
create index messages_asked on messages (traveler_id, created_at) where event = 'feedback_request';
