-- From where an account has signed in, so that strangers' failures do not lock it out there. The key is a hash of purpose,
-- account and address, as for throttle_counts.
create table known_addresses (
  key text primary key,
  last_at timestamptz not null
);
create index known_addresses_last on known_addresses (last_at);
