-- How far the clock of each machine that ran a server had come, by that clock. One that is found behind it went back.
create table clock_marks (
  machine text primary key,
  reached_at timestamptz not null
);
