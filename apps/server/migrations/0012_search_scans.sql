-- What a list's search looks through, in indexes of its own: where no trigram helps (two letters, or letters that nearly
-- every row has) they are read instead of the much wider tables. An entry of such an index holds 2,704 bytes, so of each
-- name no more than its first 100 characters are looked through: 640 characters, of at most 4 bytes.
-- The trigram indexes on the columns that are made anew come back at the next start (database/search-indexes.ts).

alter table drivers drop column search_text;
alter table drivers add column search_text text not null generated always as (lower(
  left(first_name, 100) || ' ' || left(last_name, 100) || ' ' || left(username, 100) || ' ' || left(email, 254) || ' '
  || left(coalesce(phone_number, ''), 40) || ' '
  || left(regexp_replace(coalesce(phone_number, ''), '\D', '', 'g'), 40))) stored;

alter table travelers drop column search_text;
alter table travelers add column search_text text not null generated always as (lower(
  left(first_name, 100) || ' ' || left(last_name, 100) || ' ' || left(username, 100) || ' ' || left(email, 254) || ' '
  || left(coalesce(phone_number, ''), 40) || ' '
  || left(regexp_replace(coalesce(phone_number, ''), '\D', '', 'g'), 40))) stored;

alter table vehicles drop column search_text;
alter table vehicles add column search_text text not null generated always as (lower(
  left(vehicle_number, 100) || ' ' || left(license_plate, 100) || ' ' || left(coalesce(make, ''), 100) || ' '
  || left(coalesce(model, ''), 100) || ' '
  || left(regexp_replace(license_plate, '[^[:alnum:]]', '', 'g'), 100))) stored;

create or replace function write_booking_search() returns trigger language plpgsql as $$
begin
  new.search_text := coalesce((
    select lower(concat_ws(' ', left(t.first_name, 100), left(t.last_name, 100),
      left(new.origin_name, 100), left(new.destination_name, 100), left(p.name, 100), left(d.name, 100)))
    from travelers t, locations p, locations d
    where t.id = new.traveler_id and p.id = new.pickup_location_id and d.id = new.dropoff_location_id), '');
  return new;
end $$;
alter table service_requests disable trigger service_requests_version;
update service_requests set search_text = '' where length(search_text) > 500;
alter table service_requests enable trigger service_requests_version;

create index drivers_search_scan on drivers (id) include (search_text);
create index travelers_search_scan on travelers (id) include (search_text);
create index vehicles_search_scan on vehicles (id) include (search_text);
create index service_requests_search_scan on service_requests (id) include (search_text);

analyze drivers, travelers, vehicles, service_requests;
