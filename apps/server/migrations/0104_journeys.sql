-- Rides that were booked as one journey, as there and back: the bookings tell whose it is, and between which places.
create table journeys (
  id integer generated always as identity primary key,
  created_at timestamptz not null
);

alter table service_requests
  add column journey_id integer references journeys,
  -- the way there is the first
  add column journey_leg smallint check (journey_leg between 1 and 3),
  add check ((journey_id is null) = (journey_leg is null));
create unique index service_requests_journey on service_requests (journey_id, journey_leg) where journey_id is not null;

alter table exceptions
  drop constraint exceptions_kind_check,
  -- passenger_call: a passenger has to be asked or told by telephone
  add constraint exceptions_kind_check check (kind in ('emergency', 'incident', 'plan_unconfirmed', 'driver_action',
    'approval', 'no_show_contested', 'passenger_call', 'disruption', 'by_hand', 'not_signed_on', 'pull_out_late', 'no_signal',
    'promise_at_risk', 'schedule_unallocated', 'driver_unallocated', 'booking_waiting', 'stop_overlong',
    'unexpected_stop', 'out_of_zone', 'message_unanswered', 'notification_failed', 'break_at_risk', 'shift_overrun',
    'signal_outage', 'zone_late', 'mass_event', 'fault'));
