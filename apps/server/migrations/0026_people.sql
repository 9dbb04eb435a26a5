-- A list of passengers that is sorted by a name is read in that order instead of being sorted.
create index travelers_first_name on travelers (lower(first_name), id);
create index travelers_last_name on travelers (lower(last_name), id);

-- What is taken away from one user of what the groups give: name of a switch -> off, on or unset.
alter table users add column switches jsonb not null default '{}';
