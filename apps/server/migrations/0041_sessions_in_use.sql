-- What a session was begun with and from where, and when it was used last. Those that stand began with a password or a PIN.
alter table sessions
  add column method text not null default 'password' check (method in ('password', 'PIN', 'setup code')),
  add column factors text[] not null default '{}',
  -- in the cookies of a portal, that is on a screen: only such a session ends when nobody touches anything
  add column portal boolean not null default false,
  add column address text,
  add column user_agent text,
  add column used_at timestamptz not null default now(),
  -- when the user last showed who they are
  add column proven_at timestamptz not null default now();
update sessions set method = 'PIN' where driver_id is not null;
update sessions set proven_at = created_at;

-- Whoever has such a role stays signed in while a live page is open, without touching anything.
alter table user_roles add column stays_signed_in boolean not null default false;

-- How long sessions last is told field by field, as the other settings are.
drop trigger audit on settings;
drop trigger audit_delete on settings;
do $$
declare
  told text := '{"id": ["key"], "name": ["key"], "shown_keys": ["app", "modules", "feature_flags", "sign_in"]}';
begin
  execute format('create trigger audit after insert or update on settings for each row execute function audit_row(%L)', told);
  execute format('create trigger audit_delete before delete on settings for each row execute function audit_row(%L)', told);
end $$;
