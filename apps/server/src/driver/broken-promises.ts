import { planChanged } from '../planning/change/change-plan.ts'
import { latenessOf } from '../planning/problem/lateness.ts'
import type { DriverAction } from './action.ts'

/** By how many seconds each booking of the trip is expected later than promised; empty without street data. */
export type Late = ReadonlyMap<number, number>

export const lateNow = async ({ change, trip }: DriverAction): Promise<Late> => {
  const { context } = await planChanged(change)
  return context === null ? new Map() : latenessOf(context, trip.id)
}

/** What a change makes later by less is not worth a word. Seconds */
const WORTH_S = 1

/** How many bookings are later than promised, or later still, by what came between. */
export const newlyLate = (before: Late, after: Late): number =>
  [...after].filter(([id, by]) => by > (before.get(id) ?? 0) + WORTH_S).length
