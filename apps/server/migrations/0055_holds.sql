-- What is kept from every removal for a while, and why. `kind`: the table of `record_id`; of a span of days, `days`.
create table holds (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('travelers', 'service_requests', 'trips', 'vehicles', 'days')),
  record_id integer,
  from_day date,
  to_day date,
  reason text not null,
  ends_at timestamptz not null,
  -- when it was over, by its end or by hand; null: in force
  ended_at timestamptz,
  created_by integer references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  check ((kind = 'days') = (record_id is null)),
  check ((kind = 'days') = (from_day is not null and to_day is not null)),
  check (to_day >= from_day)
);
create index holds_in_force on holds (kind, record_id) where ended_at is null;
create trigger raise_version before update on holds for each row execute function raise_version();

create trigger audit after insert or update on holds for each row execute function audit_row('{"name": ["kind", "record_id"], "personal": ["reason"]}');
create trigger audit_delete before delete on holds for each row execute function audit_row('{"name": ["kind", "record_id"], "personal": ["reason"]}');
