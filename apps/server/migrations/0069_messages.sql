-- What passengers are told of their rides. Written in the transaction of what happened, with what its text needs to know;
-- filled in and sent afterwards. Times of the service's clock, but for the two marked as the wall's.
create table messages (
  id integer generated always as identity primary key,
  event text not null check (event in ('booking_confirmed', 'booking_changed', 'reminder', 'vehicle_on_its_way',
    'running_late', 'arriving', 'arrived', 'no_show_recorded', 'cancelled_by_passenger', 'cancelled_by_operator',
    'not_served', 'receipt')),
  service_request_id integer not null references service_requests,
  traveler_id integer not null references travelers,
  region_id integer not null references regions,
  facts jsonb not null,
  -- what tells two messages of one event and booking apart
  once text not null,
  channel text check (channel in ('email', 'sms')),
  language text check (language in ('en', 'de', 'es')),
  recipient text,
  subject text,
  text text,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'unsure', 'expired',
    'suppressed', 'superseded', 'captured')),
  state_at timestamptz not null,
  reason text,
  attempts integer not null default 0,
  -- of the wall
  next_attempt_at timestamptz,
  -- of the wall: when a process began to hand it to a gateway
  claimed_at timestamptz,
  -- what the gateway calls it
  provider_id text,
  due_at timestamptz not null,
  -- nobody needs it after this
  sense_until timestamptz not null,
  created_at timestamptz not null
);
create unique index messages_once on messages (service_request_id, event, once) where state <> 'superseded';
create index messages_booking on messages (service_request_id, id);
create index messages_waiting on messages (due_at) where state in ('queued', 'sending');
create index messages_traveler on messages (traveler_id);
create index messages_created_at on messages (created_at);

alter table outbox_mails
  add column message_id integer references messages on delete set null,
  add column reply_to text;
create index outbox_mails_message on outbox_mails (message_id) where message_id is not null;

-- By the product, and no event of the audit, as the other rules were.
alter table retention_rules disable trigger audit;
insert into retention_rules (kind, period, reason) values
  ('messages', 'P6M', 'To answer passengers who ask what they were told');
alter table retention_rules enable trigger audit;
