-- What hangs on a passenger: comments, concessions, saved cards, flags of the app.

create table traveler_comments (
  id integer generated always as identity primary key,
  traveler_id integer not null references travelers on delete cascade,
  comment text not null check (char_length(comment) between 1 and 500),
  created_by integer references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create index traveler_comments_traveler on traveler_comments (traveler_id, id);

-- A kind of concession belongs to one region for good: what was assigned rests on it.
create table traveler_sets (
  id integer generated always as identity primary key,
  name text not null,
  region_id integer not null references regions,
  -- per cent of the fare
  discount_amount numeric(5, 2) not null check (discount_amount > 0 and discount_amount <= 100),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  unique (id, region_id)
);
create unique index traveler_sets_name on traveler_sets (region_id, lower(name));

create table traveler_concessions (
  id integer generated always as identity primary key,
  traveler_id integer not null references travelers on delete cascade,
  traveler_set_id integer not null,
  -- the kind's own, here for the rule below
  region_id integer not null,
  expires_at timestamptz not null,
  created_by integer references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  constraint traveler_concessions_traveler_set_id_fkey
    foreign key (traveler_set_id, region_id) references traveler_sets (id, region_id),
  check (expires_at > created_at),
  -- One active concession for each passenger and region: no two of them ever hold at the same moment.
  constraint traveler_concessions_one_active exclude using gist (
    int4range(traveler_id, traveler_id, '[]') with &&,
    int4range(region_id, region_id, '[]') with &&,
    tstzrange(created_at, expires_at) with &&)
);
create index traveler_concessions_traveler on traveler_concessions (traveler_id, id);
create index traveler_concessions_set on traveler_concessions (traveler_set_id);

create table traveler_feature_flags (
  traveler_id integer primary key references travelers on delete cascade,
  basic_internal boolean not null default false,
  change_api_endpoint boolean not null default false,
  menu_show_referral_page boolean not null default false,
  test_flag boolean not null default false,
  view_test_trips boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);

-- Saved cards as their provider told of them last. No number is ever here: a provider's token, and what tells one card
-- from another.
create table payment_methods (
  id text primary key,
  traveler_id integer not null references travelers on delete cascade,
  provider text not null check (provider in ('test', 'stripe')),
  brand text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  exp_month smallint not null check (exp_month between 1 and 12),
  exp_year smallint not null check (exp_year between 2000 and 2100),
  name text,
  created_at timestamptz not null
);
create index payment_methods_traveler on payment_methods (traveler_id);

-- What a card provider calls a passenger.
create table card_customers (
  traveler_id integer not null references travelers on delete cascade,
  provider text not null,
  customer_id text not null,
  primary key (traveler_id, provider)
);

-- The built-in provider's cards between its form and the passenger.
create table test_card_setups (
  client_secret text primary key,
  traveler_id integer not null references travelers on delete cascade,
  payment_method_id text not null unique,
  brand text,
  last4 text check (last4 ~ '^[0-9]{4}$'),
  exp_month smallint,
  exp_year smallint,
  name text,
  created_at timestamptz not null
);

do $$
declare name text;
begin
  foreach name in array array['traveler_comments', 'traveler_sets', 'traveler_concessions', 'traveler_feature_flags']
  loop
    execute format('create trigger %I before update on %I for each row execute function raise_version()', name || '_version', name);
  end loop;
end $$;
