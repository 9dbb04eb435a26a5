-- Links that open a ride without signing in: the passenger's own, and the one that is shared with others.
create table ride_links (
  id uuid primary key,
  service_request_id integer not null references service_requests on delete cascade,
  -- `manage` also cancels
  purpose text not null check (purpose in ('track', 'manage')),
  -- keyed: the database alone does not tell the code
  code_hash text not null unique,
  created_at timestamptz not null,
  unique (service_request_id, purpose)
);
