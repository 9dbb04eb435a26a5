-- What the driver told when passengers got in: how many of a booking came, and what became of the fare.
alter table service_requests
  -- null: all of them, or none has boarded yet
  add column boarded_count integer check (boarded_count between 1 and passenger_count),
  -- in units of the booking's currency; null: nothing was told, or it was not paid
  add column fare_paid numeric(6, 2) check (fare_paid between 0 and 1000),
  add column fare_unpaid_reason text check (fare_unpaid_reason in ('no_money', 'no_change', 'refused', 'not_due')),
  -- false: the passenger could not show it
  add column concession_shown boolean,
  add check (fare_paid is null or fare_unpaid_reason is null);
alter table driver_actions
  drop constraint driver_actions_kind_check,
  add constraint driver_actions_kind_check check (kind in
    ('sign_on', 'arrive', 'depart', 'board', 'no_show', 'drop_off', 'paid', 'not_paid', 'concession_not_shown',
      'manual_navigation', 'undo', 'complete'));
