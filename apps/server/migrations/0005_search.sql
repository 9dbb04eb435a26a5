-- What a list's search and the global search look through: the record's words in lower case, kept by the database.
-- database/search-indexes.ts puts a trigram index on it where the extension pg_trgm may be had.
-- A telephone number is there as it was written and as digits alone, a plate also without what separates its parts.

alter table drivers add column search_text text not null generated always as (lower(
  first_name || ' ' || last_name || ' ' || username || ' ' || email || ' ' || coalesce(phone_number, '') || ' '
  || regexp_replace(coalesce(phone_number, ''), '\D', '', 'g'))) stored;

alter table travelers add column search_text text not null generated always as (lower(
  first_name || ' ' || last_name || ' ' || username || ' ' || email || ' ' || coalesce(phone_number, '') || ' '
  || regexp_replace(coalesce(phone_number, ''), '\D', '', 'g'))) stored;

alter table vehicles add column search_text text not null generated always as (lower(
  vehicle_number || ' ' || license_plate || ' ' || coalesce(make, '') || ' ' || coalesce(model, '') || ' '
  || regexp_replace(license_plate, '[^[:alnum:]]', '', 'g'))) stored;

-- The dashboard counts pick-ups by their time over all zones.
create index service_requests_pickup_time on service_requests (pickup_lower_bound);
