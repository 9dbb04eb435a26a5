import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { endStops } from '../planning/change/stops.ts'
import { readSettings } from '../planning/plan/queries.ts'
import { readOwnTrip } from '../driver/action.ts'
import type { OwnTrip } from '../driver/action.ts'
import type { By } from '../planning/change/booking-history.ts'
import { recordTripHistory } from '../planning/change/trip-history.ts'
import { driveRoute, planBreak } from './lay-out-trip.ts'
import type { Break, RouteToDrive } from './lay-out-trip.ts'

type Tx = Transaction<DB>
type NewTrip = {
  plan: number
  zone_id: number
  vehicle_id: number
  driver_id: number | null
  start_time: Date
  end_time: Date
  route: RouteToDrive | null
  rest: Break | null
}

/** The trip of a schedule that has a vehicle, with the calls of its route and its break. */
export const layOutTrip = async (
  deps: Pick<Deps, 'clock' | 'streets'>,
  tx: Tx,
  { plan, route, rest, start_time, end_time, ...place }: NewTrip,
): Promise<number> => {
  const now = deps.clock.now()
  const { id } = await tx
    .insertInto('trips')
    .values({
      name: '',
      service_plan_id: plan,
      ...place,
      start_datetime: start_time,
      end_datetime: end_time,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('trips')
    .set({ name: sql`'trip_' || id` })
    .where('id', '=', id)
    .execute()
  if (route !== null) {
    const settings = await readSettings(tx, place.zone_id)
    await driveRoute(deps, tx, route, { tripId: id, window: { start_time, end_time }, rest, settings })
  } else if (rest !== null) await planBreak(tx, { id, zone_id: place.zone_id, vehicle_id: place.vehicle_id }, rest)
  return id
}

/** The trip of a schedule that is not cancelled, if there is one. */
export const tripOf = async (tx: Tx, plan: number): Promise<OwnTrip | null> => {
  const row = await tx
    .selectFrom('trips')
    .select('id')
    .where('service_plan_id', '=', plan)
    .where('current_state', '<>', 'cancelled')
    .executeTakeFirst()
  return row === undefined ? null : ((await readOwnTrip(tx, row.id)) ?? null)
}

/** Bookings that a trip still has to serve. */
export const bookedOn = (trip: OwnTrip | null): number => (trip === null ? 0 : trip.on_board + trip.bookings_left)

/** A trip that nobody was ever offered goes without a trace; of any other it stays known that it was cancelled. */
export const endTripOf = async (tx: Tx, trip: OwnTrip, now: Date, by: By): Promise<void> => {
  const known = sql<boolean>`exists (select from service_offerings where trip_id = ${trip.id})
    or exists (select from service_requests where trip_id = ${trip.id})
    or exists (select from service_request_histories where trip_id = ${trip.id})`
  const gone = await tx
    .deleteFrom('trips')
    .where('id', '=', trip.id)
    .where(sql<boolean>`not (${known})`)
    .returning('id')
    .executeTakeFirst()
  if (gone !== undefined) return
  const message = 'The schedule was changed'
  await recordTripHistory(tx, now, by, [
    { trip_id: trip.id, change: 'state', before: trip.current_state, after: 'cancelled', message },
  ])
  await endStops(tx, trip.id, now)
  await tx
    .updateTable('trips')
    .set({ current_state: 'cancelled', status_message: message, updated_at: now })
    .where('id', '=', trip.id)
    .execute()
}

/** Bookings that have travelled on it, or failed to: the schedule is their record. */
export const finishedOn = async (tx: Tx, plan: number): Promise<number> => {
  const { count } = await tx
    .selectFrom('service_requests')
    .innerJoin('trips', 'trips.id', 'service_requests.trip_id')
    .where('trips.service_plan_id', '=', plan)
    .where('service_requests.status', 'in', ['completed', 'no_show'])
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
