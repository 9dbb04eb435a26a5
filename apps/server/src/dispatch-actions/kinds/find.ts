import { type Kysely, sql } from 'kysely'
import type { DB } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/bind.ts'
import { invalid, notFound } from '../../http/errors.ts'
import { regionScope } from '../../http/scope.ts'
import { planBefore } from '../../planning/change/change-plan.ts'
import type { PlanBooking } from '../../planning/plan/types.ts'
import type { NamedBooking, Place, Run } from './kind.ts'

/** In the order of the ids. 404 where one is none that the caller may see. */
export const findBookings = async (db: Kysely<DB>, ids: readonly number[], actor: Actor): Promise<NamedBooking[]> => {
  const rows = await db
    .selectFrom('service_requests as r')
    .innerJoin('travelers as t', 't.id', 'r.traveler_id')
    .innerJoin('zones as z', 'z.id', 'r.zone_id')
    .leftJoin('trips', 'trips.id', 'r.trip_id')
    .leftJoin('vehicles as v', 'v.id', 'trips.vehicle_id')
    .where('r.id', 'in', ids)
    .select(['r.id', 'r.traveler_id', 'r.status', 'r.trip_id', 'r.zone_id', 'z.region_id', 'z.name as zone_name'])
    .select(['v.vehicle_number', sql<string>`t.first_name || ' ' || t.last_name`.as('traveler_name')])
    .execute()
  const scope = regionScope(actor)
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id)
    if (row === undefined || (scope !== null && !scope.includes(row.region_id))) throw notFound()
    return row
  })
}

/** All bookings of an action are of one zone. */
export const placeOfBookings = async (deps: Deps, ids: readonly number[], actor: Actor): Promise<Place> => {
  const [first, ...others] = await findBookings(deps.db, ids, actor)
  if (first === undefined) throw notFound()
  const other = others.find(({ zone_id }) => zone_id !== first.zone_id)
  if (other !== undefined)
    throw invalid([
      {
        pointer: '/service_request_ids',
        detail: `Booking ${other.id} belongs to ${other.zone_name}: name bookings of one zone`,
      },
    ])
  return { zone_ids: [first.zone_id], region_id: first.region_id }
}

export type NamedTrip = {
  id: number
  name: string
  zone_id: number
  region_id: number
  current_state: string
  vehicle_number: string | null
}

/** 404 for a trip that the caller may not see. */
export const findNamedTrip = async (db: Kysely<DB>, id: number, actor: Actor): Promise<NamedTrip> => {
  const row = await db
    .selectFrom('trips as t')
    .innerJoin('zones as z', 'z.id', 't.zone_id')
    .leftJoin('vehicles as v', 'v.id', 't.vehicle_id')
    .where('t.id', '=', id)
    .select(['t.id', 't.name', 't.zone_id', 'z.region_id', 't.current_state', 'v.vehicle_number'])
    .executeTakeFirst()
  const scope = regionScope(actor)
  if (row === undefined || (scope !== null && !scope.includes(row.region_id))) throw notFound()
  return row
}

export const placeOfTrip = async (deps: Deps, id: number, actor: Actor): Promise<Place> => {
  const { zone_id, region_id } = await findNamedTrip(deps.db, id, actor)
  return { zone_ids: [zone_id], region_id }
}

const stateWords: Readonly<Record<string, string>> = { completed: 'completed', cancelled: 'cancelled' }

/** Throws 422 for a trip that is over, with its state. */
export const requireOpen = ({ name, current_state }: NamedTrip): void => {
  const over = stateWords[current_state]
  if (over !== undefined) throw invalid([{ pointer: '/trip_id', detail: `${name} is ${over}` }])
}

/** `3 bookings`, `Booking 812` */
export const bookingsInWords = (ids: readonly number[]): string =>
  ids.length === 1 ? `Booking ${ids[0]}` : `${ids.length} bookings`

export const vehicleIn = ({ vehicles }: Pick<Run, 'vehicles'>, trip: number | null): string =>
  (trip === null ? undefined : vehicles.get(trip)) ?? 'the vehicle'

/** The bookings of the action as the plan has them. */
export const plannedOf = async ({ change, bookings }: Pick<Run, 'change' | 'bookings'>): Promise<PlanBooking[]> => {
  const { plan } = await planBefore(change)
  return bookings.flatMap(({ id }) => plan.bookings.find((booking) => booking.id === id) ?? [])
}
