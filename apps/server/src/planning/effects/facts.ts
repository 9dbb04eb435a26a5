import { sql } from 'kysely'
import type { Reason } from '@ambit/contract'
import type { PlanChange } from '../change/change-plan.ts'
import { bookingsOf } from './bookings.ts'
import type { BookingFacts } from './bookings.ts'
import type { Sides } from './sides.ts'

/** What an effect tells of bookings besides the plan. Reasons are those that the change has just written. */
export const factsOf = async ({ tx, noted }: PlanChange, sides: Sides): Promise<Map<number, BookingFacts>> => {
  const ids = bookingsOf(sides)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{
    id: number
    traveler_id: number
    traveler_name: string
    departing: boolean | null
    reasons: Reason[] | null
  }>`
    select r.id, r.traveler_id, t.first_name || ' ' || t.last_name as traveler_name, s.departing,
      (select h.reasons from service_request_histories h
        where h.service_request_id = r.id and r.id = any(${[...noted.bookings.keys()]}::int[])
        order by h.id desc limit 1) as reasons
    from service_requests r join travelers t on t.id = r.traveler_id
    left join service_offerings o on o.id = r.service_offering_id
    left join service_availability_searches s on s.id = o.service_availability_search_id
    where r.id = any(${ids}::int[])`.execute(tx)
  return new Map(
    rows.map(({ id, departing, reasons, ...who }) => [
      id,
      { ...who, wished_arrival: departing === false, reasons: reasons ?? [] },
    ]),
  )
}
