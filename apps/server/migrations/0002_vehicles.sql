-- What an installation wants to know of its vehicles beyond the columns. Each save is a row of its own, so that values
-- of fields that are gone keep their names.
create table schemas (
  id integer generated always as identity primary key,
  entity text not null check (entity in ('vehicle')),
  version integer not null check (version >= 1),
  stages jsonb not null,
  created_by integer references users on delete set null,
  created_at timestamptz not null,
  unique (entity, version)
);

create table vehicle_notes (
  id integer generated always as identity primary key,
  vehicle_id integer not null references vehicles on delete cascade,
  category text not null check (category in ('comment', 'incident')),
  subcategory text check (subcategory in ('accident_third_party', 'accident', 'infringement', 'property_damage',
    'minor_damage', 'windscreen_damage', 'other')),
  details text not null,
  witness_details text,
  insurance_details text check (insurance_details in ('yes', 'no', 'na')),
  created_by integer references users on delete set null,
  created_at timestamptz not null,
  check (category = 'incident' or (subcategory is null and witness_details is null and insurance_details is null))
);
create index vehicle_notes_vehicle on vehicle_notes (vehicle_id, id);
