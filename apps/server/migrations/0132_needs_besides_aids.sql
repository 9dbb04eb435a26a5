-- What passengers need, beside what they take along: regions name it as a kind of aid, bookings carry it.
alter table mobility_aids drop constraint mobility_aids_kind_check,
  add constraint mobility_aids_kind_check check (kind in ('none', 'walker', 'pram', 'service_animal', 'wheelchair',
    'large_wheelchair', 'scooter', 'blind', 'deaf', 'help_to_door', 'child_seat'));
