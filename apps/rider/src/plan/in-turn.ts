import type { RideOffering } from '@ambit/contract'
import { STEP_MINUTES } from '../ride/zone-time.ts'

const STEP_MS = STEP_MINUTES * 60_000

type Ends = { dropoff: Pick<RideOffering['dropoff'], 'upper_bound' | 'walk_s'> }
type Begins = { pickup: Pick<RideOffering['pickup'], 'lower_bound' | 'walk_s'> }

/** When the passenger can be at the stop of the way back at the latest, ms. */
const readyAt = (there: Ends, back: Begins): number =>
  Date.parse(there.dropoff.upper_bound) + (there.dropoff.walk_s + back.pickup.walk_s) * 1000

/** Whether the way back begins once the way there and both ways on foot are over; the server has the same rule. */
export const isReached = (there: Ends, back: Begins): boolean =>
  Date.parse(back.pickup.lower_bound) >= readyAt(there, back)

/** The first time in full steps from which a way back can be looked for, ms. */
export const possibleFrom = (there: Ends, backs: readonly Begins[]): number =>
  Math.ceil(Math.max(...backs.map((back) => readyAt(there, back))) / STEP_MS) * STEP_MS
