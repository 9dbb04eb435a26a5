-- Whether a zone is planned for depends on its region's status too, which is kept with the zone's settings.
drop trigger regions_clocks on regions;
alter function region_clocks_changed() rename to region_changed;
create trigger regions_changed after update of time_zone, status on regions
  for each row when (old.time_zone is distinct from new.time_zone or old.status is distinct from new.status)
  execute function region_changed();
