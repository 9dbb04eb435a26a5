-- Metres by which a position may be off, as the device says; null: it did not say.
alter table positions add column accuracy_m real;
