-- Messages that staff tell on the telephone. Whom to call, what to say and until when stand in the message.
create table call_tasks (
  id integer generated always as identity primary key,
  message_id integer not null unique references messages on delete cascade,
  state text not null default 'open' check (state in ('open', 'taken', 'done', 'no_answer', 'expired')),
  -- how often it rang without an answer
  attempts integer not null default 0,
  -- not called before: after a call without an answer
  due_at timestamptz not null,
  -- who has it, or had it last
  user_id integer references users on delete set null,
  state_at timestamptz not null,
  created_at timestamptz not null,
  check (state <> 'taken' or user_id is not null)
);
create index call_tasks_open on call_tasks (due_at) where state in ('open', 'taken');
create index call_tasks_user on call_tasks (user_id) where user_id is not null;
