-- One for each region stands for all who ride without having booked: drivers do not ask who they are.
alter table travelers
  add column walk_on boolean not null default false,
  add check (not walk_on or (region_id is not null and phone_number is null and password_hash is null));
create unique index travelers_walk_on on travelers (region_id) where walk_on;

-- The number by which a device calls the booking until it knows the server's stands in `input`.
create unique index driver_actions_walk_ons on driver_actions (trip_id, (input ->> 'ref')) where kind = 'walk_on';

alter table driver_actions
  drop constraint driver_actions_kind_check,
  add constraint driver_actions_kind_check check (kind in
    ('sign_on', 'check', 'arrive', 'depart', 'board', 'no_show', 'drop_off', 'walk_on', 'paid', 'not_paid',
      'concession_not_shown', 'manual_navigation', 'undo', 'complete'));
