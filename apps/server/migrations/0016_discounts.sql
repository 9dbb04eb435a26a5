-- Codes that take something off a price; what the dates make of one is worked out where it is read.
create table discounts (
  id integer generated always as identity primary key,
  name text not null,
  code text not null,
  discount_type text not null default 'percentage_off' check (discount_type in ('percentage_off', 'amount_off', 'total_off')),
  discount_amount numeric(8, 2) not null check (discount_amount > 0),
  activation_datetime timestamptz,
  expiration_datetime timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  check (discount_type = 'amount_off' or discount_amount <= 100),
  check (discount_type <> 'total_off' or discount_amount = 100),
  check (expiration_datetime > activation_datetime)
);
create unique index discounts_code on discounts (lower(code));
create trigger discounts_version before update on discounts for each row execute function raise_version();
