-- Passengers ask for their copy and for the end of their account in the app, with a code of its own.
alter table privacy_requests
  drop constraint privacy_requests_came_by_check,
  add constraint privacy_requests_came_by_check
    check (came_by in ('phone', 'e-mail', 'letter', 'in person', 'app')),
  -- when the account is erased unless the passenger signs in before; null: staff decide
  add column erases_at timestamptz check (erases_at is null or kind = 'erase');
create unique index privacy_requests_erases_at on privacy_requests (traveler_id)
  where state = 'open' and erases_at is not null;

alter table sign_in_challenges
  -- what the code is good for, and for whom where they have signed in before
  add column purpose text not null default 'sign_in' check (purpose in ('sign_in', 'erase', 'contact')),
  add column traveler_id integer references travelers on delete cascade,
  add constraint sign_in_challenges_whose check ((purpose = 'sign_in') = (traveler_id is null));
create index sign_in_challenges_traveler on sign_in_challenges (traveler_id) where traveler_id is not null;
