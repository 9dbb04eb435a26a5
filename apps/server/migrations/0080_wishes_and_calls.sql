-- Passengers may have quiet hours of their own, and be called by staff.
alter table travelers
  -- `from` and `until`, times of day by the zone's clock; null: as the region has it
  add column quiet_hours jsonb;

drop trigger audit on travelers;
drop trigger audit_delete on travelers;
do $$
declare
  told constant jsonb := '{"name": ["first_name", "last_name"], "secret": ["password_hash"],
    "personal": ["first_name", "last_name", "username", "email", "phone_number", "low_tech", "handicapped", "medically_exempt",
      "locale", "can_text", "call_when_near", "message_channels", "quiet_hours"]}';
begin
  execute format('create trigger audit after insert or update on travelers for each row execute function audit_row(%L)', told);
  execute format('create trigger audit_delete before delete on travelers for each row execute function audit_row(%L)', told);
end $$;

alter table messages drop constraint messages_channel_check, drop constraint messages_state_check;
alter table messages
  add constraint messages_channel_check check (channel in ('email', 'sms', 'call')),
  add constraint messages_state_check check (state in ('queued', 'sending', 'sent', 'delivered', 'failed', 'unsure',
    'expired', 'suppressed', 'superseded', 'captured'));
