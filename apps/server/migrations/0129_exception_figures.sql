-- How far what may become an exception came, raised or not: what another rule would have raised.
create table exception_figures (
  id bigint generated always as identity primary key,
  zone_id integer not null references zones on delete cascade,
  kind text not null,
  subject text not null,
  -- whole minutes as the kind counts them, at the furthest
  minutes integer not null,
  -- when it came so far
  at timestamptz not null,
  unique (zone_id, kind, subject)
);
create index exception_figures_at on exception_figures (at);
