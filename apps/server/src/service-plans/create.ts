import type { ServicePlanInput } from '@ambit/contract'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { changePlan, noteSchedule } from '../planning/change/change-plan.ts'
import { invalid } from '../http/errors.ts'
import { keepNothing } from '../http/idempotency.ts'
import { refuseClash, tellOverlap } from './clash.ts'
import { requireCrew } from './crew.ts'
import { breakOf, readRoute } from './lay-out-trip.ts'
import { layOutTrip } from './trip.ts'

type Input = z.output<typeof ServicePlanInput>

/** Answers the schedule's id. */
export const createServicePlan = (deps: Deps, input: Input): Promise<number> =>
  createServicePlanIn(deps, input, null, keepNothing)

/**
 * Saves a schedule in one of the regions and, when it has a vehicle, its trip. 422 for a vehicle or driver that is busy,
 * out of order or unknown; a schedule in the past is refused by the route alone, because a demo starts in the middle of
 * a day. Answers what `told` does in the same transaction.
 */
export const createServicePlanIn = <T>(
  deps: Deps,
  input: Input,
  regions: readonly number[] | null,
  told: (tx: Transaction<DB>, id: number) => Promise<T>,
): Promise<T> => {
  const window = { start_time: new Date(input.start_time), end_time: new Date(input.end_time) }
  const crew = { vehicle_id: input.vehicle_id, driver_id: input.driver_id }
  const asked = { ...crew, ...window }
  const save = async () => {
    const zone = await deps.db
      .selectFrom('zones')
      .select(['id', 'region_id'])
      .where('id', '=', input.zone_id)
      .executeTakeFirst()
    if (zone === undefined || (regions !== null && !regions.includes(zone.region_id)))
      throw invalid([{ pointer: '/zone_id', detail: 'Please select a zone' }])
    return changePlan(deps, zone.id, 'schedule', async (change) => {
      const { tx } = change
      await requireCrew(tx, regions, crew)
      await refuseClash(tx, regions, asked)
      const route = input.service_route_id == null ? null : await readRoute(tx, zone.id, input.service_route_id)
      const rest = breakOf(input)
      const stamps = { created_at: change.now, updated_at: change.now }
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
      noteSchedule(change, plan.id)
      if (crew.vehicle_id !== null)
        await layOutTrip(change, {
          plan: plan.id,
          zone_id: zone.id,
          ...crew,
          vehicle_id: crew.vehicle_id,
          ...window,
          route,
          rest,
        })
      return told(tx, plan.id)
    })
  }
  return tellOverlap(deps.db, regions, { of: () => asked, save })
}
