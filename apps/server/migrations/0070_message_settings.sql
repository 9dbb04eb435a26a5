-- What a region says of its messages, beginning with what held for all regions before. Times of day by the zone's clock.
alter table regions
  add column change_minutes integer not null default 5 check (change_minutes between 1 and 60),
  add column arriving_minutes integer not null default 5 check (arriving_minutes between 1 and 15),
  add column reminder_hour integer not null default 18 check (reminder_hour between 0 and 23),
  -- the same twice: no hour is quiet
  add column quiet_from text not null default '21:00' check (quiet_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  add column quiet_until text not null default '07:00' check (quiet_until ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  -- null: the installation's
  add column message_language text check (message_language in ('en', 'de', 'es')),
  -- by event, the channels that it does not use there
  add column messages_off jsonb not null default '{}';

-- What a passenger says of them. Without an answer it is the region's.
alter table travelers
  add column locale text check (locale in ('en', 'de', 'es')),
  -- of those without a smartphone: the number takes SMS
  add column can_text boolean not null default false,
  -- they wait for a call, by staff, when the vehicle is near
  add column call_when_near boolean not null default false,
  -- by event: a channel, or none
  add column message_channels jsonb not null default '{}';

drop trigger audit on travelers;
drop trigger audit_delete on travelers;
do $$
declare
  told constant jsonb := '{"name": ["first_name", "last_name"], "secret": ["password_hash"],
    "personal": ["first_name", "last_name", "username", "email", "phone_number", "low_tech", "handicapped", "medically_exempt",
      "locale", "can_text", "call_when_near", "message_channels"]}';
begin
  execute format('create trigger audit after insert or update on travelers for each row execute function audit_row(%L)', told);
  execute format('create trigger audit_delete before delete on travelers for each row execute function audit_row(%L)', told);
end $$;

-- What regions write in place of the product's texts. Null: the product's is used again; the row keeps the history.
create table message_templates (
  id integer generated always as identity primary key,
  region_id integer not null references regions on delete cascade,
  event text not null check (event in ('booking_confirmed', 'booking_changed', 'reminder', 'vehicle_on_its_way',
    'running_late', 'arriving', 'arrived', 'no_show_recorded', 'cancelled_by_passenger', 'cancelled_by_operator',
    'not_served', 'receipt')),
  channel text not null check (channel in ('email', 'sms')),
  language text not null check (language in ('en', 'de', 'es')),
  subject text,
  text text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  unique (region_id, event, channel, language)
);
create trigger raise_version before update on message_templates for each row execute function raise_version();
create trigger audit after insert or update on message_templates for each row
  execute function audit_row('{"name": ["event", "channel", "language"], "parent": ["regions", "region_id"]}');
create trigger audit_delete before delete on message_templates for each row
  execute function audit_row('{"name": ["event", "channel", "language"], "parent": ["regions", "region_id"]}');

alter table messages
  -- whose text it is
  add column text_of text check (text_of in ('region', 'product')),
  -- the region's own could not be filled in
  add column template_error boolean not null default false;
