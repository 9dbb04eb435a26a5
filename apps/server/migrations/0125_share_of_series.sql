-- How much of the seats on offer recurring journeys may take in a clock hour, in per cent; null: all of them.
alter table regions
  add column series_share_max integer check (series_share_max between 1 and 100);
-- Since when a recurring journey waits for its share; null: its rides are made.
alter table booking_series add column waits_since timestamptz;
