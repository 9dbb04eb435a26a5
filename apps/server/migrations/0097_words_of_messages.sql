-- The words that a person wrote for one message, in place of those that the event has.
alter table messages add column own_words text;
