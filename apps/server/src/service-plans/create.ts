import { sql } from 'kysely'
import type { ServicePlanInput } from '@ambit/contract'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { lockPlan, raisePlanVersion, readSettings } from '../dispatch/queries.ts'
import { HttpError, invalid } from '../http/errors.ts'
import { publish } from '../live/publish.ts'
import { clashFault, isOverlap } from './clash.ts'
import { requireCrew } from './crew.ts'
import { findClash } from './queries.ts'
import { driveRoute, planBreak, readRoute } from './lay-out-trip.ts'
import type { Break } from './lay-out-trip.ts'

/**
 * Saves a schedule and, when it has a vehicle, its trip. 422 for a vehicle or driver that is busy, out of order or
 * unknown; a schedule in the past is refused by the route alone, because a demo starts in the middle of a day.
 */
export const createServicePlan = async (
  deps: Pick<Deps, 'db' | 'clock' | 'streets'>,
  input: z.output<typeof ServicePlanInput>,
  regions: readonly number[] | null = null,
): Promise<number> => {
  const window = { start_time: new Date(input.start_time), end_time: new Date(input.end_time) }
  try {
    return await deps.db.transaction().execute(async (tx) => {
      const zone = await tx
        .selectFrom('zones')
        .select(['id', 'region_id'])
        .where('id', '=', input.zone_id)
        .executeTakeFirst()
      if (zone === undefined || (regions !== null && !regions.includes(zone.region_id)))
        throw invalid([{ pointer: '/zone_id', detail: 'Please select a zone' }])
      await lockPlan(tx, zone.id)
      await requireCrew(tx, input)
      const crew = { vehicle_id: input.vehicle_id, driver_id: input.driver_id }
      const clash = await findClash(tx, { ...crew, ...window })
      if (clash !== null) throw invalid([clashFault(clash)])
      const route = input.service_route_id == null ? null : await readRoute(tx, zone.id, input.service_route_id)
      const rest = breakOf(input)
      const now = deps.clock.now()
      const stamps = { created_at: now, updated_at: now }
      const plan = await tx
        .insertInto('service_plans')
        .values({
          zone_id: zone.id,
          service_route_id: input.service_route_id ?? null,
          ...crew,
          ...window,
          minimum_capacity: input.minimum_capacity,
          break_minutes: rest?.minutes ?? null,
          break_from: rest?.from ?? null,
          break_until: rest?.until ?? null,
          shift: input.metadata.shift ?? null,
          shift_label: input.metadata.shiftLabel || null,
          ...stamps,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const place = { zone_id: zone.id, region_id: zone.region_id }
      if (input.vehicle_id !== null) {
        const tripId = await addTrip(tx, { plan: plan.id, zone_id: zone.id, ...crew, window, now })
        if (route !== null) {
          const settings = await readSettings(tx, zone.id)
          await driveRoute(deps, tx, route, { tripId, window, rest, settings })
        } else if (rest !== null)
          await planBreak(tx, { id: tripId, zone_id: zone.id, vehicle_id: input.vehicle_id }, rest)
        await publish(tx, [{ kind: 'trip', trip_id: tripId, ...place }])
      }
      await raisePlanVersion(tx, zone.id)
      await publish(tx, [{ kind: 'service_plan', service_plan_id: plan.id, ...place }])
      return plan.id
    })
  } catch (error) {
    // Two schedules saved in the same moment in different zones pass the question above; the constraint decides.
    if (error instanceof HttpError || !isOverlap(error)) throw error
    const clash = await findClash(deps.db, { vehicle_id: input.vehicle_id, driver_id: input.driver_id, ...window })
    throw clash === null ? error : invalid([clashFault(clash)])
  }
}

type NewTrip = {
  plan: number
  zone_id: number
  vehicle_id: number | null
  driver_id: number | null
  window: { start_time: Date; end_time: Date }
  now: Date
}

const addTrip = async (tx: Tx, { plan, window, now, ...place }: NewTrip): Promise<number> => {
  const { id } = await tx
    .insertInto('trips')
    .values({
      name: '',
      service_plan_id: plan,
      ...place,
      start_datetime: window.start_time,
      end_datetime: window.end_time,
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
  return id
}

/** The contract lets a break come whole or not at all. */
const breakOf = ({ break_minutes, break_from, break_until }: z.output<typeof ServicePlanInput>): Break | null =>
  break_minutes == null || break_from == null || break_until == null
    ? null
    : { minutes: break_minutes, from: new Date(break_from), until: new Date(break_until) }

type Tx = Parameters<Parameters<ReturnType<Deps['db']['transaction']>['execute']>[0]>[0]
