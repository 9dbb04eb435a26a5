import { sql } from 'kysely'

/**
 * SQL, of the booking `r`: the ride on the way there that was a no-show, with which a miss on the way back is one. Whether
 * that one counts or not, this does not by itself: who was not driven there cannot be picked up there.
 * Only ways back are looked up: most rides are none.
 */
export const oneWith = sql<number | null>`(case when r.journey_leg > 1 then (select there.id from service_requests there
  join misses missed on missed.service_request_id = there.id and missed.kind = 'no_show'
  where there.journey_id = r.journey_id and there.journey_leg < r.journey_leg
  order by there.journey_leg limit 1) end)`
