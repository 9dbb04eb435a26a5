-- A search for another journey for a booking: it is planned as if the booking were not there, and the booking stays as
-- it is until one of the offerings takes its place.
alter table service_availability_searches
  add column service_request_id integer references service_requests on delete cascade;
create index service_availability_searches_change on service_availability_searches (service_request_id)
  where service_request_id is not null;
