-- Who has such roles alone knows passengers by their number.
alter table user_roles add column pseudonymous boolean not null default false;
update user_roles set pseudonymous = true where built_in and name = 'analyst';
