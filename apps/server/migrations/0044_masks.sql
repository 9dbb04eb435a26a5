-- Reading contact, places and care of passengers takes a key for each. Roles that ship get them at the next start
-- (access/accounts.ts). A role made by staff keeps what it showed: it gets the keys for what it could read. Where its
-- switch for passengers was off with nothing behind it, the switch goes on, since it holds the new keys as well.
do $$
declare
  one record;
  given jsonb;
  contact text[] := '{TravellerManagement:traveller:canRead,Settings:mail:canRead}';
  journeys text[] := '{TravellerManagement:traveller:canRead,TravellerManagement:tripBookingWizard:canRead,
    TravellerManagement:tripBookingHistoricTrips:canRead,LiveBooking:booking:canRead,TripManagement:trip:canRead,
    VehicleMonitoring:monitoring:canRead,ReportManagement:tripItinerary:canRead}';
begin
  for one in
    select id, permissions from user_roles
    -- A shipped role without passengers that staff gave them to counts as made by staff.
    where not built_in or (name = 'fleet_manager' and '{TravellerManagement:traveller:canRead,LiveBooking:booking:canRead}'
      && array(select key from jsonb_each(permissions) where value = 'true'))
  loop
    declare
      held text[] := array(select key from jsonb_each(one.permissions) where value = 'true');
    begin
      given := '{}';
      if held && contact then
        given := given || '{"TravellerManagement:contact:canRead": true}';
      end if;
      if held && journeys then
        given := given || '{"TravellerManagement:place:canRead": true, "TravellerManagement:care:canRead": true}';
      end if;
      if given <> '{}' then
        if not exists (select from unnest(held) key where key like 'TravellerManagement:%') then
          given := given || '{"TravellerManagement:Module": true}';
        end if;
        update user_roles set permissions = permissions || given where id = one.id;
      end if;
    end;
  end loop;
end $$;
