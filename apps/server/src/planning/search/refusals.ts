import { counted } from '@ambit/domain'
import { flatDistance } from '@ambit/geo'
import type { Refusal } from '@ambit/engine'
import type { Reason, VehicleNeed } from '@ambit/contract'
import type { Journey, Obstacle } from './journey.ts'
import { ruleReason } from './rules.ts'
import { toDate } from '../plan/types.ts'
import type { Seconds, ZonePlan } from '../plan/types.ts'
import { clockTime, dayAndTime, minutes, sameDay } from '../plan/format.ts'

/** A time on another day than the requested one is shown with its day. */
export const timeNear = (time: Seconds, journey: Journey, timeZone: string): string =>
  sameDay(toDate(time), toDate(journey.time), timeZone)
    ? clockTime(toDate(time), timeZone)
    : dayAndTime(toDate(time), timeZone)

const SAME_PLACE = 'The pick-up and the drop-off are the same place'
const SAME_M = 1
const isSamePlace = ({ origin, destination }: Journey): boolean =>
  flatDistance(origin.point, destination.point) < SAME_M

/** What stood in the way, the limit that bound most vehicles first; plain words, and figures for programs. */
export const reasonsFor = (plan: ZonePlan, journey: Journey, obstacle: Obstacle): Reason[] => {
  const { name, strategy, time_zone } = plan.settings
  switch (obstacle.kind) {
    case 'no_stop': {
      const where = obstacle.end === 'origin' ? 'pick-up' : 'drop-off'
      const nearest =
        obstacle.nearest_m === null ? 'and none is near' : `the nearest suitable one is ${obstacle.nearest_m} m away`
      return [
        {
          code: `no_stop_${obstacle.end}`,
          text: `No suitable stop lies within ${strategy.max_walk_m} m on foot of the ${where}; ${nearest}`,
          figures: { max_walk_m: strategy.max_walk_m, nearest_m: obstacle.nearest_m },
        },
      ]
    }
    case 'no_way':
      return [
        { code: 'no_way', text: isSamePlace(journey) ? SAME_PLACE : 'No road leads from the pick-up to the drop-off' },
      ]
    case 'not_in_service':
      return [
        {
          code: 'outside_service_hours',
          text: `No vehicle is in service in ${name} at ${dayAndTime(toDate(journey.time), time_zone)}`,
          figures: { zone: name },
        },
      ]
    case 'not_taken':
      return [
        {
          code: 'not_taken',
          text: `No vehicle in service in ${name} at ${dayAndTime(toDate(journey.time), time_zone)} takes ${aidsIn(obstacle.needs)}`,
          figures: { zone: name },
        },
      ]
    case 'too_soon':
      return [
        {
          code: 'too_soon',
          text: `The drive alone takes ${minutes(obstacle.direct_s)}: leaving now, the passenger cannot arrive by ${timeNear(journey.time, journey, time_zone)}`,
          figures: { direct_s: obstacle.direct_s },
        },
      ]
    case 'rule':
      return [ruleReason(plan.settings, obstacle.refused, obstacle.rides)]
    case 'refused':
      if (obstacle.refusals.length === 0)
        return [
          { code: 'no_run', text: 'No run of a route goes from near the pick-up to near the drop-off at this time' },
        ]
      return refusalReasons(obstacle.refusals, obstacle.pp.epoch, time_zone)
  }
}

/** Refusals of many vehicles, counted by what bound them. */
export const refusalReasons = (refusals: readonly Refusal[], epoch: Seconds, timeZone: string): Reason[] => {
  const groups = Map.groupBy(
    refusals.filter((refusal) => refusal.reason !== 'not_allowed'),
    (refusal) => ('kind' in refusal ? `${refusal.reason}_${refusal.kind}` : refusal.reason),
  )
  return [...groups]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([code, group]) => ({ code, ...sentence(group, epoch, timeZone), vehicles: group.length }))
}

/** What a person keeps from planning. */
export const pausedReason = (count: number): Reason[] =>
  count === 0
    ? []
    : [{ code: 'paused', text: `${counted(count, 'vehicle is', 'vehicles are')} paused`, vehicles: count }]

const aidWords: Record<VehicleNeed, string> = { large_wheelchair: 'a large wheelchair', scooter: 'a scooter' }
export const aidsIn = (needs: readonly VehicleNeed[]): string => needs.map((need) => aidWords[need]).join(' and ')

/** What vehicles in service do not say that they take. */
export const notTakingReason = (count: number, { needs }: Journey): Reason[] =>
  count === 0
    ? []
    : [
        {
          code: 'not_taking',
          text: `${counted(count, 'vehicle does', 'vehicles do')} not take ${aidsIn(needs)}`,
          vehicles: count,
        },
      ]

const least = (values: readonly number[]): number => Math.min(...values)

/** "at most 4 seats", "no wheelchair space" */
const atMost = (has: number, kind: 'seats' | 'wheelchairs'): string => {
  const what = kind === 'seats' ? counted(has, 'seat') : counted(has, 'wheelchair space')
  if (has > 0) return `at most ${what}`
  return kind === 'seats' ? what : 'no wheelchair space'
}

const sentence = (group: readonly Refusal[], epoch: Seconds, timeZone: string): Pick<Reason, 'text' | 'figures'> => {
  const [first] = group
  const clock = (time: number): string => clockTime(toDate(time + epoch), timeZone)
  const vehicles = (one: string, many: string): string =>
    `${counted(group.length, 'vehicle')} ${group.length === 1 ? one : many}`
  switch (first?.reason) {
    case 'capacity': {
      const spans = group.flatMap((refusal) => (refusal.reason === 'capacity' ? [refusal] : []))
      const from = least(spans.map((span) => span.from))
      const until = Math.max(...spans.map((span) => span.until))
      const what = first.kind === 'seats' ? 'full' : 'without a free wheelchair space'
      return {
        text: `${vehicles('is', 'are')} ${what} between ${clock(from)} and ${clock(until)}`,
        figures: { from: from + epoch, until: until + epoch },
      }
    }
    case 'too_small': {
      const has = Math.max(...group.flatMap((refusal) => (refusal.reason === 'too_small' ? [refusal.has] : [])))
      return { text: `${vehicles('has', 'have')} ${atMost(has, first.kind)}`, figures: { has } }
    }
    case 'shift': {
      const ends = group.flatMap((refusal) => (refusal.reason === 'shift' ? [refusal.endsAt] : []))
      return {
        text: `${vehicles('is', 'are')} out of service too soon or too late: the last shift ends at ${clock(Math.max(...ends))}`,
        figures: { last_end: Math.max(...ends) + epoch },
      }
    }
    case 'pickup_window': {
      const soonest = least(
        group.flatMap((refusal) => (refusal.reason === 'pickup_window' ? [refusal.earliestPossible] : [])),
      )
      return {
        text: `${vehicles('cannot', 'cannot')} reach the pick-up before ${clock(soonest)}`,
        figures: { earliest: soonest + epoch },
      }
    }
    case 'delivery_window': {
      const soonest = least(
        group.flatMap((refusal) => (refusal.reason === 'delivery_window' ? [refusal.earliestPossible] : [])),
      )
      return {
        text: `${vehicles('cannot', 'cannot')} reach the drop-off before ${clock(soonest)}`,
        figures: { earliest: soonest + epoch },
      }
    }
    case 'ride_time': {
      const shortest = least(group.flatMap((refusal) => (refusal.reason === 'ride_time' ? [refusal.shortest] : [])))
      return {
        text: `${vehicles('would', 'would')} keep the passenger on board too long: ${minutes(shortest)} at least`,
        figures: { shortest_s: Math.round(shortest) },
      }
    }
    case 'promise': {
      const late = least(group.flatMap((refusal) => (refusal.reason === 'promise' ? [refusal.late] : [])))
      return {
        text: `${vehicles('would', 'would')} bring another passenger ${minutes(late)} past what was promised`,
        figures: { late_s: Math.round(late) },
      }
    }
    case 'fixed_visit':
      return { text: `${vehicles('has', 'have')} a break or a fixed stop that leaves no time` }
    case 'unreachable':
    case 'not_allowed':
    case undefined:
      return { text: `${vehicles('has', 'have')} no way to the pick-up and on to the drop-off` }
  }
}
