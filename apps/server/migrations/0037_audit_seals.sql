-- Each seal covers events that no seal covered before and the seal before it (docs/decisions/031).
create table audit_seals (
  id integer primary key,
  first_id bigint not null,
  last_id bigint not null,
  events integer not null check (events > 0),
  -- exactly those ids: an event that was committed late is in a later seal, and an id of a change that was rolled back in none
  ids int8multirange not null,
  -- SHA-256 of each event in order of id, so that a changed one can be named
  digests bytea not null,
  hash_before bytea not null,
  hash bytea not null,
  -- the wall's clock
  sealed_at timestamptz not null
);
create trigger audit_seals_stay before update or delete or truncate on audit_seals
  for each statement execute function audit_is_for_good();

-- What the nightly check found; `problem` null: everything is as it was sealed.
create table audit_checks (
  id integer generated always as identity primary key,
  checked_at timestamptz not null,
  events bigint not null,
  problem text
);
