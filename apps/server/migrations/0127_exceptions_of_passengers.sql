alter table exceptions
  drop constraint exceptions_kind_check,
  -- reply_unanswered: a passenger wrote an SMS that nobody has read
  add constraint exceptions_kind_check check (kind in ('emergency', 'incident', 'plan_unconfirmed', 'driver_action',
    'approval', 'no_show_contested', 'passenger_call', 'series_failed', 'series_review', 'disruption', 'by_hand', 'not_signed_on',
    'pull_out_late', 'no_signal', 'promise_at_risk', 'schedule_unallocated', 'driver_unallocated', 'booking_waiting', 'open_return_waiting',
    'stop_overlong', 'unexpected_stop', 'out_of_zone', 'off_route', 'message_unanswered', 'reply_unanswered', 'notification_failed',
    'break_at_risk', 'shift_overrun', 'signal_outage', 'zone_late', 'mass_event', 'plan_broken', 'fault')),
  -- the passenger whom it is about, where it is about no booking of theirs
  add column traveler_id integer references travelers on delete set null;
create index exceptions_traveler on exceptions (traveler_id) where traveler_id is not null;
