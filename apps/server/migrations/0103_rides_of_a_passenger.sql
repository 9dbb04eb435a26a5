-- Before each search, and again before each booking, a passenger's rides about then are looked at.
create index service_requests_open_of_traveler on service_requests (traveler_id, pickup_lower_bound)
  where status in ('created', 'assigned', 'unassigned', 'secured', 'on_board');
