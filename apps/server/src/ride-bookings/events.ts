import { type Kysely, sql } from 'kysely'
import type { RideEvent } from '@ambit/contract'
import { among } from '../database/among.ts'
import type { DB } from '../database/schema.ts'
import type { Wire } from '../http/bind.ts'
import { CHANGED_ON_REQUEST } from '../service-requests/changed-reason.ts'
import type { BookingRecord } from '../service-requests/queries.ts'

export type Deed = {
  ride: number
  what: RideEvent['what']
  at: Date
  user_type: 'user' | 'passenger' | 'driver' | 'engine'
  by_id: number
  by_name: string | null
}

/** Who booked, changed and cancelled each of these rides, oldest first. Further entries of the same status tell of calls and notes. */
export const deedsOf = async (db: Kysely<DB>, ids: readonly number[]): Promise<ReadonlyMap<number, Deed[]>> => {
  const { rows } = await sql<Deed>`
    select r.id as ride, case when h.status = 'cancelled' then 'cancelled' when h.status = 'created' then 'booked' else 'changed' end
        as what, h.created_at as at, h.user_type, coalesce(h.traveler_id, r.traveler_id) as by_id,
      t.first_name || ' ' || t.last_name as by_name
    from service_request_histories h join service_requests r on r.id = h.service_request_id
    left join travelers t on t.id = coalesce(h.traveler_id, r.traveler_id)
    where h.service_request_id = ${among(ids)} and (h.reasons @> ${JSON.stringify([{ code: CHANGED_ON_REQUEST }])}::jsonb
      or h.status in ('created', 'cancelled') and h.status is distinct from (
        select o.status from service_request_histories o
        where o.service_request_id = h.service_request_id and o.id < h.id order by o.id desc limit 1))
    order by h.id`.execute(db)
  return Map.groupBy(rows, ({ ride }) => ride)
}

/** What the viewer is told of them. Staff stay without a name. */
export const eventsOf = (
  deeds: readonly Deed[],
  { traveler_id }: Pick<BookingRecord, 'traveler_id'>,
  viewer: number,
): Wire<RideEvent[]> =>
  deeds.map(({ what, at, user_type, by_id, by_name }) => {
    if (user_type !== 'passenger') return { what, at, by: user_type === 'user' ? 'staff' : 'service' }
    if (by_id === viewer) return { what, at, by: 'you' }
    return { what, at, by: by_id === traveler_id ? 'passenger' : 'helper', name: by_name }
  })
