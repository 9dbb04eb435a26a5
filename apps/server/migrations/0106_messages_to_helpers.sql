-- Helpers who follow the rides of a passenger are told what the passenger is told, by their own preferences: a message of
-- its own for each of them.
alter table messages add column helper_id integer references travelers;
create index messages_helper on messages (helper_id) where helper_id is not null;
drop index messages_once;
create unique index messages_once on messages (service_request_id, event, once, coalesce(helper_id, 0))
  where state <> 'superseded';
