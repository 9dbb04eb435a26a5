import type { Deps } from '../deps.ts'
import type { PlanCache } from './plan/cache.ts'
import { createPlanCache } from './plan/cache.ts'
import { createOptimiser } from './reassign/optimiser.ts'
import type { Optimiser } from './reassign/optimiser.ts'
import { wakeOptimiser } from './reassign/wake-optimiser.ts'
import { createSales } from './sales.ts'
import type { Sales } from './sales.ts'
import type { EstimateBasis } from './upkeep/update-etas.ts'

/** What a process keeps of its plans in memory; no other process needs it. */
export type PlanningState = {
  cache: PlanCache
  /** what the last estimates rest on, by zone and trip */
  estimates: Map<number, ReadonlyMap<number, EstimateBasis>>
  /** by zone: the plan's version that was searched for a better one last */
  searched: Map<number, number>
  statistics: PlanningStatistics
  sales: Sales
  optimiser: Optimiser
  /** looks for a better plan of a zone as soon as possible */
  wake: (deps: Deps, zoneId: number) => Promise<void>
}

/** What planning has done since the process started. */
export type PlanningStatistics = {
  /** plans searched for a better one, and better ones carried out */
  looks: number
  changes: number
  /** bookings that changed vehicle by them, and weighted seconds of driving, riding and waiting saved */
  moved: number
  saved_s: number
  /** journeys without an insertion for which room was sought, found, and sold */
  rooms_sought: number
  rooms_found: number
  rooms_sold: number
  /** those for which it was not sought to the end, as the optimiser had too much to do or failed */
  rooms_missed: number
}

export const createPlanningState = (optimiser = createOptimiser()): PlanningState => ({
  cache: createPlanCache(),
  estimates: new Map(),
  searched: new Map(),
  statistics: {
    looks: 0,
    changes: 0,
    moved: 0,
    saved_s: 0,
    rooms_sought: 0,
    rooms_found: 0,
    rooms_sold: 0,
    rooms_missed: 0,
  },
  sales: createSales(),
  optimiser,
  wake: wakeOptimiser,
})
