-- The mail server and the environment's name are told field by field, as the other settings are. The password of the mail
-- server is a key of its own, encrypted, of which the audit tells only that it changed.
drop trigger audit on settings;
drop trigger audit_delete on settings;
do $$
declare
  told text := '{"id": ["key"], "name": ["key"], "shown_keys": ["app", "modules", "feature_flags", "sign_in", "environment", "mail"]}';
begin
  execute format('create trigger audit after insert or update on settings for each row execute function audit_row(%L)', told);
  execute format('create trigger audit_delete before delete on settings for each row execute function audit_row(%L)', told);
end $$;

-- Backups are made, and restored for a drill, by a job; staff ask it for one before its time is up.
create table backup_wishes (
  kind text primary key check (kind in ('backup', 'drill')),
  wanted_at timestamptz not null
);
