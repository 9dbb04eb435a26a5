-- Passengers who were erased. A file in the data folder holds the same numbers (retention/erased-log.ts): a backup that is
-- older knows nothing of them, and a restore erases them again.
create table erased_travelers (
  traveler_id integer primary key references travelers,
  erased_at timestamptz not null
);
