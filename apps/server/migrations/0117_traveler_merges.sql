-- Two records of one passenger that became one. The other record stays as a number without a name (`anonymised_at`), which
-- is what keeps it from being found, booked and signed in to.
alter table travelers
  -- the passenger whom this record was merged into
  add column merged_into integer references travelers,
  add check (merged_into is null or merged_into <> id and anonymised_at is not null);
create index travelers_merged_into on travelers (merged_into) where merged_into is not null;

create table traveler_merges (
  id integer generated always as identity primary key,
  kept_id integer not null references travelers,
  merged_id integer not null references travelers,
  merged_at timestamptz not null,
  merged_by integer references users on delete set null,
  undone_at timestamptz,
  undone_by integer references users on delete set null,
  -- by `table.column`, the ids of rows that name the passenger who stays since then
  moved jsonb not null default '{}',
  -- whole rows of traveler_helpers that said of one what is said of the other
  removed jsonb not null default '[]',
  -- of the one who stays, what was replaced by the other's; null: not kept any more
  kept_before jsonb,
  -- of the other, what the record said
  merged_before jsonb,
  check (kept_id <> merged_id),
  check ((kept_before is null) = (merged_before is null))
);
create unique index traveler_merges_standing on traveler_merges (merged_id) where undone_at is null;
create index traveler_merges_kept on traveler_merges (kept_id);
create index traveler_merges_merged on traveler_merges (merged_id);
create index traveler_merges_to_forget on traveler_merges (merged_at) where merged_before is not null;
create trigger audit after insert or update on traveler_merges for each row execute function
  audit_row('{"name": ["merged_id"], "parent": ["travelers", "kept_id"], "without": ["moved", "removed", "kept_before", "merged_before"]}');
create trigger audit_delete before delete on traveler_merges for each row execute function
  audit_row('{"name": ["merged_id"], "parent": ["travelers", "kept_id"], "without": ["moved", "removed", "kept_before", "merged_before"]}');
