-- The menu's item Service Status has a name of its own: it was called by that of another page, `Settings`.
update settings set value = (value - 'Settings') || jsonb_build_object('ServiceStatus', value -> 'Settings')
  where key = 'modules' and value ? 'Settings';
