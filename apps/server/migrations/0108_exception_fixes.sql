-- The best fix of an exception, worked out ahead, and the action that a person accepted as its fix.
alter table exceptions
  -- as the contract's ExceptionFix; null: none was worked out
  add column fix jsonb,
  add column fix_action_id integer references dispatch_actions on delete set null;
create index exceptions_fix_action on exceptions (fix_action_id) where fix_action_id is not null;
alter table exception_changes
  drop constraint exception_changes_change_check,
  add constraint exception_changes_change_check check (change in ('opened', 'severity', 'acknowledged', 'released',
    'offered', 'handed_over', 'snoozed', 'woken', 'resolved', 'noted', 'undone', 'escalated', 'fix'));
