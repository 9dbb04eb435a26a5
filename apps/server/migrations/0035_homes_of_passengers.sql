-- A passenger's home is a region; a user limited to regions also sees who booked in a zone of theirs (http/scope.ts).
alter table travelers
  add column region_id integer references regions,
  add column zone_ids integer[] not null default '{}';

drop trigger travelers_version on travelers;

-- Home is where the latest booking is; of passengers who never booked, the only region that there is.
with booked as (
  select traveler_id, array_agg(distinct zone_id) as zone_ids,
    (array_agg(region_id order by service_requests.id desc))[1] as region_id
  from service_requests join zones on zones.id = zone_id group by traveler_id)
update travelers set zone_ids = booked.zone_ids, region_id = booked.region_id
from booked where traveler_id = travelers.id;
update travelers set region_id = (select min(id) from regions)
where region_id is null and (select count(*) from regions) = 1;

create trigger travelers_version before update on travelers for each row
  when (old.zone_ids = new.zone_ids or old.region_id is distinct from new.region_id) execute function raise_version();

-- The first booking gives a passenger without a home one.
create function note_zone_of_traveler() returns trigger language plpgsql as $$
begin
  update travelers set zone_ids = zone_ids || new.zone_id,
      region_id = coalesce(travelers.region_id, (select region_id from zones where id = new.zone_id))
    where id = new.traveler_id and not zone_ids @> array[new.zone_id];
  return null;
end $$;
create trigger service_requests_zone after insert or update of traveler_id, zone_id on service_requests
  for each row execute function note_zone_of_traveler();

create index travelers_region on travelers (region_id);
create index travelers_zones on travelers using gin (zone_ids);

analyze travelers;
