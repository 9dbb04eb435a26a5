-- How reliable an offering is: what became of promises with like slack, at a like hour, in the same zone.
alter table service_offerings
  -- seconds between what the plan expects and the end of a promised window, the least of both; null: not known
  add column slack_s integer,
  -- rides that are like it, and those of them whose promise was kept, when it was made
  add column like_rides integer not null default 0,
  add column like_kept integer not null default 0;

-- Counted each night.
create table promise_outcomes (
  zone_id integer not null references zones on delete cascade,
  -- of the pick-up, by the zone's clock
  hour smallint not null check (hour between 0 and 23),
  slack_band smallint not null check (slack_band between 0 and 3),
  rides integer not null,
  kept integer not null check (kept between 0 and rides),
  primary key (zone_id, hour, slack_band)
);
