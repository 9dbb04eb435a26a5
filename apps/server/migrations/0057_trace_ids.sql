-- The trace that a change belongs to (W3C Trace Context), where the installation has a collector. It is sealed as all
-- columns are; an event without one has the digest that it had.
alter table audit_events add column trace_id text;

create or replace function audit_write(what jsonb) returns void language plpgsql as $$
declare
  told audit_events := jsonb_populate_record(null::audit_events, '{"changes": {}}' || coalesce(audit_context(),
    jsonb_build_object('actor_kind', 'unknown', 'actor_name', session_user, 'action', 'sql', 'via', 'command line')) || what);
begin
  told.at := coalesce(told.at + (clock_timestamp() - now()), clock_timestamp());
  told.salts := audit_salts(told, nullif(what -> 'personal', 'null'));
  with written as (
    insert into audit_events (at, kind, actor_kind, actor_id, actor_name, action, record_kind, record_id, record_name,
      parent_kind, parent_id, region_id, zone_id, operation, changes, reason, via, request_id, session_id, address,
      user_agent, restored_event, trace_id, salts)
    values (told.at, told.kind, told.actor_kind, told.actor_id, told.actor_name, told.action, told.record_kind,
      told.record_id, told.record_name, told.parent_kind, told.parent_id, told.region_id, told.zone_id, told.operation,
      told.changes, told.reason, told.via, told.request_id, told.session_id, told.address, told.user_agent,
      told.restored_event, told.trace_id, told.salts)
    returning id)
  insert into audit_unsealed (event_id) select id from written;
end $$;
