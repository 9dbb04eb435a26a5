import type { Steps } from '@ambit/streets'
import type { PlanningContext } from '../plan/context.ts'
import type { Seconds } from '../plan/types.ts'
import { probe } from './alternatives.ts'
import type { Journey, OpenRides } from './journey.ts'
import type { Offer } from './offers.ts'
import { underRules } from './rules.ts'

/** Around the wish; times are looked for at each step, and are at least so far apart. Seconds */
const FARTHEST_S = 120 * 60
const STEP_S = 10 * 60
/** Before the wish, and after it. */
export const MOST_TIMES = 6

/** When a passenger leaves the door, or is promised to be at it: what is wished for. */
export const doorTime = ({ pickup_window, pickup, dropoff_window, dropoff }: Offer, departing: boolean): Seconds =>
  departing ? pickup_window.lower - pickup.walk_s : dropoff_window.upper + dropoff.walk_s

/** Those that are a step from each other at least; the first ones stay. */
export const spaced = <T>(all: readonly T[], timeOf: (one: T) => Seconds): T[] => {
  const kept: T[] = []
  for (const one of all) if (kept.every((other) => Math.abs(timeOf(other) - timeOf(one)) >= STEP_S)) kept.push(one)
  return kept
}

/** Within the rules as they are at that time, without a ride that would begin later than it was asked for. */
const offerAt = (context: PlanningContext, journey: Journey, rides: OpenRides): Offer | null => {
  if (journey.time < context.now) return null
  const asked = underRules(context, journey, rides)
  return asked.refused === null && asked.journey !== null ? probe(context, asked.journey, { max_wait_s: STEP_S }) : null
}

/**
 * What the plan has room for at other times than the wish, the nearest on each side; of arrivals only earlier ones. Each
 * comes of the same search as the journey itself, for the nearest stops, and is verified by the engine's independent check.
 */
export function* otherTimes(context: PlanningContext, wish: Journey, rides: OpenRides): Steps<Offer[]> {
  const { departing } = wish
  const timeOf = (offer: Offer): Seconds => doorTime(offer, departing)
  const sides = (departing ? [-1, 1] : [-1]).map((side) => ({ side, found: [] as Offer[] }))
  for (let step = STEP_S; step <= FARTHEST_S; step += STEP_S)
    for (const one of sides) {
      if (one.found.length === MOST_TIMES) continue
      yield
      const offer = offerAt(context, { ...wish, time: wish.time + one.side * step, leave_now: false }, rides)
      if (offer === null) continue
      const away = (timeOf(offer) - wish.time) * one.side
      if (away > 0 && away <= FARTHEST_S) one.found = spaced([...one.found, offer], timeOf)
    }
  return sides.flatMap(({ found }) => found)
}
