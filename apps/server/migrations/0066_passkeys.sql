-- Key pairs of devices and security keys, with which users sign in in place of a password, or besides it.
create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- as the device calls it, base64url
  credential_id text not null unique,
  -- COSE, base64url; the private half never leaves the device
  public_key text not null,
  -- how often the device says that it was used; many say 0 for ever
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- What browsers were given to sign with a passkey: good once, for what and by whom it was asked for.
create table passkey_challenges (
  challenge_hash text primary key,
  -- of the purpose and of the session or ticket
  purpose_hash text not null,
  expires_at timestamptz not null
);

alter table sessions drop constraint sessions_method_check;
alter table sessions add constraint sessions_method_check
  check (method in ('password', 'PIN', 'setup code', 'single sign-on', 'passkey'));
