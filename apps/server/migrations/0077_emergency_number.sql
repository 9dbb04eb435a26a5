-- That drivers dial, and passengers on board: 112 reaches help from every mobile phone.
alter table regions add column emergency_number text not null default '112' check (emergency_number <> '');
