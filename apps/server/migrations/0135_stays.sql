-- A ride with stops: the minutes that the passenger asked to stay where the leg before ends. None: it is a way back at a time of its own.
alter table service_requests
  add column stay_minutes smallint check (stay_minutes between 10 and 480),
  add check (stay_minutes is null or journey_leg > 1);
