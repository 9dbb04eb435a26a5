-- Who looked at whom: of one passenger, or of a list with its filter. What the same person looks at again within five
-- minutes is counted, so rows change; they are no part of the sealed audit.
create table access_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  last_at timestamptz not null,
  looks integer not null,
  actor_kind text not null,
  actor_id integer not null,
  actor_name text not null,
  -- the passenger, or null for a list
  traveler_id integer,
  -- of a list: how many were in it; null where nobody counts, in a file
  passengers integer,
  -- the calls that showed it
  calls text[] not null,
  -- of a list: what was asked
  filter jsonb,
  region_id integer,
  reason text,
  via text not null,
  request_id text,
  session_id text,
  address text,
  user_agent text
);
create index access_events_traveler on access_events (traveler_id, id) where traveler_id is not null;
create index access_events_actor on access_events (actor_kind, actor_id, at);
create index access_events_region on access_events (region_id, id);
