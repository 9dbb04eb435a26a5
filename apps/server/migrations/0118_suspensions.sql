-- What follows from a pattern of misses: a warning letter, then days without bookings. Each is proposed by the service,
-- decided and confirmed by two people, told in writing, and may be objected to.
alter table regions
  drop constraint regions_miss_policy_check,
  -- propose: steps are proposed as well
  add constraint regions_miss_policy_check check (miss_policy in ('off', 'count', 'propose'));

create table suspensions (
  id integer generated always as identity primary key,
  traveler_id integer not null references travelers on delete cascade,
  region_id integer not null references regions on delete cascade,
  kind text not null check (kind in ('letter', 'suspension')),
  -- of a suspension; people may make them fewer
  days smallint check (days between 1 and 30),
  -- the misses as the letter names them: see RestsOn in the contract's records/suspensions.ts
  rests_on jsonb not null,
  -- journeys and misses of the passenger and of the region when it was proposed
  figures jsonb not null,
  proposed_at timestamptz not null,
  -- what it rests on is no pattern any more
  withdrawn_at timestamptz,
  decided_by integer references users on delete set null,
  decided_at timestamptz,
  decided_reason text check (length(decided_reason) between 1 and 500),
  confirmed_by integer references users on delete set null,
  confirmed_at timestamptz,
  dismissed_by integer references users on delete set null,
  dismissed_at timestamptz,
  dismissed_reason text check (length(dismissed_reason) between 1 and 500),
  letter_sent_at timestamptz,
  letter_sent_by text check (letter_sent_by in ('email', 'post')),
  -- of the region's calendar, both days included; null: the letter has not been sent, or there are none
  object_until date,
  begins_on date,
  ends_on date,
  -- what the passenger says against it, and when it came
  objection text check (length(objection) between 1 and 2000),
  objected_on date,
  hear_on date,
  objection_outcome text check (objection_outcome in ('upheld', 'shortened', 'refused')),
  objection_reasons text check (length(objection_reasons) between 1 and 2000),
  objection_decided_by integer references users on delete set null,
  objection_decided_at timestamptz,
  decision_sent_at timestamptz,
  decision_sent_by text check (decision_sent_by in ('email', 'post')),
  lifted_by integer references users on delete set null,
  lifted_at timestamptz,
  lifted_reason text check (length(lifted_reason) between 1 and 2000),
  -- rides in its days that people decided to keep
  kept integer[] not null default '{}',
  check ((kind = 'letter') = (days is null)),
  check (kind = 'suspension' or begins_on is null),
  check ((begins_on is null) = (ends_on is null)),
  check (ends_on >= begins_on and begins_on > object_until),
  check (confirmed_at is null or decided_at is not null),
  check (confirmed_by <> decided_by),
  check (letter_sent_at is null or confirmed_at is not null),
  check ((letter_sent_at is null) = (letter_sent_by is null) and (letter_sent_at is null) = (object_until is null)),
  check (objection is null or letter_sent_at is not null),
  check ((objection is null) = (objected_on is null) and (objection is null) = (hear_on is null)),
  check (objection_outcome is null or objection is not null),
  check ((objection_outcome is null) = (objection_decided_at is null)),
  check (objection_decided_by <> decided_by and objection_decided_by <> confirmed_by),
  check ((decision_sent_at is null) = (decision_sent_by is null)),
  check (decision_sent_at is null or objection_outcome is not null)
);
-- One at a time: what happens while it is settled is counted after it.
create unique index suspensions_open on suspensions (traveler_id, region_id)
  where letter_sent_at is null and withdrawn_at is null and dismissed_at is null and lifted_at is null;
create index suspensions_traveler on suspensions (traveler_id);
create index suspensions_region on suspensions (region_id);
create index suspensions_decided_by on suspensions (decided_by) where decided_by is not null;
create index suspensions_confirmed_by on suspensions (confirmed_by) where confirmed_by is not null;
create index suspensions_dismissed_by on suspensions (dismissed_by) where dismissed_by is not null;
create index suspensions_objection_decided_by on suspensions (objection_decided_by) where objection_decided_by is not null;
create index suspensions_lifted_by on suspensions (lifted_by) where lifted_by is not null;

create trigger audit after insert or update on suspensions for each row execute function
  audit_row('{"parent": ["travelers", "traveler_id"], "personal": ["rests_on", "decided_reason", "dismissed_reason", "objection", "objection_reasons", "lifted_reason"]}');
create trigger audit_delete before delete on suspensions for each row execute function
  audit_row('{"parent": ["travelers", "traveler_id"], "personal": ["rests_on", "decided_reason", "dismissed_reason", "objection", "objection_reasons", "lifted_reason"]}');

alter table retention_rules disable trigger audit;
insert into retention_rules (kind, period, reason) values
  ('suspensions', 'P24M', 'A step counts for 12 months, and passengers may ask about it for as long again');
alter table retention_rules enable trigger audit;

-- A letter that is to be read by everybody.
alter table outbox_mails add column large_print boolean not null default false;
