-- Browsers that pushes go to. One ends with the session in which it was made: who has signed out hears nothing there.
create table push_subscriptions (
  id integer generated always as identity primary key,
  session_id uuid not null references sessions on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscriptions_session on push_subscriptions (session_id);

alter table messages
  -- the push that was not shown, in place of which this is sent
  add column follows integer references messages on delete set null,
  drop constraint messages_channel_check, drop constraint messages_state_check,
  add constraint messages_channel_check check (channel in ('email', 'sms', 'push', 'call')),
  add constraint messages_state_check check (state in ('queued', 'sending', 'sent', 'delivered', 'shown', 'failed', 'unsure',
    'expired', 'suppressed', 'superseded', 'captured'));
create unique index messages_follows on messages (follows) where follows is not null;
create index messages_pushed on messages (state_at) where channel = 'push' and state in ('sent', 'failed');

-- An event that a region has off stays off: it had no other channels than these two. By the product, and no event.
alter table regions disable trigger user;
update regions set messages_off = (
  select jsonb_object_agg(key, case when value @> '["email", "sms"]' then value || '["push"]' else value end)
  from jsonb_each(messages_off))
where jsonb_path_exists(messages_off, '$.*[*] ? (@ == "sms")');
alter table regions enable trigger user;

-- What a driver's device is told of when its app is not open; gone once it was handed on.
create table driver_pushes (
  trip_id integer not null references trips on delete cascade,
  kind text not null check (kind in ('plan', 'message')),
  due_at timestamptz not null,
  primary key (trip_id, kind)
);
