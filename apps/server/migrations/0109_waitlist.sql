-- Journeys that could not be offered, and wait until there is room for them.
alter table zones
  add column waitlist boolean not null default true,
  -- entries of one day
  add column waitlist_max integer not null default 50 check (waitlist_max between 1 and 500),
  -- before the latest acceptable time
  add column waitlist_give_up_minutes integer not null default 60 check (waitlist_give_up_minutes between 0 and 240);

create table waitlist_entries (
  id integer generated always as identity primary key,
  -- what was asked for and refused, and of whom
  service_availability_search_id integer not null references service_availability_searches on delete cascade,
  zone_id integer not null references zones on delete cascade,
  -- acceptable departures, or arrivals
  earliest_at timestamptz not null,
  latest_at timestamptz not null,
  mode text not null check (mode in ('book', 'ask')),
  payment_method text not null,
  state text not null default 'waiting' check (state in ('waiting', 'booked', 'withdrawn', 'given_up')),
  give_up_at timestamptz not null,
  -- a time that works, for those who are asked first; null: none was found
  fits_at timestamptz,
  service_request_id integer references service_requests on delete set null,
  ended_at timestamptz,
  created_by integer references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  check (earliest_at <= latest_at),
  check ((state = 'waiting') = (ended_at is null))
);
create index waitlist_entries_waiting on waitlist_entries (zone_id, id) where state = 'waiting';
create index waitlist_entries_search on waitlist_entries (service_availability_search_id);
create index waitlist_entries_booking on waitlist_entries (service_request_id) where service_request_id is not null;
create trigger raise_version before update on waitlist_entries for each row execute function raise_version();
create trigger audit after insert or update on waitlist_entries for each row execute function
  audit_row('{}');
create trigger audit_delete before delete on waitlist_entries for each row execute function
  audit_row('{}');
