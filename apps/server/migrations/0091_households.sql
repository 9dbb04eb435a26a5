-- Passengers who are reached by phone alone, and members of a household who have no contact of their own.
alter table travelers drop column search_text;
alter table travelers alter column email drop not null;
alter table travelers add column search_text text not null generated always as (lower(
  left(first_name, 100) || ' ' || left(last_name, 100) || ' ' || left(username, 100) || ' ' || left(coalesce(email, ''), 254)
  || ' ' || left(coalesce(phone_number, ''), 40) || ' '
  || left(regexp_replace(coalesce(phone_number, ''), '\D', '', 'g'), 40))) stored;
create index travelers_search_scan on travelers (id) include (search_text);
analyze travelers;

create or replace function unverify_contact() returns trigger language plpgsql as $$
begin
  if lower(new.email) is distinct from lower(old.email)
    and new.email_verified_at is not distinct from old.email_verified_at then
    new.email_verified_at := null;
  end if;
  if new.phone_number is distinct from old.phone_number
    and new.phone_verified_at is not distinct from old.phone_verified_at then
    new.phone_verified_at := null;
  end if;
  return new;
end $$;

-- The helper has added the passenger, is written to in their place, and answers for their data.
alter table traveler_helpers
  add column household boolean not null default false,
  add check (not household or helper_id is not null);
create unique index traveler_helpers_household on traveler_helpers (traveler_id) where household;
