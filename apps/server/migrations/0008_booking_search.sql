-- What a search of bookings looks through: the passenger, the two addresses and the two stops, in lower case. Names of
-- other tables are in it, so triggers keep it, not a generated column; database/search-indexes.ts puts a trigram index
-- on it where the extension pg_trgm may be had.

alter table service_requests add column search_text text not null default '';

alter table service_requests disable trigger service_requests_version;
update service_requests r
set search_text = lower(concat_ws(' ', t.first_name, t.last_name, r.origin_name, r.destination_name, p.name, d.name))
from travelers t, locations p, locations d
where t.id = r.traveler_id and p.id = r.pickup_location_id and d.id = r.dropoff_location_id;
alter table service_requests enable trigger service_requests_version;

create function write_booking_search() returns trigger language plpgsql as $$
begin
  new.search_text := coalesce((
    select lower(concat_ws(' ', t.first_name, t.last_name, new.origin_name, new.destination_name, p.name, d.name))
    from travelers t, locations p, locations d
    where t.id = new.traveler_id and p.id = new.pickup_location_id and d.id = new.dropoff_location_id), '');
  return new;
end $$;

create trigger service_requests_search
  before insert or update of traveler_id, origin_name, destination_name, pickup_location_id, dropoff_location_id, search_text
  on service_requests for each row execute function write_booking_search();

-- Whatever is written there, the trigger above puts the words in.
create function traveler_renamed() returns trigger language plpgsql as $$
begin
  update service_requests set search_text = '' where traveler_id = new.id;
  return null;
end $$;
create trigger travelers_renamed after update of first_name, last_name on travelers for each row
  when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
  execute function traveler_renamed();

-- Once a statement: a zone's stops are renamed together.
create function locations_renamed() returns trigger language plpgsql as $$
declare renamed integer[];
begin
  select array_agg(n.id) into renamed from named n join was w on w.id = n.id where n.name is distinct from w.name;
  if renamed is not null then
    update service_requests set search_text = ''
    where pickup_location_id = any(renamed) or dropoff_location_id = any(renamed);
  end if;
  return null;
end $$;
create trigger locations_renamed after update on locations referencing new table as named old table as was
  for each statement execute function locations_renamed();
