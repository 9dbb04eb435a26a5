-- Lists count the passengers and drivers who still have a name, all or those of a status: from the index alone.
create index travelers_named on travelers (status, id) where anonymised_at is null;
create index drivers_named on drivers (status, id) where anonymised_at is null;
