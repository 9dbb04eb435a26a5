-- Under which draft id a part of a zone was added. Whoever never heard that a save was made, and changes the design
-- before saving it again, sends the same draft: it is known, and not added a second time.
create table design_drafts (
  zone_id integer not null references zones on delete cascade,
  kind text not null,
  draft_id text not null,
  record_id integer not null,
  created_at timestamptz not null,
  primary key (zone_id, kind, draft_id)
);
