-- When a zone's plan was last laid out otherwise, and by what. Driving along it is none of these.
alter table zone_plans
  add column replanned_at timestamptz,
  add column replanned_by text
    check (replanned_by in ('insertion', 'cancellation', 'optimiser', 'rescue', 'disruption', 'schedule')),
  add constraint zone_plans_replanned check ((replanned_at is null) = (replanned_by is null));
