-- A booking's log: whether its fare was charged and given back, and by which code it was made cheaper. What was asked
-- for stands in scaled_price and total_price already.
alter table service_requests
  add column discount_code text,
  add column charged_at timestamptz,
  add column refunded_at timestamptz,
  add column refunded_by integer references users on delete set null,
  add constraint service_requests_refund check (refunded_at is null or charged_at is not null);

-- Whoever was driven before has paid.
alter table service_requests disable trigger service_requests_version;
update service_requests set charged_at = coalesce(dropped_off_at, updated_at) where status = 'completed' and total_price > 0;
alter table service_requests enable trigger service_requests_version;

-- Why passengers cancel: what staff choose from, in this order, and what was chosen.
create table survey_options (
  key text primary key check (key ~ '^[a-z][a-z0-9_]*$'),
  reason text not null,
  position integer not null unique
);
insert into survey_options (key, reason, position) values
  ('plans_changed', 'Plans have changed', 1),
  ('booked_by_mistake', 'Booked by mistake', 2),
  ('other_transport', 'Found another way to travel', 3),
  ('time_unsuitable', 'The time does not suit', 4),
  ('vehicle_late', 'The vehicle is late', 5),
  ('too_far_to_walk', 'The stop is too far away', 6),
  ('illness', 'Illness or appointment cancelled', 7),
  ('other', 'Other', 8);

create table surveys (
  id integer generated always as identity primary key,
  service_request_id integer not null unique references service_requests on delete cascade,
  cancellation_reason_key text not null references survey_options,
  additional_information text check (char_length(additional_information) <= 250),
  created_by integer references users on delete set null,
  created_at timestamptz not null
);
create index surveys_created_at on surveys (created_at);
