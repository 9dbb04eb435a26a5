-- What regions do about rides that are cancelled late or missed, and from when on these are a pattern.
alter table regions
  -- off: nothing is noted, and nothing that was noted is shown
  add column miss_policy text not null default 'count' check (miss_policy in ('off', 'count')),
  -- days back from now in which misses and journeys are counted
  add column miss_window_days integer not null default 60 check (miss_window_days between 30 and 365),
  -- all four at once are a pattern
  add column pattern_misses integer not null default 5 check (pattern_misses between 5 and 100),
  -- of the passenger's own journeys, percent
  add column pattern_share integer not null default 15 check (pattern_share between 15 and 100),
  -- times the share of all passengers of the region
  add column pattern_of_average integer not null default 2 check (pattern_of_average between 2 and 10),
  add column pattern_min_journeys integer not null default 10 check (pattern_min_journeys between 10 and 1000);

alter table misses
  drop constraint misses_not_counted_check,
  add constraint misses_not_counted_check check (not_counted in
    ('vehicle_late', 'not_at_fault', 'not_shown', 'not_told', 'beyond_control', 'excused')),
  -- what staff recorded last, with who and when; judged_at null: nothing
  add column judged_reason text check (length(judged_reason) between 1 and 250),
  add column judged_by integer references users on delete set null,
  add column judged_at timestamptz,
  add check ((judged_reason is null) = (judged_at is null));
create index misses_judged_by on misses (judged_by) where judged_by is not null;

create trigger audit after insert or update on misses for each row execute function
  audit_row('{"parent": ["service_requests", "service_request_id"], "personal": ["judged_reason"]}');
create trigger audit_delete before delete on misses for each row execute function
  audit_row('{"parent": ["service_requests", "service_request_id"], "personal": ["judged_reason"]}');

-- A region's journeys within the window, read from the index alone. Those who were taken along had none to miss.
create index service_requests_travelled on service_requests (zone_id, promised_pickup_lower_bound)
  where status in ('completed', 'no_show') and booking_method <> 'driver';
