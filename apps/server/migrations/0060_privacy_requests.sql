-- What passengers asked for about their data (GDPR articles 15 to 18, 20 and 21), and every answer that was sent.
create table privacy_requests (
  id integer generated always as identity primary key,
  traveler_id integer not null references travelers,
  kind text not null check (kind in ('access', 'copy', 'correct', 'erase', 'restrict', 'object')),
  came_by text not null check (came_by in ('phone', 'e-mail', 'letter', 'in person')),
  received_on date not null,
  due_on date not null,
  extended_months integer not null default 0 check (extended_months between 0 and 2),
  -- how it was checked that the person is the passenger; empty: not yet
  identity_check text not null,
  -- who looks after it
  user_id integer references users on delete set null,
  state text not null default 'open' check (state in ('open', 'fulfilled', 'refused', 'withdrawn')),
  closed_at timestamptz,
  -- for which due day it was said that it is near, and that it is over
  told_soon date,
  told_late date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  check ((state = 'open') = (closed_at is null)),
  check (due_on > received_on)
);
create index privacy_requests_open on privacy_requests (due_on) where state = 'open';
create index privacy_requests_traveler on privacy_requests (traveler_id);
create trigger raise_version before update on privacy_requests for each row execute function raise_version();

create table privacy_answers (
  id integer generated always as identity primary key,
  privacy_request_id integer not null references privacy_requests on delete cascade,
  sent_at timestamptz not null,
  sent_by integer references users on delete set null,
  text text not null
);
create index privacy_answers_request on privacy_answers (privacy_request_id);

create trigger audit after insert or update on privacy_requests for each row
  execute function audit_row('{"name": ["kind"], "personal": ["identity_check"], "without": ["told_soon", "told_late"]}');
create trigger audit_delete before delete on privacy_requests for each row
  execute function audit_row('{"name": ["kind"], "personal": ["identity_check"], "without": ["told_soon", "told_late"]}');

-- By the product, and no event of the audit, as the other rules were.
alter table retention_rules disable trigger audit;
insert into retention_rules (kind, period, reason) values
  ('privacy_requests', 'P36M', 'Complaints about an answer are made within three years');
alter table retention_rules enable trigger audit;
