-- From which devices an account was signed in to. The hash is of the account and of what the device shows: the secret in
-- a browser's cookie, or the network of a program, which keeps none.
create table known_devices (
  user_id integer not null references users on delete cascade,
  device_hash text not null,
  last_at timestamptz not null,
  primary key (user_id, device_hash)
);
create index known_devices_last_at on known_devices (last_at);

-- What an account's owner is told of signing in, and what was told already.
create table account_watches (
  user_id integer primary key references users on delete cascade,
  -- the first sign-in: nothing was known before it that it could differ from
  signed_in_at timestamptz,
  -- refused sign-ins since the last one that was not
  failures integer not null default 0,
  failures_told_at timestamptz,
  wrong_factor_told_at timestamptz,
  -- an administrator took the second factors away, and no new one was set up since
  factor_taken_at timestamptz
);

-- `This was not me` in a mail, good once. Only the hash is kept.
create table not_me_links (
  token_hash text primary key,
  user_id integer not null references users on delete cascade,
  -- mailed to an address that was the account's before
  former_address boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Accounts whose owner said so: nobody signs in.
create table sign_in_blocks (
  user_id integer primary key references users on delete cascade,
  created_at timestamptz not null,
  -- a new password by mail lifts it; not where the account's address may be a stranger's
  reset_lifts boolean not null
);

-- Which roles need a second factor, and since when. Null: as it ships for the environment.
alter table user_roles add column second_factor text check (second_factor in ('optional', 'required')),
  add column second_factor_since timestamptz not null default now();

-- Since when somebody has a role: the clock of the service, where a request or job says it.
create function clock_now() returns timestamptz language sql volatile as $$
  select coalesce((audit_context() ->> 'at')::timestamptz, now())
$$;
alter table user_group_members add column since timestamptz not null default clock_now();
alter table user_group_roles add column since timestamptz not null default clock_now();
