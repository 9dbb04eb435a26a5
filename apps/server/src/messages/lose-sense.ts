import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import { consentEnds } from '../sessions/consents.ts'
import { withdraw } from '../planning/change/withdraw.ts'

/** With no process and no caller any more, or with a mail server that has not taken it. */
const unsent = sql`(m.state = 'queued' or (m.state = 'sending' and m.channel = 'email'))`
/** Of a reminder, which is written anew where the ride is still to come. */
export const RIDE_CHANGED = 'the ride was changed or ended'
/** Both are due within so many minutes of each other: the second says it all. */
const SWALLOWS_MINUTES = 2

const lost = (now: Date) => sql`case
  when m.helper_id is not null and not exists (select from traveler_helpers h join travelers f on f.id = h.helper_id
    where h.traveler_id = m.traveler_id and h.helper_id = m.helper_id and 'follow' = any(h.rights) and f.restriction is null)
    then 'the helper does not follow any more'
  when m.user_id is not null and not exists (select from users u join organisations o on o.id = u.organisation_id
    join regions g on g.id = o.region_id join organisation_travelers c on c.organisation_id = o.id
    where u.id = m.user_id and u.status = 'active' and u.told_of_bookings and c.traveler_id = m.traveler_id
      and c.tell_representatives and c.ended_at is null and (${consentEnds} is null or ${consentEnds} > ${now}))
    then 'the representative is not told any more'
  when m.event in ('booking_confirmed', 'booking_changed')
    and r.status not in ('created', 'unassigned', 'assigned', 'secured') then 'the ride has begun or ended'
  when m.event = 'reminder' and (r.status not in ('created', 'unassigned', 'assigned', 'secured')
    or r.pickup_lower_bound <> (m.facts ->> 'pickup_from')::timestamptz) then ${RIDE_CHANGED}
  when m.event in ('vehicle_on_its_way', 'running_late', 'arriving')
    and (r.status not in ('assigned', 'secured') or s.arrived_at is not null) then 'the vehicle has come'
  when m.event = 'arrived' and (r.status not in ('assigned', 'secured') or s.arrived_at is null) then 'it is over'
  when m.event = 'no_show_recorded' and r.status <> 'no_show' then 'the no-show was taken back'
  when m.event = 'receipt' and r.status <> 'completed' then 'the drop-off was taken back'
  when m.event = 'payment_failed' and r.charged_at is not null then 'the ride was paid'
  when m.event = 'payment_failed' and exists (select from payments p
    where p.service_request_id = r.id and p.state = 'waived') then 'the fare was waived'
  when m.event = 'feedback_request' and r.status <> 'completed' then 'the drop-off was taken back'
  when m.event = 'feedback_request' and exists (select from feedbacks f where f.service_request_id = r.id)
    then 'the ride was rated'
  when m.event = 'service_notice' and exists (select from notices n where n.id::text = split_part(m.once, ' ', 1) and n.ended_at is not null)
    then 'the notice was withdrawn'
  when m.event = 'service_notice' and r.status not in ('created', 'unassigned', 'assigned', 'secured', 'on_board')
    then 'the ride has ended'
  when m.event = 'vehicle_on_its_way'
    and s.eta <= m.created_at + (g.arriving_minutes + ${SWALLOWS_MINUTES}) * interval '1 minute'
    then 'the vehicle is nearly there'
  end`

/** Why what was just written is of no use already; null: it is. */
export const whyLost = async (db: Kysely<DB>, id: number, now: Date): Promise<string | null> => {
  const { rows } = await sql<{ reason: string | null }>`
    select ${lost(now)} as reason from messages m join service_requests r on r.id = m.service_request_id
    join regions g on g.id = m.region_id left join trip_stops s on s.id = r.pickup_trip_stop_id
    where m.id = ${id}`.execute(db)
  return rows[0]?.reason ?? null
}

/** A message that is of no use any more is not sent: something has happened since, or its time is over. */
export const loseSense = (db: Kysely<DB>, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
    with ended as (
      select m.id, case when why.reason is null then 'expired' else 'superseded' end as state, why.reason
      from messages m join service_requests r on r.id = m.service_request_id
      join regions g on g.id = m.region_id
      left join trip_stops s on s.id = r.pickup_trip_stop_id
      cross join lateral (select ${lost(now)} as reason) why
      where m.state in ('queued', 'sending') and ${unsent}
        and (why.reason is not null or m.sense_until <= ${now})
      for update of m skip locked)
    update messages set state = ended.state, reason = ended.reason, state_at = ${now}
      from ended where messages.id = ended.id returning messages.id`.execute(tx)
    await withdraw(
      tx,
      rows.map(({ id }) => id),
      now,
    )
  })
