-- One inbox of everything that needs a person: states with an owner, what follows from what, and a history of each.
alter table exceptions
  drop constraint exceptions_kind_check,
  drop constraint exceptions_state_check,
  drop constraint exceptions_check1,
  -- null: the whole installation
  alter column zone_id drop not null;
alter table exceptions rename column taken_at to acknowledged_at;
alter table exceptions rename column taken_by to owner_id;
alter index exceptions_taken_by rename to exceptions_owner;
update exceptions set state = 'acknowledged' where state = 'taken';
alter table exceptions
  add constraint exceptions_kind_check check (kind in ('emergency', 'incident', 'plan_unconfirmed', 'driver_action',
    'approval', 'no_show_contested', 'disruption', 'by_hand', 'not_signed_on', 'pull_out_late', 'no_signal',
    'promise_at_risk', 'schedule_unallocated', 'driver_unallocated', 'booking_waiting', 'stop_overlong',
    'unexpected_stop', 'out_of_zone', 'message_unanswered', 'notification_failed', 'break_at_risk', 'shift_overrun',
    'signal_outage', 'zone_late', 'fault')),
  add constraint exceptions_state_check check (state in ('open', 'acknowledged', 'snoozed', 'resolved')),
  add column service_plan_id integer references service_plans on delete set null,
  -- concerned, the worst first: id, minutes later than promised, and the window that was promised
  add column bookings jsonb not null default '[]',
  add column people integer not null default 0,
  add column wheelchairs integer not null default 0,
  -- the first moment at which a promise breaks or a vehicle should have left
  add column harm_at timestamptz,
  -- found by the service itself, which also ends it
  add column judged boolean not null default false,
  -- since when its condition is gone or less urgent: for a minute nothing is shown of that
  add column eased_at timestamptz,
  add column opened_count integer not null default 1,
  add column unsteady boolean not null default false,
  add column offered_to integer references users on delete set null,
  add column offered_at timestamptz,
  add column snoozed_until timestamptz,
  add column snooze text check (snooze in ('time', 'next_stop', 'worse')),
  -- the stop that ends a snooze when the vehicle reaches it
  add column snooze_stop_id integer references trip_stops on delete set null,
  add column parent_id integer references exceptions on delete set null,
  add column outcome text check (outcome in ('fixed', 'passenger_told', 'no_action_needed', 'wrong_alarm', 'other')),
  -- raised by what people do and by severities, so that two who answer at once notice each other
  add column version integer not null default 1,
  add constraint exceptions_acknowledged check (state <> 'acknowledged' or acknowledged_at is not null),
  add constraint exceptions_snoozed check ((state = 'snoozed') = (snoozed_until is not null and snooze is not null));
create index exceptions_service_plan on exceptions (service_plan_id) where service_plan_id is not null;
create index exceptions_parent on exceptions (parent_id) where parent_id is not null;
create index exceptions_offered_to on exceptions (offered_to) where offered_to is not null;
create index exceptions_snooze_stop on exceptions (snooze_stop_id) where snooze_stop_id is not null;
create index exceptions_resolved_at on exceptions (resolved_at) where resolved_at is not null;
create index exceptions_cause on exceptions (kind, subject, resolved_at);

create table exception_changes (
  id bigint generated always as identity primary key,
  exception_id integer not null references exceptions on delete cascade,
  at timestamptz not null,
  change text not null check (change in ('opened', 'severity', 'acknowledged', 'released', 'offered', 'handed_over',
    'snoozed', 'woken', 'resolved', 'noted', 'undone')),
  -- null: the service
  user_id integer references users on delete set null,
  -- state, severity, owner and what else people change; null: there was none
  before jsonb,
  after jsonb not null,
  note text
);
create index exception_changes_exception on exception_changes (exception_id, id);
create index exception_changes_user on exception_changes (user_id) where user_id is not null;

-- A history is only added to. It goes with its exception, and names of erased passengers go from its notes.
create function exception_changes_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if pg_trigger_depth() > 1 then return old; end if;
  elsif (new.id, new.exception_id, new.at, new.change, new.before, new.after)
    is not distinct from (old.id, old.exception_id, old.at, old.change, old.before, old.after) then
    return new;
  end if;
  raise exception 'The history of an exception is neither changed nor removed';
end $$;
create trigger exception_changes_stay before update or delete on exception_changes
  for each row execute function exception_changes_stay();

-- From when on a kind is raised in a zone, where that is not the default.
create table exception_rules (
  id integer generated always as identity primary key,
  zone_id integer not null references zones on delete cascade,
  kind text not null,
  enabled boolean not null,
  -- minutes; null: never of this severity
  watch integer check (watch between 0 and 1440),
  soon integer check (soon between 0 and 1440),
  urgent integer check (urgent between 0 and 1440),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  unique (zone_id, kind)
);
create trigger raise_version before update on exception_rules for each row execute function raise_version();
create trigger audit after insert or update on exception_rules
  for each row execute function audit_row('{"name": ["kind"], "parent": ["zones", "zone_id"]}');
create trigger audit_delete before delete on exception_rules
  for each row execute function audit_row('{"name": ["kind"], "parent": ["zones", "zone_id"]}');

-- How often a job failed in a row.
alter table jobs add column failures integer not null default 0;

-- A no-show that was asked for is approved by this outcome.
update exceptions set outcome = 'fixed' where kind = 'approval' and state = 'resolved' and resolved_by is not null;
