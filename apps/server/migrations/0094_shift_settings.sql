-- What drivers tell of a shift, by what their region wants to know.
alter table regions
  add column odometer text not null default 'ask' check (odometer in ('ask', 'require', 'off')),
  -- where a vehicle is while its driver has a break
  add column track_breaks boolean not null default false;

-- What shows that a passenger did not come: where the vehicle stood, since when, how long it waited, and whether the
-- passenger was called. Null: no no-show, or it is too long ago.
alter table service_requests add column no_show_evidence jsonb;

alter table driver_actions
  drop constraint driver_actions_kind_check,
  add constraint driver_actions_kind_check check (kind in
    ('sign_on', 'check', 'odometer', 'arrive', 'depart', 'board', 'no_show', 'ask_no_show', 'drop_off', 'walk_on', 'call',
      'paid', 'not_paid', 'concession_not_shown', 'manual_navigation', 'undo', 'complete'));
create index driver_actions_odometer on driver_actions (trip_id, id) where kind = 'odometer';

alter table exceptions
  drop constraint exceptions_kind_check,
  add constraint exceptions_kind_check check (kind in
    ('emergency', 'incident', 'plan_unconfirmed', 'driver_action', 'approval', 'no_signal',
      'no_show_contested'));
