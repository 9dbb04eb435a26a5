-- Why the use of a passenger's data is restricted (GDPR article 18): they are stored, and nothing else is done with them.
-- Null: it is not.
alter table travelers add column restriction text check (restriction <> '');
create index travelers_restricted on travelers (id) where restriction is not null;
