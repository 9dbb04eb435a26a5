-- How many parts of SMS the installation has handed to its gateway on a day, by UTC, messages and codes together.
create table sms_days (
  day date primary key,
  parts integer not null check (parts >= 0)
);

-- By what the gateway calls a message in its delivery reports.
create index messages_provider on messages (provider_id) where provider_id is not null;
