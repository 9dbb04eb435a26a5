-- Service Monitoring looks for the few trips whose vehicle was taken out of service today.
create index trips_taken_out on trips (taken_out_at) where taken_out_at is not null;
