-- What becomes of a recurring ride that is left out for want of service: its passenger is told, or staff ask first.
alter table regions
  add column series_left_out text not null default 'tell' check (series_left_out in ('tell', 'ask'));

alter table booking_series
  -- from today on: the dates of which the passenger was told, or staff were asked, that they are left out
  add column told_left_out jsonb not null default '[]';
drop trigger audit on booking_series;
drop trigger audit_delete on booking_series;
create trigger audit after insert or update on booking_series for each row execute function
  audit_row('{"parent": ["travelers", "traveler_id"], "personal": ["legs", "needs", "comment", "notes"], "without": ["agreed", "made_until", "tried_on", "told_left_out"]}');
create trigger audit_delete before delete on booking_series for each row execute function
  audit_row('{"parent": ["travelers", "traveler_id"], "personal": ["legs", "needs", "comment", "notes"], "without": ["agreed", "made_until", "tried_on", "told_left_out"]}');
