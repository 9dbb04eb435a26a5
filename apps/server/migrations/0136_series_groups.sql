-- Passengers who travel together again and again: each has a series of their own, and those of a date ride as one group.
create table series_groups (
  id integer generated always as identity primary key,
  zone_id integer not null references zones on delete cascade,
  name text not null check (length(name) between 1 and 100),
  -- as in booking_groups
  seating text not null check (seating in ('together', 'fewest')),
  all_or_none boolean not null,
  created_by integer references users on delete set null,
  created_at timestamptz not null
);
create index series_groups_zone on series_groups (zone_id);
create index series_groups_created_by on series_groups (created_by) where created_by is not null;

alter table booking_series add column series_group_id integer references series_groups;
create index booking_series_group on booking_series (series_group_id) where series_group_id is not null;

-- The last series that is removed takes its group with it.
create function remove_empty_series_group() returns trigger language plpgsql as $$
begin
  delete from series_groups g where g.id = old.series_group_id
    and not exists (select from booking_series b where b.series_group_id = g.id);
  return null;
end $$;
create trigger remove_empty_group after delete on booking_series for each row
  when (old.series_group_id is not null) execute function remove_empty_series_group();
