import type { LiveEvent } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/runner.ts'
import { publish } from '../live/publish.ts'
import { endPastTrips } from './end-trips.ts'
import { settingsAt } from './memory.ts'
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
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    const version = await lockPlan(tx, zoneId)
    const { strategy } = await settingsAt(deps, tx, version)
    const events: LiveEvent[] = []
    const before = new Date(now.getTime() + strategy.secure_minutes * 60 * SECOND)
    const text = `The pick-up window opens within ${strategy.secure_minutes} minutes`
    const count = await secureBookings(
      tx,
      now,
      { zone_id: zoneId, window_opens_before: before, code: 'window_opens', text },
      events,
    )
    if (count === 0) return
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
