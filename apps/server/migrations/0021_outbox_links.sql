-- Mail with a link or a code is for its recipient alone: its text goes once it is sent, or the link has ended.
alter table outbox_mails
  alter column text drop not null,
  add column expires_at timestamptz,
  add column user_id integer references users on delete set null,
  add column traveler_id integer references travelers on delete set null;

-- Every mail so far carried a link, which worked for three days at most.
update outbox_mails m set
  expires_at = m.created_at + interval '3 days',
  text = case when m.sent_at is null then m.text end,
  user_id = (select u.id from users u where lower(u.email) = lower(m."to")),
  traveler_id = (select t.id from travelers t where lower(t.email) = lower(m."to"));
