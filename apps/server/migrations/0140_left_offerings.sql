-- The booking that was made of the offering and has been changed to another one since, so that it is not sold again. Bookings
-- name their offerings: a foreign key back would be a circle.
alter table service_offerings add column left_by integer;
