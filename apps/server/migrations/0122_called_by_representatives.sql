-- Representatives call for the open returns of those whom they represent, where nobody has changed what they may.
update user_roles set permissions = permissions || '{"TravellerManagement:openReturn:canUpdate": true}'
where name = 'representative' and built_in and permissions ->> 'TravellerManagement:openReturn:canUpdate' = 'false';
