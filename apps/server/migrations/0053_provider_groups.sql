-- Which groups of a provider are which groups here, and in which regions.
create table sso_group_maps (
  id integer generated always as identity primary key,
  provider_id integer not null references sso_providers on delete cascade,
  provider_group text not null,
  user_group_id integer not null references user_groups on delete cascade,
  -- null: all of them
  region_ids integer[],
  unique (provider_id, provider_group, user_group_id)
);
create trigger audit after insert or update on sso_group_maps for each row
  execute function audit_row('{"name": ["provider_group"], "parent": ["sso_providers", "provider_id"]}');
create trigger audit_delete before delete on sso_group_maps for each row
  execute function audit_row('{"name": ["provider_group"], "parent": ["sso_providers", "provider_id"]}');

-- Whose membership comes from a provider has it as long as the provider says so; null: given by hand.
alter table user_group_members add column provider_id integer references sso_providers on delete cascade;
-- The regions come from this provider; null: chosen by hand.
alter table users add column regions_from integer references sso_providers on delete set null;

-- Local superadmins for the day on which a provider is down.
create table break_glass_accounts (
  user_id integer primary key references users on delete cascade,
  created_at timestamptz not null,
  -- when it was signed in to last with password and second factor
  signed_in_at timestamptz
);
create trigger audit after insert or update on break_glass_accounts for each row
  execute function audit_row('{"id": ["user_id"], "parent": ["users", "user_id"], "without": ["signed_in_at"]}');
create trigger audit_delete before delete on break_glass_accounts for each row
  execute function audit_row('{"id": ["user_id"], "parent": ["users", "user_id"], "without": ["signed_in_at"]}');
