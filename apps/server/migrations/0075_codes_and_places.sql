-- Passengers sign in with a code that is sent to them, and keep places. Staff change the apps that they do it in.
alter table consumer_apps
  add column locales text[] not null default '{en,de,es}' check (locales <> '{}' and locales <@ '{en,de,es}'),
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column version integer not null default 1;
alter table consumer_apps alter column created_at drop default, alter column updated_at drop default;
create trigger raise_version before update on consumer_apps for each row execute function raise_version();
create trigger audit after insert or update on consumer_apps for each row execute function audit_row('{"name": ["name"]}');
create trigger audit_delete before delete on consumer_apps for each row execute function audit_row('{"name": ["name"]}');

alter table travelers
  -- when a code that was sent there was last given
  add column email_verified_at timestamptz,
  add column phone_verified_at timestamptz;

-- Another address or number was not shown to be theirs yet.
create function unverify_contact() returns trigger language plpgsql as $$
begin
  if lower(new.email) <> lower(old.email) and new.email_verified_at is not distinct from old.email_verified_at then
    new.email_verified_at := null;
  end if;
  if new.phone_number is distinct from old.phone_number
    and new.phone_verified_at is not distinct from old.phone_verified_at then
    new.phone_verified_at := null;
  end if;
  return new;
end $$;
create trigger unverify_contact before update of email, phone_number on travelers
  for each row execute function unverify_contact();

-- Numbers as they were typed, without what is put between digits.
create index travelers_phone on travelers (regexp_replace(phone_number, '[\s()./-]', '', 'g')) where phone_number is not null;

create table sign_in_challenges (
  id uuid primary key,
  consumer_app_id integer not null references consumer_apps on delete cascade,
  channel text not null check (channel in ('email', 'sms')),
  -- in lower case, or as E.164
  contact text not null,
  network text not null,
  -- keyed: the database alone does not tell the code
  code_hash text not null,
  -- by the wall's clock
  created_at timestamptz not null,
  ends_at timestamptz not null,
  attempts integer not null default 0,
  used_at timestamptz
);
create index sign_in_challenges_contact on sign_in_challenges (contact, created_at);
create index sign_in_challenges_network on sign_in_challenges (network, created_at);
create index sign_in_challenges_consumer_app on sign_in_challenges (consumer_app_id);
create index sign_in_challenges_created_at on sign_in_challenges (created_at);

create table ride_places (
  id integer generated always as identity primary key,
  traveler_id integer not null references travelers on delete cascade,
  name text not null check (length(name) between 1 and 40),
  kind text not null check (kind in ('home', 'work', 'other')),
  address text not null,
  longitude double precision not null,
  latitude double precision not null,
  created_at timestamptz not null
);
create unique index ride_places_name on ride_places (traveler_id, lower(name));
