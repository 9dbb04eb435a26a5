-- Who is on duty, who is interrupted by what, and what is muted.
create table exception_mutes (
  id integer generated always as identity primary key,
  zone_id integer not null references zones on delete cascade,
  kind text not null check (kind not in ('emergency', 'plan_broken', 'fault')),
  reason text not null check (reason <> ''),
  created_at timestamptz not null,
  until timestamptz not null check (until > created_at),
  user_id integer references users on delete set null,
  -- before its time: by somebody, or because it was muted anew
  ended_at timestamptz
);
create unique index exception_mutes_standing on exception_mutes (zone_id, kind) where ended_at is null;
create index exception_mutes_zone on exception_mutes (zone_id, until);
create index exception_mutes_user on exception_mutes (user_id) where user_id is not null;

-- A user's duty for a zone.
create table watches (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  zone_id integer not null references zones on delete cascade,
  started_at timestamptz not null,
  ended_at timestamptz
);
create unique index watches_standing on watches (user_id, zone_id) where ended_at is null;
create index watches_zone on watches (zone_id) where ended_at is null;
create index watches_of_zone on watches (zone_id, started_at);
create index watches_of_user on watches (user_id, started_at);

-- When the portal of a user was connected last, by the wall's clock.
create table presences (
  user_id integer primary key references users on delete cascade,
  seen_at timestamptz not null
);

-- An exception asked for people's attention by sound, notice or announcement.
create table interruptions (
  id bigint generated always as identity primary key,
  exception_id integer not null references exceptions on delete cascade,
  zone_id integer references zones on delete cascade,
  at timestamptz not null,
  -- of everybody on duty in the region
  wide boolean not null
);
create index interruptions_exception on interruptions (exception_id);
create index interruptions_zone on interruptions (zone_id, at);
create index interruptions_at on interruptions (at);

alter table exceptions
  -- when it asked for attention last; null: not yet, as what follows from others
  add column interrupted_at timestamptz,
  -- nobody took it for too long
  add column escalated_at timestamptz,
  drop constraint exceptions_kind_check,
  add constraint exceptions_kind_check check (kind in ('emergency', 'incident', 'plan_unconfirmed', 'driver_action',
    'approval', 'no_show_contested', 'disruption', 'by_hand', 'not_signed_on', 'pull_out_late', 'no_signal',
    'promise_at_risk', 'schedule_unallocated', 'driver_unallocated', 'booking_waiting', 'stop_overlong',
    'unexpected_stop', 'out_of_zone', 'message_unanswered', 'notification_failed', 'break_at_risk', 'shift_overrun',
    'signal_outage', 'zone_late', 'mass_event', 'fault'));
alter table exception_changes
  drop constraint exception_changes_change_check,
  add constraint exception_changes_change_check check (change in ('opened', 'severity', 'acknowledged', 'released',
    'offered', 'handed_over', 'snoozed', 'woken', 'resolved', 'noted', 'undone', 'escalated'));

-- Analysts read how exceptions were answered, where nobody has changed what they may.
update user_roles set permissions = permissions
  || '{"ExceptionManagement:Module": true, "ExceptionManagement:exception:canRead": true}'
where name = 'analyst' and built_in and permissions ->> 'ExceptionManagement:exception:canRead' = 'false';
