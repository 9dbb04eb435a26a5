import type { LiveEvent } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/runner.ts'
import { publish } from '../live/publish.ts'
import { endPastTrips } from './end-trips.ts'
import { planNow } from './memory.ts'
import { toDate, toSeconds } from './plan.ts'
import { reoptimise } from './optimiser/reoptimise.ts'
import { lockPlan, raisePlanVersion } from './queries.ts'
import { rescueBookings } from './rescue.ts'
import { secureBookings } from './secure.ts'
import { stageIdle } from './stage-idle.ts'
import { updateEtas } from './update-etas.ts'

const SECOND = 1000

/** Zones with something to do, so that quiet ones are never locked. */
const zonesWithBookings = async (
  { db }: Deps,
  statuses: readonly ('assigned' | 'unassigned' | 'created' | 'secured')[],
): Promise<number[]> => {
  const rows = await db
    .selectFrom('service_requests')
    .select('zone_id')
    .distinct()
    .where('status', 'in', statuses)
    .orderBy('zone_id')
    .execute()
  return rows.map((row) => row.zone_id)
}

const zonesUnderWay = async ({ db, clock }: Deps): Promise<number[]> => {
  const rows = await db
    .selectFrom('trips')
    .select('zone_id')
    .distinct()
    .where('current_state', 'in', ['staged', 'live', 'in_transit'])
    .where('start_datetime', '<=', clock.now())
    .orderBy('zone_id')
    .execute()
  return rows.map((row) => row.zone_id)
}

/** Bookings whose window opens soon are secured (design: Life of a booking, 4). */
const secureZone = async (deps: Deps, zoneId: number): Promise<void> => {
  const { settings, bookings } = await planNow(deps, zoneId)
  const now = deps.clock.now()
  const minutes = settings.strategy.secure_minutes
  const before = toSeconds(now) + minutes * 60
  if (!bookings.some(({ status, pickup }) => status === 'assigned' && pickup.lower <= before)) return
  await deps.db.transaction().execute(async (tx) => {
    await lockPlan(tx, zoneId)
    const events: LiveEvent[] = []
    const text = `The pick-up window opens within ${minutes} minutes`
    const which = { zone_id: zoneId, window_opens_before: toDate(before), code: 'window_opens', text }
    if ((await secureBookings(tx, now, which, events)) === 0) return
    await raisePlanVersion(tx, zoneId)
    await publish(tx, events)
  })
}

/** Without street data nothing can be timed; what is planned stays as it is until there is some. */
const withStreets =
  (run: (deps: Deps) => Promise<void>) =>
  async (deps: Deps): Promise<void> => {
    if (deps.streets.current() !== null) await run(deps)
  }

export const dispatchJobs: readonly Job[] = [
  {
    name: 'dispatch.secure',
    every: 10 * SECOND,
    run: async (deps) => {
      for (const zone of await zonesWithBookings(deps, ['assigned'])) await secureZone(deps, zone)
    },
  },
  {
    name: 'dispatch.etas',
    every: 15 * SECOND,
    run: withStreets(async (deps) => {
      for (const zone of await zonesUnderWay(deps)) await updateEtas(deps, zone)
    }),
  },
  {
    name: 'dispatch.rescue',
    every: 30 * SECOND,
    run: withStreets(async (deps) => {
      for (const zone of await zonesWithBookings(deps, ['created', 'unassigned', 'assigned', 'secured']))
        await rescueBookings(deps, zone)
    }),
  },
  {
    name: 'dispatch.optimise',
    every: 30 * SECOND,
    run: withStreets(async (deps) => {
      if (!deps.config.optimiser) return
      for (const zone of await zonesWithBookings(deps, ['assigned'])) await reoptimise(deps, zone)
    }),
  },
  {
    name: 'dispatch.stage',
    every: 60 * SECOND,
    run: withStreets(async (deps) => {
      for (const zone of await zonesUnderWay(deps)) await stageIdle(deps, zone)
    }),
  },
  {
    name: 'dispatch.end_trips',
    every: 60 * SECOND,
    run: async (deps) => {
      await endPastTrips(deps)
    },
  },
]
