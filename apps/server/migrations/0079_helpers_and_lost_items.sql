-- Passengers who help others: book for them, follow their rides, pay with their means.
create table traveler_helpers (
  id integer generated always as identity primary key,
  -- whom the helper helps
  traveler_id integer not null references travelers on delete cascade,
  -- null while the invitation is open
  helper_id integer references travelers on delete cascade,
  rights text[] not null check (rights <> '{}' and rights <@ '{book,follow,pay}'),
  -- to whom the invitation was sent, in lower case or as E.164, and until when its code is taken
  channel text check (channel in ('email', 'sms')),
  contact text,
  -- keyed, as those for signing in
  code_hash text,
  attempts integer not null default 0,
  ends_at timestamptz,
  accepted_at timestamptz,
  -- of staff who have linked the two
  created_by integer references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  check (helper_id <> traveler_id),
  check ((helper_id is null) = (num_nonnulls(channel, contact, code_hash, ends_at) = 4)),
  check ((helper_id is null) = (accepted_at is null))
);
create unique index traveler_helpers_pair on traveler_helpers (traveler_id, helper_id);
create unique index traveler_helpers_contact on traveler_helpers (traveler_id, contact);
create index traveler_helpers_helper on traveler_helpers (helper_id) where helper_id is not null;
create index traveler_helpers_invited on traveler_helpers (contact) where contact is not null;
create trigger raise_version before update on traveler_helpers for each row execute function raise_version();
create trigger audit after insert or update on traveler_helpers for each row execute function
  audit_row('{"parent": ["travelers", "traveler_id"], "personal": ["contact"], "secret": ["code_hash"], "without": ["attempts"]}');
create trigger audit_delete before delete on traveler_helpers for each row execute function
  audit_row('{"parent": ["travelers", "traveler_id"], "personal": ["contact"], "secret": ["code_hash"], "without": ["attempts"]}');

-- Who of passengers did it; null: the one who rides, or none of them.
alter table service_request_histories
  add column traveler_id integer references travelers on delete set null;
create index service_request_histories_traveler on service_request_histories (traveler_id) where traveler_id is not null;

-- What passengers have left in vehicles, as far as they say so, and what became of it.
create table lost_items (
  id integer generated always as identity primary key,
  service_request_id integer not null references service_requests on delete cascade,
  what text not null check (length(what) between 3 and 200),
  left_where text check (length(left_where) <= 200),
  reach text check (length(reach) <= 200),
  state text not null default 'reported' check (state in ('reported', 'found', 'not_found', 'returned')),
  -- of staff, for staff
  note text check (length(note) <= 500),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create index lost_items_booking on lost_items (service_request_id);
create index lost_items_state on lost_items (state, id);
create trigger raise_version before update on lost_items for each row execute function raise_version();
create trigger audit after insert or update on lost_items for each row execute function
  audit_row('{"parent": ["service_requests", "service_request_id"], "personal": ["what", "left_where", "reach", "note"]}');
create trigger audit_delete before delete on lost_items for each row execute function
  audit_row('{"parent": ["service_requests", "service_request_id"], "personal": ["what", "left_where", "reach", "note"]}');

alter table messages drop constraint messages_event_check, add constraint messages_event_check
  check (event in ('booking_confirmed', 'booking_changed', 'reminder', 'vehicle_on_its_way', 'running_late', 'arriving',
    'arrived', 'no_show_recorded', 'cancelled_by_passenger', 'cancelled_by_operator', 'not_served', 'receipt',
    'lost_item'));
alter table message_templates drop constraint message_templates_event_check, add constraint message_templates_event_check
  check (event in ('booking_confirmed', 'booking_changed', 'reminder', 'vehicle_on_its_way', 'running_late', 'arriving',
    'arrived', 'no_show_recorded', 'cancelled_by_passenger', 'cancelled_by_operator', 'not_served', 'receipt',
    'lost_item'));
