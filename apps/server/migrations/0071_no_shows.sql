-- Why a passenger did not ride, as the driver said, and whose fault it was: it counts against the passenger only where
-- it is the passenger's. null: the driver gave no reason.
alter table service_requests
  add column no_show_reason text check (no_show_reason in
    ('not_at_stop', 'does_not_want_to_travel', 'at_another_place', 'cannot_be_carried_safely', 'other')),
  add column no_show_fault text check (no_show_fault in ('passenger', 'service', 'none'));
-- What the driver wrote of the passenger goes when the booking is made anonymous.
create index driver_actions_no_shows on driver_actions (((input->>'service_request_id')::int)) where kind = 'no_show';
