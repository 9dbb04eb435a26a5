import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'

/**
 * Bookings `r` of trips whose vehicle was taken out of service then, and whose passengers still wait: for another
 * vehicle that was planned, for one to be found, or on the road with none to come.
 * @param trips an array of trip ids in SQL
 */
export const leftWaitingBy = (trips: RawBuilder<number[]>): RawBuilder<SqlBool> => sql<SqlBool>`
  (r.status in ('assigned', 'secured', 'unassigned') or (r.status = 'error' and r.stranded_at is not null))
  and r.id in (
    select h.service_request_id from service_request_histories h join trips lost on lost.id = h.trip_id
    where lost.id = any(${trips}) and h.created_at <= lost.taken_out_at and r.trip_id is distinct from lost.id
      and not exists (select from service_request_histories n
        where n.service_request_id = h.service_request_id and n.id > h.id and n.created_at < lost.taken_out_at))`
