import { counted } from '@ambit/domain'
import type { Reason } from '@ambit/contract'
import type { RefusedByRule } from '@ambit/domain'
import { chooseOffers } from './offers.ts'
import type { Offer } from './offers.ts'
import { findCandidates } from './find-candidates.ts'
import { isLargeEnough } from './journey.ts'
import type { SearchLimits } from './find-candidates.ts'
import type { Journey, Obstacle } from './journey.ts'
import type { PlanningContext } from '../plan/context.ts'
import { toDate } from '../plan/types.ts'
import type { Seconds } from '../plan/types.ts'
import { verifyCandidate } from './verify.ts'
import { timeNear } from './refusals.ts'
import { nextAllowed } from './rules.ts'

type Change = { cost: number; reason: Reason }

const QUARTER = 900
/** How far around the requested time a change is looked for, and how many later starts of service beyond that. */
const LATER_S = 4 * 3600
const EARLIER_STEPS = 8
const NEXT_SHIFTS = 4
const FARTHEST_WALK_M = 2000

/**
 * The smallest change to a journey that the plan can take: another time, a longer walk, fewer people. Each is found
 * by the same search as the journey itself and verified by the engine's independent check. Null when nothing helps.
 * @param timesAlone only another time
 */
export const nearestChange = (
  context: PlanningContext,
  journey: Journey,
  obstacle: Obstacle | null,
  timesAlone = false,
): Reason | null => {
  let best: Change | null = null
  // Each gets the cost to beat, and does not search where nothing cheaper can be.
  for (const look of helpful(obstacle)) {
    if (timesAlone && look !== later && look !== earlier) continue
    const change: Change | null = look(context, journey, best?.cost ?? Infinity)
    if (change !== null && change.cost < (best?.cost ?? Infinity)) best = change
  }
  return best?.reason ?? null
}

type Look = (context: PlanningContext, journey: Journey, toBeat: number) => Change | null

/** No other time brings a stop nearer, and no smaller party starts a shift. */
const helpful = (obstacle: Obstacle | null): Look[] => {
  switch (obstacle?.kind) {
    case 'no_stop':
      return [furtherWalk]
    case 'no_way':
      return []
    case 'not_in_service':
    case 'not_taken':
      return [later, earlier]
    case 'too_soon':
      return [later]
    case 'rule':
      return helpfulAgainst(obstacle.refused)
    case 'refused':
    case undefined:
      return [later, fewer, furtherWalk, earlier]
  }
}

const helpfulAgainst = ({ rule }: RefusedByRule): Look[] => {
  switch (rule) {
    case 'outside_hours':
      return [later, earlier]
    case 'after_cut_off':
      return [later]
    case 'too_many_people':
      return [fewer]
    case 'beyond_horizon':
    case 'too_many_open':
      return []
  }
}

/** The best offer of the nearest stops; null: there is none that holds. */
export const probe = (context: PlanningContext, journey: Journey, limits?: SearchLimits): Offer | null => {
  // A ride at another time does not leave now.
  const { candidates } = findCandidates(context, { ...journey, leave_now: false }, { ...limits, probe: true })
  const [offer] = chooseOffers(candidates, journey)
  return offer !== undefined && verifyCandidate(context, offer).length === 0 ? offer : null
}

const timeChange = (context: PlanningContext, journey: Journey, offer: Offer): Change => {
  const { time_zone } = context.plan.settings
  const arrives = offer.delivery_at + offer.dropoff.walk_s
  const away = journey.departing ? offer.pickup_at - offer.pickup.walk_s - journey.time : arrives - journey.time
  const text = journey.departing
    ? `A pick-up at ${timeNear(offer.pickup_window.lower, journey, time_zone)} works`
    : `An arrival at ${timeNear(arrives, journey, time_zone)} works`
  const demand = journey.departing
    ? Math.floor((offer.pickup_window.lower - offer.pickup.walk_s) / 60) * 60
    : Math.ceil(arrives / 60) * 60
  return {
    cost: Math.abs(away) / 60,
    reason: { code: away < 0 ? 'earlier' : 'later', text, figures: { traveling_at: toDate(demand).toISOString() } },
  }
}

/** For a requested arrival that cannot be met, the soonest journey from that time on is searched. */
const later = (context: PlanningContext, journey: Journey, toBeat: number): Change | null => {
  const asDeparture = { ...journey, departing: true }
  const large = context.plan.trips.filter((trip) => trip.available && isLargeEnough(trip, journey))
  const starts = large.map((trip) => trip.start).filter((start) => start > journey.time)
  const next = nextAllowed(context, asDeparture)
  if (next === null) return null
  const moments: Seconds[] = [
    next,
    ...[...new Set(starts)]
      .filter((start) => start > next)
      .toSorted((a, b) => a - b)
      .slice(0, NEXT_SHIFTS),
  ]
  for (const time of moments) {
    if ((time - journey.time) / 60 >= toBeat) return null
    const offer = probe(context, { ...asDeparture, time }, { max_wait_s: LATER_S })
    if (offer !== null) return timeChange(context, journey, offer)
  }
  return null
}

const earlier = (context: PlanningContext, journey: Journey, toBeat: number): Change | null => {
  for (let step = 1; step <= EARLIER_STEPS; step++) {
    const time = journey.time - step * QUARTER
    // What is found at a step may lie a step further back.
    if (time < context.now || (step - 1) * (QUARTER / 60) >= toBeat) return null
    const offer = probe(context, { ...journey, time }, { max_wait_s: QUARTER })
    if (offer !== null) return timeChange(context, journey, offer)
  }
  return null
}

const furtherWalk = (context: PlanningContext, journey: Journey, toBeat: number): Change | null => {
  const { strategy } = context.plan.settings
  if (strategy.door_to_door) return null
  for (const limit of [strategy.max_walk_m * 1.5, strategy.max_walk_m * 2, FARTHEST_WALK_M]) {
    if (limit > FARTHEST_WALK_M || (strategy.max_walk_m / 80) * 2 >= toBeat) continue
    const offer = probe(context, journey, { max_walk_m: limit })
    if (offer === null) continue
    const atPickup = offer.pickup.walk_m >= offer.dropoff.walk_m
    const far = atPickup ? offer.pickup : offer.dropoff
    const [lng, lat] = far.point
    return {
      cost: ((offer.pickup.walk_m + offer.dropoff.walk_m) / 80) * 2,
      reason: {
        code: 'walk_further',
        text: `Walking ${far.walk_m} m ${atPickup ? 'to' : 'from'} ${far.name} works`,
        figures: {
          walk_m: far.walk_m,
          location_id: far.location_id,
          stop: far.name,
          // what a search from or to the stop itself asks for
          end: atPickup ? 'origin' : 'destination',
          address: far.name,
          lng,
          lat,
        },
      },
    }
  }
  return null
}

const fewer = (context: PlanningContext, journey: Journey, toBeat: number): Change | null => {
  // Whose attendant or aid would stay behind is not for a search to say.
  if (journey.times !== null || journey.paying < journey.passengers) return null
  const { max_passengers } = context.plan.settings.rules.days.at(journey.time * 1000).rules
  const most = Math.min(journey.passengers - 1, journey.override ? Infinity : max_passengers)
  for (let passengers = most; passengers >= 1; passengers--) {
    const wheelchairs = Math.min(journey.wheelchairs, passengers)
    if (30 + 15 * (journey.passengers - passengers) >= toBeat) return null
    if (probe(context, { ...journey, passengers, wheelchairs }) === null) continue
    const text = `${counted(passengers, 'passenger')} can travel at this time`
    return {
      cost: 30 + 15 * (journey.passengers - passengers),
      reason: { code: 'fewer_passengers', text, figures: { passengers, wheelchairs } },
    }
  }
  return null
}
