import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { By } from '../planning/change/booking-history.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import { closeTrip, deleteUnknownTrip, insertTrip, readTrip } from '../planning/change/trips.ts'
import type { OpenTrip } from '../planning/change/trips.ts'
import { readSettings } from '../planning/plan/queries.ts'
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
  change: PlanChange,
  { plan, route, rest, start_time, end_time, ...place }: NewTrip,
): Promise<number> => {
  const id = await insertTrip(change, {
    service_plan_id: plan,
    ...place,
    start_datetime: start_time,
    end_datetime: end_time,
  })
  if (route !== null) {
    const settings = await readSettings(change.tx, place.zone_id)
    await driveRoute(change, route, { tripId: id, window: { start_time, end_time }, rest, settings })
  } else if (rest !== null) await planBreak(change, { id, zone_id: place.zone_id, vehicle_id: place.vehicle_id }, rest)
  return id
}

/** What of a schedule that may have begun is still to be driven. A break that should have begun before is not made up for. */
export const leftOf = (
  { start_time, rest }: Pick<NewTrip, 'start_time' | 'rest'>,
  now: Date,
): Pick<NewTrip, 'start_time' | 'rest'> => ({
  start_time: now > start_time ? now : start_time,
  rest: rest !== null && rest.from > now ? rest : null,
})

/** The trip of a schedule that is not cancelled, if there is one. */
export const tripOf = async (tx: Tx, plan: number): Promise<OpenTrip | null> => {
  const row = await tx
    .selectFrom('trips')
    .select('id')
    .where('service_plan_id', '=', plan)
    .where('current_state', '<>', 'cancelled')
    .executeTakeFirst()
  return row === undefined ? null : ((await readTrip(tx, row.id)) ?? null)
}

/** Bookings that a trip still has to serve. */
export const bookedOn = (trip: OpenTrip | null): number => (trip === null ? 0 : trip.on_board + trip.bookings_left)

/** A trip that was never offered and is not held goes without a trace; of any other it stays known that it was cancelled. */
export const endTripOf = async (change: PlanChange, trip: OpenTrip, by: By): Promise<void> => {
  if (!(await deleteUnknownTrip(change, trip.id)))
    await closeTrip(change, trip, { message: 'The schedule was changed', by })
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
