-- What passengers answer by SMS, and what they are answered.
create table sms_replies (
  id integer generated always as identity primary key,
  -- what the gateway calls it; null: it says nothing
  provider_id text unique,
  -- E.164
  number text not null,
  text text not null,
  kind text not null check (kind in ('stop', 'start', 'help', 'where', 'other')),
  -- whom the number was written to last, or whose it is; null: nobody is known by it
  traveler_id integer references travelers on delete cascade,
  region_id integer references regions on delete set null,
  received_at timestamptz not null,
  answer text,
  -- null: nothing is answered
  answer_state text check (answer_state in ('queued', 'sending', 'sent', 'failed', 'captured')),
  attempts integer not null default 0,
  -- of the wall, as is `claimed_at`
  next_attempt_at timestamptz,
  claimed_at timestamptz,
  -- by staff, of those that nothing else understands
  read_at timestamptz,
  user_id integer references users on delete set null,
  check ((answer is null) = (answer_state is null))
);
create index sms_replies_received on sms_replies (received_at);
create index sms_replies_number on sms_replies (number, received_at);
create index sms_replies_traveler on sms_replies (traveler_id) where traveler_id is not null;
create index sms_replies_region on sms_replies (region_id) where region_id is not null;
create index sms_replies_user on sms_replies (user_id) where user_id is not null;
create index sms_replies_waiting on sms_replies (id) where answer_state in ('queued', 'sending');

-- Numbers that have answered STOP: they get SMS of a few events alone, until START.
create table sms_stops (
  number text primary key,
  since timestamptz not null
);

-- By the product, and no event of the audit, as the other rules were.
alter table retention_rules disable trigger audit;
insert into retention_rules (kind, period, reason) values
  ('sms_replies', 'P6M', 'To look into what passengers answered');
alter table retention_rules enable trigger audit;

-- What ends mails of this kind for the passenger, where it can be ended.
alter table outbox_mails add column unsubscribe text;
