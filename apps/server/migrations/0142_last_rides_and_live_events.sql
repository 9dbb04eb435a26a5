-- The end of the week of a passenger's last ride that is without a name by now. Weeks, as the moment itself would say which
-- ride it was; and no part of the record, as the audit is kept longer than the rides.
alter table travelers add column last_ride_at timestamptz;

drop trigger audit on travelers;
drop trigger audit_delete on travelers;
do $$
declare
  told constant jsonb := '{"name": ["first_name", "last_name"], "secret": ["password_hash"], "without": ["last_ride_at"],
    "personal": ["first_name", "last_name", "username", "email", "phone_number", "low_tech", "handicapped", "medically_exempt",
      "locale", "can_text", "call_when_near", "message_channels", "quiet_hours", "attendant_allowed", "mobility_aids", "own_times"]}';
begin
  execute format('create trigger audit after insert or update on travelers for each row execute function audit_row(%L)', told);
  execute format('create trigger audit_delete before delete on travelers for each row execute function audit_row(%L)', told);
end $$;

-- Whose the rides were that lost their names is known no more: nobody's was later than the last of them. Merged records too,
-- which an undo brings back.
alter table travelers disable trigger user;
update travelers t set last_ride_at = date_trunc('week', latest.at, 'UTC') + interval '168 hours'
  from (select max(r.dropoff_upper_bound) as at from service_requests r join travelers n on n.id = r.traveler_id
    where n.username = 'anonymous-passenger') as latest
  where latest.at is not null and t.created_at < latest.at and not t.walk_on
    and (t.anonymised_at is null or t.merged_into is not null);
alter table travelers enable trigger user;

-- Whom an SMS that comes in answers: asked for each of them.
create index messages_recipient on messages (recipient) where channel = 'sms';

-- The transaction that told an event, and the oldest that was under way then: from that one on, others may have ended later
-- and have told something before it. Null of events of before.
alter table live_events
  add column told_by xid8,
  add column under_way xid8;
alter table live_events
  alter column told_by set default pg_current_xact_id(),
  alter column under_way set default pg_snapshot_xmin(pg_current_snapshot());
