-- What dispatch says to every driver who has signed on in a zone or region at once: one message in the thread of each.
create table broadcasts (
  id integer generated always as identity primary key,
  region_id integer not null references regions on delete cascade,
  -- null: the whole region
  zone_id integer references zones on delete set null,
  text text not null,
  user_id integer references users on delete set null,
  created_at timestamptz not null
);
create index broadcasts_region on broadcasts (region_id, created_at);
create index broadcasts_zone on broadcasts (zone_id) where zone_id is not null;
create index broadcasts_user on broadcasts (user_id) where user_id is not null;

alter table driver_messages add column broadcast_id integer references broadcasts on delete set null;
create index driver_messages_broadcast on driver_messages (broadcast_id) where broadcast_id is not null;
