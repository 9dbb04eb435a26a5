-- Logos of the brand by what they hold. The settings name them, so that an older one can be brought back.
create table logos (
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  media_type text not null check (media_type in ('image/png', 'image/svg+xml')),
  content bytea not null check (octet_length(content) between 1 and 200000),
  created_at timestamptz not null default now()
);

-- A fare keeps the currency that it was made in. What is there was made in the currency of now.
do $$
begin
  execute format('alter table service_requests add column currency text not null default %L',
    coalesce((select value ->> 'currency' from settings where key = 'app'), 'AUD'));
end $$;
