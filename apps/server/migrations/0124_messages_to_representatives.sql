-- Who represents the organisation that a booking was made by is told what its passenger is told, unless one of them declines.
alter table messages add column user_id integer references users on delete cascade;
create index messages_user on messages (user_id) where user_id is not null;
drop index messages_once;
create unique index messages_once on messages (service_request_id, event, once, coalesce(helper_id, 0), coalesce(user_id, 0))
  where state <> 'superseded';

-- The passenger's word, given with the consent.
alter table organisation_travelers add column tell_representatives boolean not null default true;
-- The representative's own.
alter table users add column told_of_bookings boolean not null default true;
