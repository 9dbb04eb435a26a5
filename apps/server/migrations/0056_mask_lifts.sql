-- Masked fields of passengers that a user is shown for a few minutes: of one record, for one user. The value is not here.
create table mask_lifts (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  record_kind text not null check (record_kind in ('travelers', 'traveler_comments', 'service_requests')),
  record_id integer not null,
  field text not null,
  ends_at timestamptz not null,
  unique (user_id, record_kind, record_id, field)
);
create index mask_lifts_ends_at on mask_lifts (ends_at);
