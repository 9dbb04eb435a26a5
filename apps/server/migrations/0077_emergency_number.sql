-- Whom passengers on board call in an emergency. 112 reaches help from mobile phones in most countries.
alter table regions add column emergency_number text not null default '112';
