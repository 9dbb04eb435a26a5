-- Passengers are told that their card could not be charged, with a link that leads to paying.
alter table messages drop constraint messages_event_check, add constraint messages_event_check
  check (event in ('booking_confirmed', 'booking_changed', 'reminder', 'vehicle_on_its_way', 'running_late', 'arriving',
    'arrived', 'no_show_recorded', 'cancelled_by_passenger', 'cancelled_by_operator', 'not_served', 'receipt',
    'feedback_request', 'service_notice', 'lost_item', 'payment_failed'));
alter table message_templates drop constraint message_templates_event_check, add constraint message_templates_event_check
  check (event in ('booking_confirmed', 'booking_changed', 'reminder', 'vehicle_on_its_way', 'running_late', 'arriving',
    'arrived', 'no_show_recorded', 'cancelled_by_passenger', 'cancelled_by_operator', 'not_served', 'receipt',
    'feedback_request', 'service_notice', 'lost_item', 'payment_failed'));

-- `pay` leads to the ride in the app, after signing in
alter table ride_links drop constraint ride_links_purpose_check, add constraint ride_links_purpose_check
  check (purpose in ('track', 'manage', 'pay'));
