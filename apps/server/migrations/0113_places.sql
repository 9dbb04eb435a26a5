-- The place book of a region: what callers name rather than an address.
create table places (
  id integer generated always as identity primary key,
  region_id integer not null references regions on delete cascade,
  name text not null check (length(name) between 1 and 100),
  other_names text[] not null default '{}',
  address text not null,
  longitude double precision not null,
  latitude double precision not null,
  -- where vehicles stop, where that is not at the address: a stop of a zone, or a point
  location_id integer references locations on delete set null,
  entrance_longitude double precision,
  entrance_latitude double precision,
  note text not null default '' check (length(note) <= 250),
  -- of each weekday from Monday, in minutes after midnight; null: always open, or not known
  hours jsonb,
  category text not null check (category in
    ('health', 'care', 'education', 'shopping', 'work', 'leisure', 'transport', 'public_office', 'other')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  check ((entrance_longitude is null) = (entrance_latitude is null)),
  check (location_id is null or entrance_longitude is null)
);
create unique index places_name on places (region_id, lower(name));
create index places_location on places (location_id) where location_id is not null;
create trigger raise_version before update on places for each row execute function raise_version();
create trigger audit after insert or update on places for each row execute function audit_row('{}');
create trigger audit_delete before delete on places for each row execute function audit_row('{}');
