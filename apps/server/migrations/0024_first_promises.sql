-- The windows that a passenger was given, beside those that the plan works to since a disruption changed them.
alter table service_requests
  add column promised_pickup_lower_bound timestamptz,
  add column promised_pickup_upper_bound timestamptz,
  add column promised_dropoff_lower_bound timestamptz,
  add column promised_dropoff_upper_bound timestamptz,
  -- When a lost vehicle left the passenger waiting on the road, and when it had picked the passenger up.
  add column stranded_at timestamptz,
  add column first_boarded_at timestamptz;

-- Disruptions used to move the pick-up alone.
update service_requests set
  dropoff_lower_bound = greatest(dropoff_lower_bound, pickup_lower_bound),
  dropoff_upper_bound = greatest(dropoff_upper_bound, pickup_lower_bound)
where dropoff_lower_bound < pickup_lower_bound;

update service_requests set
  promised_pickup_lower_bound = pickup_lower_bound, promised_pickup_upper_bound = pickup_upper_bound,
  promised_dropoff_lower_bound = dropoff_lower_bound, promised_dropoff_upper_bound = dropoff_upper_bound;

alter table service_requests
  alter column promised_pickup_lower_bound set not null,
  alter column promised_pickup_upper_bound set not null,
  alter column promised_dropoff_lower_bound set not null,
  alter column promised_dropoff_upper_bound set not null,
  add check (pickup_lower_bound <= dropoff_lower_bound),
  add check ((stranded_at is null) = (first_boarded_at is null));

-- Reports count a booking on the day for which it was promised.
create index service_requests_promised_time on service_requests (promised_pickup_lower_bound);

create function keep_first_promise() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.promised_pickup_lower_bound := new.pickup_lower_bound;
    new.promised_pickup_upper_bound := new.pickup_upper_bound;
    new.promised_dropoff_lower_bound := new.dropoff_lower_bound;
    new.promised_dropoff_upper_bound := new.dropoff_upper_bound;
  elsif new.service_offering_id is not distinct from old.service_offering_id then
    raise exception 'The first promise of booking % changes only with another offering', old.id;
  end if;
  return new;
end $$;
create trigger promise_first before insert on service_requests for each row execute function keep_first_promise();
create trigger keep_promise before update of promised_pickup_lower_bound, promised_pickup_upper_bound,
  promised_dropoff_lower_bound, promised_dropoff_upper_bound on service_requests
  for each row execute function keep_first_promise();
