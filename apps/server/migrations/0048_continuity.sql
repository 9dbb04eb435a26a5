-- Packs for working without the server are written by a job; staff ask it for one before its time is up.
create table continuity_wishes (
  region_id integer primary key references regions on delete cascade,
  wanted_at timestamptz not null
);
