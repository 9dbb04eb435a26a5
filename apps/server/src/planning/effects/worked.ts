import type { EffectTotals, RequestStatus } from '@ambit/contract'
import type { PlanChange } from '../change/change-plan.ts'
import { effectOf } from './effect.ts'
import type { PlanEffect } from './effect.ts'
import { factsOf } from './facts.ts'
import { sidesOf } from './sides.ts'
import type { Sides } from './sides.ts'
import { noTotals } from './totals.ts'

/** The effect of what was changed so far, over all zones. */
export const worked = async (
  changes: readonly PlanChange[],
  before: ReadonlyMap<number, RequestStatus>,
  named: ReadonlySet<number>,
  everyTrip = false,
): Promise<{ sides: Sides[]; effect: PlanEffect }> => {
  const sides: Sides[] = []
  const effects: PlanEffect[] = []
  for (const change of changes) {
    const both = await sidesOf(change, before, everyTrip)
    if (both === null) continue
    sides.push(both)
    effects.push(effectOf(both, await factsOf(change, both), named))
  }
  return { sides, effect: together(effects) }
}

const together = (effects: readonly PlanEffect[]): PlanEffect => {
  const [first, ...others] = effects
  if (first !== undefined && others.length === 0) return first
  const totals = { ...noTotals }
  for (const { totals: own } of effects)
    for (const key of Object.keys(totals) as (keyof EffectTotals)[])
      // its own keys
      totals[key] = key === 'worst_late_s' ? Math.max(totals[key], own[key]) : totals[key] + own[key]
  return {
    totals,
    bookings: effects.flatMap(({ bookings }) => bookings),
    all: effects.flatMap(({ all }) => all),
    violations: effects.flatMap(({ violations }) => violations),
    trips: effects.flatMap(({ trips }) => trips),
  }
}
