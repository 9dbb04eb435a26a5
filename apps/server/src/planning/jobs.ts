import type { LiveEvent } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/runner.ts'
import { publish } from '../live/publish.ts'
import { zonesUnderWay, zonesWithBookings } from './upkeep/busy-zones.ts'
import { endPastTrips } from './upkeep/end-trips.ts'
import { planAt } from './plan/cache.ts'
import { toDate, toSeconds } from './plan/types.ts'
import { OPTIMISE } from './reassign/wake-optimiser.ts'
import { reoptimiseOnce } from './reassign/reoptimise.ts'
import { lockPlan, raisePlanVersion } from './plan/queries.ts'
import type { ZoneVersion } from './plan/queries.ts'
import { rescueBookings } from './reassign/rescue.ts'
import { secureBookings } from './change/secure.ts'
import { stageIdle } from './upkeep/stage-idle.ts'
import { updateEtasWithNews } from './upkeep/update-etas.ts'

const SECOND = 1000

/** Planning looks at a zone every half minute: whoever books at the last moment is seen before they are secured. */
const SEEN_AFTER_S = 60

/** Bookings whose window opens soon are secured (design: Life of a booking, 4). */
const secureZone = async (deps: Deps, at: ZoneVersion): Promise<void> => {
  const { settings, bookings } = await planAt(deps, deps.db, at)
  const now = deps.clock.now()
  const minutes = settings.strategy.secure_minutes
  const before = toSeconds(now) + minutes * 60
  if (!bookings.some(({ status, pickup }) => status === 'assigned' && pickup.lower <= before)) return
  await deps.db.transaction().execute(async (tx) => {
    await lockPlan(tx, at.zone_id)
    const events: LiveEvent[] = []
    const text = `The pick-up window opens within ${minutes} minutes`
    const which = {
      zone_id: at.zone_id,
      window_opens_before: toDate(before),
      booked_before: toDate(toSeconds(now) - (deps.config.optimiser ? SEEN_AFTER_S : 0)),
      code: 'window_opens',
      text,
    }
    if ((await secureBookings(tx, now, which, events)) === 0) return
    await raisePlanVersion(tx, at.zone_id)
    await publish(tx, events)
  })
}

/** Without street data nothing can be timed; what is planned stays as it is until there is some. */
const withStreets =
  (run: (deps: Deps) => Promise<void>) =>
  async (deps: Deps): Promise<void> => {
    if (deps.streets.current() !== null) await run(deps)
  }

export const planningJobs: readonly Job[] = [
  {
    name: 'dispatch.secure',
    every: 10 * SECOND,
    run: async (deps) => {
      for (const zone of await zonesWithBookings(deps.db, ['assigned'])) await secureZone(deps, zone)
    },
  },
  {
    name: 'dispatch.etas',
    every: 15 * SECOND,
    run: withStreets(async (deps) => {
      for (const zone of await zonesUnderWay(deps.db, deps.clock.now())) await updateEtasWithNews(deps, zone)
    }),
  },
  {
    name: 'dispatch.rescue',
    every: 30 * SECOND,
    run: withStreets(async (deps) => {
      for (const zone of await zonesWithBookings(deps.db, ['created', 'unassigned', 'assigned', 'secured']))
        await rescueBookings(deps, zone)
    }),
  },
  {
    name: OPTIMISE,
    every: 30 * SECOND,
    run: withStreets(async (deps) => {
      if (!deps.config.optimiser) return
      for (const zone of await zonesWithBookings(deps.db, ['assigned'])) await reoptimiseOnce(deps, zone)
    }),
  },
  {
    name: 'dispatch.stage',
    every: 60 * SECOND,
    run: withStreets(async (deps) => {
      for (const zone of await zonesUnderWay(deps.db, deps.clock.now())) await stageIdle(deps, zone)
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
