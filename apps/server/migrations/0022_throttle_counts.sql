-- How often a password, PIN or link was tried in the present quarter of an hour, for all processes together. The key is
-- a hash: people type passwords where their name belongs.
create table throttle_counts (
  key text primary key,
  started_at timestamptz not null,
  count integer not null
);
create index throttle_counts_started on throttle_counts (started_at);
