alter table exceptions
  drop constraint exceptions_kind_check,
  -- off_route: a vehicle has left its way and arrives later by it. plan_broken: a rule does not hold in the stored plan
  add constraint exceptions_kind_check check (kind in ('emergency', 'incident', 'plan_unconfirmed', 'driver_action',
    'approval', 'no_show_contested', 'passenger_call', 'series_failed', 'series_review', 'disruption', 'by_hand', 'not_signed_on',
    'pull_out_late', 'no_signal', 'promise_at_risk', 'schedule_unallocated', 'driver_unallocated', 'booking_waiting', 'open_return_waiting',
    'stop_overlong', 'unexpected_stop', 'out_of_zone', 'off_route', 'message_unanswered', 'notification_failed', 'break_at_risk',
    'shift_overrun', 'signal_outage', 'zone_late', 'mass_event', 'plan_broken', 'fault'));
