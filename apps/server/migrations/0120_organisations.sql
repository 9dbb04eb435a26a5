-- Care homes, clinics and schools that book for people who have consented to it, and the users who represent them.
create table organisations (
  id integer generated always as identity primary key,
  region_id integer not null references regions on delete cascade,
  name text not null check (length(name) between 1 and 100),
  -- who answers for it: see OrganisationContact in the contract's records/organisations.ts
  contacts jsonb not null default '[]',
  -- of the region's place book; null: none, or it was removed
  place_id integer references places on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create unique index organisations_name on organisations (region_id, lower(name));
create index organisations_place on organisations (place_id) where place_id is not null;
create trigger raise_version before update on organisations for each row execute function raise_version();
create trigger audit after insert or update on organisations for each row execute function audit_row('{"personal": ["contacts"]}');
create trigger audit_delete before delete on organisations for each row execute function audit_row('{"personal": ["contacts"]}');

-- Whom an organisation may book for, and who said so. One consent that has not been ended for each of them.
create table organisation_travelers (
  id integer generated always as identity primary key,
  organisation_id integer not null references organisations on delete cascade,
  traveler_id integer not null references travelers on delete cascade,
  -- the passenger, or who may say so for them
  consented_by text not null check (length(consented_by) between 1 and 200),
  -- of the region's calendar, both days included; no last day: until it is ended
  consented_on date not null,
  until_on date,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  check (until_on >= consented_on)
);
create unique index organisation_travelers_open on organisation_travelers (organisation_id, traveler_id) where ended_at is null;
create index organisation_travelers_traveler on organisation_travelers (traveler_id);
create trigger raise_version before update on organisation_travelers for each row execute function raise_version();
create trigger audit after insert or update on organisation_travelers for each row execute function
  audit_row('{"parent": ["travelers", "traveler_id"], "personal": ["consented_by"]}');
create trigger audit_delete before delete on organisation_travelers for each row execute function
  audit_row('{"parent": ["travelers", "traveler_id"], "personal": ["consented_by"]}');

-- Whom a user speaks for. An organisation with such users stays: without it they would see what they may not.
alter table users add column organisation_id integer references organisations on delete restrict;
create index users_organisation on users (organisation_id) where organisation_id is not null;

-- Whoever has such a role sees the passengers of an organisation alone, and without one nobody.
alter table user_roles add column represents boolean not null default false;

-- The organisation that a booking was made by.
alter table service_requests add column organisation_id integer references organisations on delete set null;
create index service_requests_organisation on service_requests (organisation_id) where organisation_id is not null;
