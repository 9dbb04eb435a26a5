-- What the app looks like on a phone, in logos; none: the product's own icons.
alter table consumer_apps add column logo text references logos (digest);
