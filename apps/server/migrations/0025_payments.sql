-- Money that a card provider moves: one charge and one refund for each booking, written with what causes them and sent
-- afterwards. The id is the root of the provider's idempotency keys: unguessable, so that no other installation on the
-- same account has it.
create table payments (
  id uuid primary key default gen_random_uuid(),
  service_request_id integer not null references service_requests,
  kind text not null check (kind in ('charge', 'refund')),
  state text not null check (state in ('due', 'processing', 'action_needed', 'declined', 'given_up', 'succeeded')),
  -- in the currency's smallest unit
  amount_minor integer not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- the card of this round
  payment_method_id text,
  -- what the provider calls the charge; kept before it is confirmed, so that only one is
  provider_id text unique,
  -- raised when the next call must not repeat the last one's answer
  round integer not null default 1,
  -- calls since the last answer
  attempts integer not null default 0,
  -- null: nothing is sent until a user, or the provider, asks for it
  next_attempt_at timestamptz,
  -- why it is where it is, in the provider's words
  reason text,
  requested_by integer references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  unique (service_request_id, kind)
);
create index payments_next on payments (next_attempt_at) where next_attempt_at is not null;

create table payment_events (
  id integer generated always as identity primary key,
  payment_id uuid not null references payments,
  code text not null,
  detail text,
  user_id integer references users on delete set null,
  created_at timestamptz not null
);
create index payment_events_payment on payment_events (payment_id);

create trigger payments_version before update on payments for each row execute function raise_version();
