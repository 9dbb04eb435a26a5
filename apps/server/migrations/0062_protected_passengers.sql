-- Whoever opens a protected passenger says why first, and it is told.
alter table travelers add column protected boolean not null default false;

-- Which protected passengers a user has opened with a reason, and until when they need not say it again.
create table protected_openings (
  user_id integer not null references users on delete cascade,
  traveler_id integer not null references travelers on delete cascade,
  ends_at timestamptz not null,
  primary key (user_id, traveler_id)
);
create index protected_openings_ends_at on protected_openings (ends_at);
