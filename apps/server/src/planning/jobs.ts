import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/runner.ts'
import { reoptimiseOnce } from './reassign/reoptimise.ts'
import { rescueBookings } from './reassign/rescue.ts'
import { OPTIMISE } from './reassign/wake-optimiser.ts'
import { zonesUnderWay, zonesWithBookings } from './upkeep/busy-zones.ts'
import { noteOutage } from './plan/outages.ts'
import { endPastPins } from './upkeep/end-pins.ts'
import { endPastTrips } from './upkeep/end-trips.ts'
import { secureSoon } from './upkeep/secure.ts'
import { stageIdle } from './upkeep/stage-idle.ts'
import { updateEtasWithNews } from './upkeep/update-etas.ts'

const SECOND = 1000
const RESCUE = 'dispatch.rescue'

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
      for (const zone of await zonesWithBookings(deps.db, ['assigned'])) await secureSoon(deps, zone)
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
    name: RESCUE,
    every: 30 * SECOND,
    run: withStreets(async (deps) => {
      await noteOutage(deps, RESCUE)
      for (const zone of await zonesWithBookings(deps.db, ['created', 'unassigned', 'assigned', 'secured']))
        await rescueBookings(deps, zone)
    }),
  },
  {
    name: OPTIMISE,
    every: 30 * SECOND,
    // a second for each zone
    deadline: 300 * SECOND,
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
  { name: 'dispatch.end_pins', every: 15 * SECOND, run: endPastPins },
  {
    name: 'dispatch.end_trips',
    every: 60 * SECOND,
    run: async (deps) => {
      await endPastTrips(deps)
    },
  },
]
