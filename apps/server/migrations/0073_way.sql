-- The apps that a driver may hand the way to the next stop to, in the order in which they are offered.
alter table regions
  add column navigation_apps jsonb not null
    default '["apple_maps", "google_maps", "waze", "osmand", "organic_maps"]';
