-- What users show besides their password. A row without `confirmed_at` is being set up.
create table second_factors (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null check (kind in ('authenticator app')),
  name text not null,
  -- encrypted with the installation's key (access/secrets.ts)
  secret text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_used_at timestamptz,
  -- the half minute whose code was taken last: no code is taken twice, and none from before
  last_step bigint
);
create index second_factors_user on second_factors (user_id);
create unique index second_factors_app on second_factors (user_id) where kind = 'authenticator app' and confirmed_at is not null;

-- Each is good once and then gone.
create table recovery_codes (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  code_hash text not null,
  created_at timestamptz not null
);
create index recovery_codes_user on recovery_codes (user_id);
