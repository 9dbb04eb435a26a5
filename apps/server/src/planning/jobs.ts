import { each } from '../jobs/each.ts'
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
  (run: Job['run']): Job['run'] =>
  async (deps, signal) => {
    if (deps.streets.current() !== null) await run(deps, signal)
  }

/** Of one zone after the other. */
const inZones = <Z>(zones: readonly Z[], signal: AbortSignal, work: (zone: Z) => Promise<unknown>): Promise<void> =>
  each(zones, { signal, words: 'Not all zones could be dealt with' }, work)

export const planningJobs: readonly Job[] = [
  {
    name: 'dispatch.secure',
    every: 10 * SECOND,
    run: async (deps, signal) =>
      inZones(await zonesWithBookings(deps.db, ['assigned']), signal, (zone) => secureSoon(deps, zone)),
  },
  {
    name: 'dispatch.etas',
    every: 15 * SECOND,
    run: withStreets(async (deps, signal) =>
      inZones(await zonesUnderWay(deps.db, deps.clock.now()), signal, (zone) => updateEtasWithNews(deps, zone)),
    ),
  },
  {
    name: RESCUE,
    every: 30 * SECOND,
    run: withStreets(async (deps, signal) => {
      await noteOutage(deps, RESCUE)
      const zones = await zonesWithBookings(deps.db, ['created', 'unassigned', 'assigned', 'secured'])
      await inZones(zones, signal, (zone) => rescueBookings(deps, zone))
    }),
  },
  {
    name: OPTIMISE,
    every: 30 * SECOND,
    // a second for each zone
    deadline: 300 * SECOND,
    run: withStreets(async (deps, signal) => {
      if (!deps.config.optimiser) return
      await inZones(await zonesWithBookings(deps.db, ['assigned']), signal, (zone) => reoptimiseOnce(deps, zone))
    }),
  },
  {
    name: 'dispatch.stage',
    every: 60 * SECOND,
    run: withStreets(async (deps, signal) =>
      inZones(await zonesUnderWay(deps.db, deps.clock.now()), signal, (zone) => stageIdle(deps, zone)),
    ),
  },
  { name: 'dispatch.end_pins', every: 15 * SECOND, run: endPastPins },
  {
    name: 'dispatch.end_trips',
    every: 60 * SECOND,
    run: endPastTrips,
  },
]
