-- What in the running service needs a person, each cause once: emergencies of drivers first.
create table exceptions (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('emergency', 'incident', 'plan_unconfirmed', 'driver_action')),
  -- what it is about, as `trip:44`; of one kind and subject one at most is open or taken
  subject text not null,
  severity text not null check (severity in ('urgent', 'soon', 'watch')),
  state text not null default 'open' check (state in ('open', 'taken', 'resolved')),
  zone_id integer not null references zones on delete cascade,
  trip_id integer references trips on delete cascade,
  driver_id integer references drivers on delete set null,
  -- what its sentence says: see facts in the contract's records/exceptions.ts
  facts jsonb not null default '{}',
  -- what the driver wrote
  text text,
  -- ids that devices gave what raised it, so that sending it again raises nothing
  uuids uuid[] not null default '{}',
  opened_at timestamptz not null,
  taken_at timestamptz,
  taken_by integer references users on delete set null,
  resolved_at timestamptz,
  resolved_by integer references users on delete set null,
  -- what was done
  note text,
  check ((state = 'resolved') = (resolved_at is not null)),
  check (state <> 'taken' or taken_at is not null)
);
create unique index exceptions_standing on exceptions (kind, subject) where state <> 'resolved';
create index exceptions_zone on exceptions (zone_id) where state <> 'resolved';
create index exceptions_trip on exceptions (trip_id) where trip_id is not null;
create index exceptions_driver on exceptions (driver_id) where driver_id is not null;
create index exceptions_taken_by on exceptions (taken_by) where taken_by is not null;
create index exceptions_resolved_by on exceptions (resolved_by) where resolved_by is not null;
create index exceptions_opened_at on exceptions (opened_at);

-- By the product, and no event of the audit, as the other rules were.
alter table retention_rules disable trigger audit;
insert into retention_rules (kind, period, reason) values
  ('exceptions', 'P24M', 'To look into emergencies and incidents, and into how they were answered');
alter table retention_rules enable trigger audit;
