-- Lists tell how many records there are: with these a filter by status is counted in an index, not in the table.
create index drivers_status on drivers (status);
create index vehicles_status on vehicles (status);
create index travelers_status on travelers (status);
create index service_requests_status on service_requests (status, zone_id);
