import { type RawBuilder, sql } from 'kysely'
import { type Scope, withinScope } from '../http/scope.ts'

type Ride = { at: Date; time_zone: string; destination_name: string }

const LAST_RIDES = 50

/** Rides of the row in `travelers` that were not given up, in the caller's regions. */
const rides = (scope: Scope) => sql`from service_requests as r join zones as z on z.id = r.zone_id
  where r.traveler_id = travelers.id and r.status not in ('cancelled', 'error') and ${withinScope(scope, 'z.region_id')}`

/** SQL: what tells people with one name or number apart: the home that the passenger saved, else where most of the last rides begin or end. */
export const addressOf = (scope: Scope): RawBuilder<string | null> => sql<string | null>`coalesce(
  (select p.address from ride_places as p where p.traveler_id = travelers.id and p.kind = 'home' order by p.id limit 1),
  (select ends.name
    from (select r.id, r.origin_name, r.destination_name ${rides(scope)} order by r.id desc limit ${LAST_RIDES}) as last,
      lateral (values (last.origin_name, last.id), (last.destination_name, null)) as ends (name, begun)
    group by ends.name order by count(*) desc, min(ends.begun) nulls last, ends.name limit 1))`

/** SQL: the last ride that has begun, as JSON. */
export const lastRideOf = (scope: Scope, now: Date): RawBuilder<Ride | null> => sql<Ride | null>`(
  select jsonb_build_object('at', r.pickup_lower_bound, 'time_zone', z.time_zone, 'destination_name', r.destination_name)
  ${rides(scope)} and r.pickup_lower_bound <= ${now} order by r.pickup_lower_bound desc limit 1)`
