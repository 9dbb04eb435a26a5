-- What the driver of a trip and the dispatchers of its region say to each other, kept with the trip.
create table driver_messages (
  id integer generated always as identity primary key,
  trip_id integer not null references trips on delete cascade,
  uuid uuid not null unique default gen_random_uuid(),
  -- between this driver and dispatch
  driver_id integer references drivers on delete set null,
  sender text not null check (sender in ('driver', 'dispatch')),
  -- who wrote for dispatch
  user_id integer references users on delete set null,
  text text not null,
  -- answers that the driver can give with one tap
  buttons jsonb not null default '[]',
  answer_to integer references driver_messages on delete set null,
  written_at timestamptz not null,
  delivered_at timestamptz,
  read_at timestamptz,
  created_at timestamptz not null
);
create index driver_messages_trip on driver_messages (trip_id, id);
create index driver_messages_driver on driver_messages (driver_id) where driver_id is not null;
create index driver_messages_user on driver_messages (user_id) where user_id is not null;
create index driver_messages_answer_to on driver_messages (answer_to) where answer_to is not null;
create index driver_messages_written_at on driver_messages (written_at);

-- By the product, and no event of the audit, as the other rules were.
alter table retention_rules disable trigger audit;
insert into retention_rules (kind, period, reason) values
  ('driver_messages', 'P6M', 'To look into what was said on the road');
alter table retention_rules enable trigger audit;
