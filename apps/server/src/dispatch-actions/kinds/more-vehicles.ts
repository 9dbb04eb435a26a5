import { sql } from 'kysely'
import { visibleCrew } from '../../http/scope.ts'
import { noteSchedule, planChanged } from '../../planning/change/change-plan.ts'
import type { PlanChange } from '../../planning/change/change-plan.ts'
import { updateTrip } from '../../planning/change/trips.ts'
import { planTripLoss } from '../../planning/disrupt/cancel-trip.ts'
import type { TripLoss } from '../../planning/disrupt/cancel-trip.ts'
import { later } from '../../planning/disrupt/later.ts'
import type { PlanningContext } from '../../planning/plan/context.ts'
import { toDate } from '../../planning/plan/types.ts'
import type { PlanTrip } from '../../planning/plan/types.ts'
import { NoWay } from '../../planning/reassign/no-way.ts'
import { findClash } from '../../service-plans/queries.ts'
import { layOutTrip } from '../../service-plans/trip.ts'

const MINUTE_MS = 60_000
/** A driver who was not expected to drive takes so long to be on the road. Minutes */
const READY = 10
/** A schedule is ended so much later for others' passengers. Minutes */
const LONGER = 30

const noWay = (code: string, text: string): NoWay => new NoWay([{ code, text }])

/** A whole five minutes, so that what is shown still holds a moment later. */
const soon = (now: Date): Date =>
  new Date(Math.ceil((now.getTime() + READY * MINUTE_MS) / (5 * MINUTE_MS)) * 5 * MINUTE_MS)

type Spare = { vehicle_id: number; vehicle_number: string; driver_id: number }

/** A vehicle of the region with room for those of the other, and a driver, who are in no schedule at that time. */
const findSpare = async ({ tx, zone }: PlanChange, like: PlanTrip, from: Date, until: Date): Promise<Spare | null> => {
  const scope = [zone.region_id]
  const busy = (column: 'vehicle_id' | 'driver_id') => sql<boolean>`not exists (
    select from service_plans p where p.${sql.ref(column)} = ${sql.ref(column === 'vehicle_id' ? 'vehicles.id' : 'drivers.id')}
      and p.start_time < ${until} and p.end_time > ${from})`
  const vehicle = await tx
    .selectFrom('vehicles')
    .where('status', '=', 'active')
    .where(visibleCrew(scope, 'vehicles'))
    .where(busy('vehicle_id'))
    .select(['id', 'vehicle_number'])
    .orderBy(sql`(capacity >= ${like.capacity.seats} and mobility_capacity >= ${like.capacity.wheelchairs})`, 'desc')
    .orderBy(sql`mobility_capacity >= ${like.capacity.wheelchairs}`, 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const driver = await tx
    .selectFrom('drivers')
    .where('status', '=', 'approved')
    .where(visibleCrew(scope, 'drivers'))
    .where(busy('driver_id'))
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (vehicle === undefined || driver === undefined) return null
  return { vehicle_id: vehicle.id, vehicle_number: vehicle.vehicle_number, driver_id: driver.id }
}

const asChanged = async (change: PlanChange): Promise<PlanningContext> => {
  const { context } = await planChanged(change)
  if (context === null) throw new Error('Nothing is planned without street data')
  return context
}

const takesSome = ({ found }: TripLoss, tripId: number): boolean =>
  found !== null && [...found.placed.values()].some(({ id }) => id === tripId)

/** What becomes of a trip's bookings with one more vehicle of those that are free, and its number. Throws NoWay without one. */
export const planWithSpare = async (
  change: PlanChange,
  trip: PlanTrip,
): Promise<{ loss: TripLoss; vehicle_number: string }> => {
  const [start_time, end_time] = [soon(change.now), toDate(trip.end)]
  const spare = start_time < end_time ? await findSpare(change, trip, start_time, end_time) : null
  if (spare === null) throw noWay('no_spare', 'No other vehicle and driver are free until the end of this trip')
  const { vehicle_id, driver_id, vehicle_number } = spare
  const { id: plan } = await change.tx
    .insertInto('service_plans')
    .values({
      zone_id: change.zone.zone_id,
      vehicle_id,
      driver_id,
      start_time,
      end_time,
      created_at: change.now,
      updated_at: change.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  noteSchedule(change, plan)
  const { zone_id } = change.zone
  const own = { plan, zone_id, vehicle_id, driver_id, start_time, end_time, route: null, rest: null }
  const added = await layOutTrip(change, own)
  const loss = await planTripLoss(change, trip.id, later, await asChanged(change))
  if (!takesSome(loss, added)) throw noWay('spare_takes_none', `${vehicle_number} can take none of these bookings`)
  return { loss, vehicle_number }
}

/** The vehicle whose schedule's end kept most of the bookings from it. */
const endsTooSoon = ({ found }: TripLoss): number | null => {
  const ended = new Map<number, number>()
  for (const refusals of found?.failed.values() ?? [])
    for (const refusal of refusals)
      if (refusal.reason === 'shift') ended.set(refusal.vehicle, (ended.get(refusal.vehicle) ?? 0) + 1)
  const [most] = [...ended].toSorted((a, b) => b[1] - a[1] || a[0] - b[0])
  return most?.[0] ?? null
}

/** The same with one schedule that ends half an hour later, and its vehicle's number. Throws NoWay where none helps. */
export const planWithLonger = async (
  change: PlanChange,
  trip: PlanTrip,
): Promise<{ loss: TripLoss; vehicle_number: string }> => {
  const before = await planTripLoss(change, trip.id)
  const id = endsTooSoon(before)
  const longer = before.context.plan.trips.find((one) => one.id === id)
  const none = noWay('no_longer', 'A longer schedule would help nobody')
  if (longer === undefined) throw none
  const row = await change.tx
    .selectFrom('trips')
    .innerJoin('service_plans', 'service_plans.id', 'trips.service_plan_id')
    .where('trips.id', '=', longer.id)
    .select(['service_plans.id', 'service_plans.vehicle_id', 'service_plans.driver_id', 'end_time'])
    .executeTakeFirst()
  if (row === undefined) throw none
  const end = new Date(row.end_time.getTime() + LONGER * MINUTE_MS)
  const crew = { vehicle_id: row.vehicle_id, driver_id: row.driver_id }
  const clash = await findClash(change.tx, { id: row.id, ...crew, start_time: row.end_time, end_time: end })
  if (clash !== null) throw noWay('busy_after', `${clash.name} is in another schedule after this one`)
  await updateTrip(change, longer.id, { end_datetime: end })
  noteSchedule(change, row.id)
  await change.tx
    .updateTable('service_plans')
    .set({ end_time: end, updated_at: change.now })
    .where('id', '=', row.id)
    .execute()
  const loss = await planTripLoss(change, trip.id, later, await asChanged(change))
  if (!takesSome(loss, longer.id)) throw none
  return { loss, vehicle_number: longer.vehicle_number }
}
