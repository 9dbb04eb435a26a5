-- What drivers look at before signing on and before ending a trip, set up by staff.
create table vehicle_checklists (
  id integer generated always as identity primary key,
  name text not null,
  moment text not null check (moment in ('before', 'after')),
  -- drivers are asked
  enabled boolean not null default false,
  -- null: all vehicles
  vehicle_ids integer[],
  items jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

-- Comes with the product, and is off until staff switch it on.
insert into vehicle_checklists (name, moment, items)
select 'Before driving', 'before', jsonb_agg(jsonb_build_object('id', id, 'label',
  jsonb_build_object('en', en, 'de', de, 'es', es), 'kind', 'pass_fail', 'required', true, 'critical', critical,
  'choices', '[]'::jsonb) order by place)
from (values
  (1, 'lights', 'Lights', 'Beleuchtung', 'Luces', true),
  (2, 'tyres', 'Tyres', 'Reifen', 'Neumáticos', true),
  (3, 'brakes', 'Brakes', 'Bremsen', 'Frenos', true),
  (4, 'mirrors', 'Mirrors', 'Spiegel', 'Espejos', true),
  (5, 'windscreen', 'Windscreen', 'Windschutzscheibe', 'Parabrisas', false),
  (6, 'doors', 'Doors', 'Türen', 'Puertas', true),
  (7, 'ramp', 'Ramp or lift', 'Rampe oder Lift', 'Rampa o elevador', false),
  (8, 'restraints', 'Wheelchair restraints', 'Rollstuhlsicherung', 'Anclajes para sillas de ruedas', false),
  (9, 'seat-belts', 'Seat belts', 'Sicherheitsgurte', 'Cinturones', true),
  (10, 'first-aid-kit', 'First-aid kit', 'Verbandkasten', 'Botiquín', false),
  (11, 'extinguisher', 'Extinguisher', 'Feuerlöscher', 'Extintor', false),
  (12, 'cleanliness', 'Cleanliness', 'Sauberkeit', 'Limpieza', false)
) as item (place, id, en, de, es, critical);

create trigger raise_version before update on vehicle_checklists for each row execute function raise_version();
create trigger audit after insert or update on vehicle_checklists for each row execute function audit_row('{"name": ["name"]}');
create trigger audit_delete before delete on vehicle_checklists for each row execute function audit_row('{"name": ["name"]}');

-- What a driver answered, with the items as they were then.
create table vehicle_checks (
  id integer generated always as identity primary key,
  checklist_id integer references vehicle_checklists on delete set null,
  checklist_name text not null,
  moment text not null check (moment in ('before', 'after')),
  result text not null check (result in ('passed', 'failed', 'not_to_be_driven')),
  -- labels by language of the first critical item that failed
  failed_item jsonb,
  vehicle_id integer not null references vehicles on delete cascade,
  driver_id integer references drivers on delete set null,
  trip_id integer not null references trips on delete cascade,
  -- [{label, kind, critical, value, failed, note}]
  answers jsonb not null,
  done_at timestamptz not null,
  -- staff let the vehicle be driven on this trip all the same
  released_by integer references users on delete set null,
  released_reason text,
  released_at timestamptz,
  created_at timestamptz not null,
  check ((result = 'not_to_be_driven') = (failed_item is not null)),
  check ((released_at is null) = (released_reason is null))
);
create index vehicle_checks_trip on vehicle_checks (trip_id, id);
create index vehicle_checks_vehicle on vehicle_checks (vehicle_id, id);
create index vehicle_checks_driver on vehicle_checks (driver_id) where driver_id is not null;
create index vehicle_checks_released_by on vehicle_checks (released_by) where released_by is not null;
create index vehicle_checks_checklist on vehicle_checks (checklist_id) where checklist_id is not null;
create index vehicle_checks_done_at on vehicle_checks (done_at);
create index vehicle_checks_created_at on vehicle_checks (created_at);

alter table driver_actions
  drop constraint driver_actions_kind_check,
  add constraint driver_actions_kind_check check (kind in
    ('sign_on', 'check', 'arrive', 'depart', 'board', 'no_show', 'drop_off', 'paid', 'not_paid', 'concession_not_shown',
      'manual_navigation', 'undo', 'complete'));

-- What drivers noted of a passenger goes when the passenger is erased.
create index driver_actions_checks on driver_actions (id) where kind = 'check';

-- By the product, and no event of the audit, as the other rules were.
alter table retention_rules disable trigger audit;
insert into retention_rules (kind, period, reason) values
  ('vehicle_checks', 'P24M', 'To show that vehicles were fit to be driven');
alter table retention_rules enable trigger audit;
