-- Who is answering a driver at the moment, by the clock of browsers; gone with the answer, or a little later.
create table thread_answers (
  trip_id integer not null references trips on delete cascade,
  user_id integer not null references users on delete cascade,
  until timestamptz not null,
  primary key (trip_id, user_id)
);
create index thread_answers_user on thread_answers (user_id);

-- What drivers wrote and nobody has read.
create index driver_messages_new on driver_messages (written_at) where sender = 'driver' and read_at is null;
