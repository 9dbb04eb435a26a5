-- Passengers sign in to an app or site that they book with, and stay signed in there.
alter table consumer_apps
  add column slug text,
  add column brand_name text,
  -- of the app's bar and buttons, as #rrggbb
  add column brand_color text check (brand_color ~ '^#[0-9a-f]{6}$'),
  add column host_names text[] not null default '{}',
  add column sign_up text not null default 'open' check (sign_up in ('open', 'approval', 'closed')),
  -- whom a passenger calls who is in no region yet
  add column phone_number text,
  -- taken where neither the host nor the address names another
  add column is_default boolean not null default false;
update consumer_apps set slug = 'app-' || id;
update consumer_apps set is_default = true where id = (select min(id) from consumer_apps);
alter table consumer_apps alter column slug set not null;
create unique index consumer_apps_slug on consumer_apps (slug);
create unique index consumer_apps_default on consumer_apps (is_default) where is_default;

alter table sessions
  add column traveler_id integer references travelers on delete cascade,
  add column consumer_app_id integer references consumer_apps on delete cascade,
  drop constraint sessions_check,
  add check (num_nonnulls(user_id, driver_id, traveler_id) = 1),
  add check ((traveler_id is null) = (consumer_app_id is null)),
  drop constraint sessions_method_check,
  add constraint sessions_method_check
    check (method in ('password', 'PIN', 'setup code', 'single sign-on', 'passkey', 'code'));
create index sessions_traveler on sessions (traveler_id) where traveler_id is not null;
create index sessions_consumer_app on sessions (consumer_app_id) where consumer_app_id is not null;

alter table audit_events drop constraint audit_events_via_check, add constraint audit_events_via_check
  check (via in ('portal', 'api', 'driver app', 'passenger app', 'import', 'undo', 'restore', 'correction', 'job',
    'engine', 'partner', 'command line'));
