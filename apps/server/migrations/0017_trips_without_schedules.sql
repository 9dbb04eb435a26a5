-- A trip that was cancelled with its schedule outlives it: bookings and their history tell of it.
alter table trips
  alter column service_plan_id drop not null,
  drop constraint trips_service_plan_id_fkey,
  add constraint trips_service_plan_id_fkey foreign key (service_plan_id) references service_plans on delete set null,
  add constraint trips_service_plan check (service_plan_id is not null or current_state = 'cancelled');
