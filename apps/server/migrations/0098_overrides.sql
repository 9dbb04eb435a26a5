-- Limits that were broken on purpose, and what waits for an approval.
create table overrides (
  id integer generated always as identity primary key,
  state text not null check (state in ('waiting', 'carried_out', 'lapsed')),
  kind text not null,
  -- what was asked for, to be carried out when it is approved: action, option, token and messages
  input jsonb not null,
  zone_id integer not null references zones on delete cascade,
  trip_id integer references trips on delete set null,
  violations jsonb not null,
  minutes integer not null,
  reason text not null,
  told integer[] not null default '{}',
  asked_by integer references users on delete set null,
  asked_at timestamptz not null,
  approved_by integer references users on delete set null,
  approved_at timestamptz,
  until timestamptz,
  dispatch_action_id integer references dispatch_actions on delete cascade deferrable initially deferred,
  check ((state = 'carried_out') = (dispatch_action_id is not null))
);
create index overrides_zone on overrides (zone_id, asked_at);
create index overrides_trip on overrides (trip_id) where trip_id is not null;
create index overrides_asked_by on overrides (asked_by) where asked_by is not null;
create index overrides_approved_by on overrides (approved_by) where approved_by is not null;
create index overrides_dispatch_action on overrides (dispatch_action_id) where dispatch_action_id is not null;
