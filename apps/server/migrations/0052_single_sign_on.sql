-- Who else says who a user is: OpenID Connect providers.
create table sso_providers (
  id integer generated always as identity primary key,
  name text not null,
  -- compared to the letter; another issuer is another provider
  issuer text not null unique,
  client_id text not null,
  -- encrypted with the installation's key (access/secrets.ts)
  secret text not null,
  secret_kind text not null check (secret_kind in ('secret', 'private key')),
  scopes text not null,
  group_claim text not null,
  offered boolean not null,
  make_users boolean not null,
  email_domains text[] not null,
  acr_values text,
  max_age integer,
  counts_as_two_factors boolean not null,
  -- an amr or acr of these says that two factors were shown
  two_factor_values text[] not null,
  -- as the provider named it when this was saved last
  end_session_endpoint text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create trigger raise_version before update on sso_providers for each row execute function raise_version();
create trigger audit after insert or update on sso_providers for each row execute function audit_row('{"name": ["name"], "secret": ["secret"]}');
create trigger audit_delete before delete on sso_providers for each row execute function audit_row('{"name": ["name"], "secret": ["secret"]}');

-- A person is known by the provider, whose issuer never changes, and the subject there.
create table user_identities (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  provider_id integer not null references sso_providers on delete cascade,
  subject text not null,
  -- the e-mail address there when it was joined or used last, to be recognised by
  email text,
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (provider_id, subject)
);
create index user_identities_user on user_identities (user_id);

-- On its way to a provider and back.
create table sso_attempts (
  state_hash text primary key,
  provider_id integer not null references sso_providers on delete cascade,
  purpose text not null check (purpose in ('sign_in', 'join', 'proof', 'test')),
  -- of the cookie of the browser that began it
  browser_hash text not null,
  -- who began it, but for a sign-in
  session_id uuid references sessions on delete cascade,
  nonce text not null,
  verifier text not null,
  expires_at timestamptz not null
);

-- What came back, for the browser that began it: good once.
create table sso_codes (
  code_hash text primary key,
  provider_id integer not null references sso_providers on delete cascade,
  browser_hash text not null,
  -- of the administrator who tests the provider; null: for a sign-in
  session_id uuid references sessions on delete cascade,
  claims jsonb not null,
  expires_at timestamptz not null
);

alter table sessions drop constraint sessions_method_check;
alter table sessions add constraint sessions_method_check
  check (method in ('password', 'PIN', 'setup code', 'single sign-on'));
-- What the provider calls this session and its user, when it ends one.
alter table sessions
  add column provider_id integer references sso_providers on delete set null,
  add column provider_sid text,
  add column provider_subject text;
create index sessions_provider on sessions (provider_id, provider_subject) where provider_id is not null;
