-- The apps and sites that passengers book with. A zone names those that may offer it; the portal itself is none of them.
create table consumer_apps (
  id integer generated always as identity primary key,
  name text not null
);
create unique index consumer_apps_name on consumer_apps (lower(name));
insert into consumer_apps (name) values ('Passenger App'), ('Passenger Website');

-- Until now no zone kept an app out.
update zones set allowed_apps = array(select id from consumer_apps order by id);
