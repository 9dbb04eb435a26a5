-- What was wished for first, where the passenger agreed to another time.
alter table service_availability_searches add column wished_at timestamptz;
