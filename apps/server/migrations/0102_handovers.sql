-- A shift that is handed over, with the brief as it was accepted.
create table handovers (
  id integer generated always as identity primary key,
  region_id integer not null references regions on delete cascade,
  zone_ids integer[] not null,
  giver_id integer references users on delete set null,
  taker_id integer references users on delete set null,
  note text not null check (length(note) <= 2000),
  -- by section: key, moments and figures of each line. Names and texts are read from what the keys name
  content jsonb not null,
  -- from when on it tells what has changed
  since timestamptz not null,
  offered_at timestamptz not null,
  accepted_at timestamptz,
  replaced_at timestamptz,
  check (accepted_at is null or replaced_at is null)
);
create index handovers_region on handovers (region_id, accepted_at);
create index handovers_giver on handovers (giver_id) where giver_id is not null;
create index handovers_taker on handovers (taker_id) where taker_id is not null;
create index handovers_offered_at on handovers (offered_at);
