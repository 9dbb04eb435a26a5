-- Cancellations that come late, and passengers who do not come, each with what shows it.
create table misses (
  id integer generated always as identity primary key,
  service_request_id integer not null unique references service_requests on delete cascade,
  kind text not null check (kind in ('late_cancellation', 'no_show')),
  happened_at timestamptz not null,
  -- null: it counts
  not_counted text check (not_counted in ('vehicle_late', 'not_at_fault', 'not_shown', 'beyond_control', 'excused')),
  -- see MissEvidence in the contract's records/misses.ts
  evidence jsonb not null,
  -- the passenger has said that it is not right, once
  contested_at timestamptz
);

alter table zones
  -- a cancellation is late from so many minutes before the promised window opens
  add column late_cancel_minutes integer not null default 60 check (late_cancel_minutes between 0 and 240),
  -- whether passengers say a code to the driver when they board
  add column boarding_code text not null default 'off' check (boarding_code in ('off', 'offered', 'required')),
  add column show_driver_name boolean not null default false;

alter table regions
  -- on receipts, such as who the carrier is and what tax the fare holds
  add column receipt_note text check (length(receipt_note) <= 500);

-- A code was asked for, and the passenger had none.
alter table service_requests add column boarded_without_code boolean not null default false;

alter table exceptions drop constraint exceptions_kind_check, add constraint exceptions_kind_check
  check (kind in ('emergency', 'incident', 'plan_unconfirmed', 'driver_action', 'no_show_contested'));
