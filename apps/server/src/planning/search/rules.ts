import type { Reason } from '@ambit/contract'
import { counted, refuseCounts, type RefusedByRule, refuseTime, type RideWish } from '@ambit/domain'
import type { PlanningContext } from '../plan/context.ts'
import { dayAndTime } from '../plan/format.ts'
import type { Seconds, ZoneSettings } from '../plan/types.ts'
import type { Candidate, Journey, OpenRides } from './journey.ts'

const over = ({ override, called = false }: Pick<Journey, 'called' | 'override'>) => ({
  hours: override,
  rest: override || called,
})

const wishAt = ({ now }: Pick<PlanningContext, 'now'>, time: Seconds, leave_now: boolean): RideWish => ({
  now: now * 1000,
  begins: time * 1000,
  ends: time * 1000,
  leave_now,
})

/** The rule that refuses a ride as it is planned. */
export const refusedByRule = (
  { plan, pickup_at, delivery_at }: Candidate,
  journey: Journey,
  now: Seconds,
): RefusedByRule | null =>
  refuseTime(
    plan.settings.rules,
    { now: now * 1000, begins: pickup_at * 1000, ends: Math.ceil(delivery_at) * 1000, leave_now: journey.leave_now },
    over(journey),
  )

/** The soonest time, from the journey's on, at which a ride may begin that does not leave now; null: none. */
export const nextAllowed = (context: PlanningContext, journey: Journey): Seconds | null => {
  const refused = refuseTime(context.plan.settings.rules, wishAt(context, journey.time, false), over(journey))
  return refused === null ? journey.time : nextOf(refused)
}

const nextOf = (refused: RefusedByRule): Seconds | null =>
  'next' in refused && refused.next !== null ? Math.ceil(refused.next / 1000) : null

type UnderRules =
  /** what may be searched: a ride that may begin a little later is asked for then; `refused`: why not for the time itself */
  { journey: Journey; refused: RefusedByRule | null } | { journey: null; refused: RefusedByRule }

/** The journey as the rules of the zone let it be searched. A requested arrival may lie past the hours: earlier ones count. */
export const underRules = (context: PlanningContext, journey: Journey, rides: OpenRides): UnderRules => {
  const { rules, strategy } = context.plan.settings
  const counts = { passengers: journey.passengers, open_bookings: rides.open_bookings }
  const counted_out = over(journey).rest ? null : refuseCounts(rules, journey.time * 1000, counts)
  if (counted_out !== null) return { journey: null, refused: counted_out }
  const refused = refuseTime(rules, wishAt(context, journey.time, journey.leave_now), over(journey))
  if (refused === null) return { journey, refused }
  if (!journey.departing) return refused.rule === 'outside_hours' ? { journey, refused } : { journey: null, refused }
  const next = nextOf(refused)
  if (next === null || next > journey.time + strategy.max_wait_minutes * 60) return { journey: null, refused }
  return { journey: { ...journey, time: next, leave_now: false }, refused }
}

/** The rule in words, with the next moment that works for people and for programs. */
export const ruleReason = (
  { name, time_zone }: Pick<ZoneSettings, 'name' | 'time_zone'>,
  refused: RefusedByRule,
  rides: OpenRides | null,
): Reason => {
  const said = (moment: number): string => dayAndTime(new Date(moment), time_zone)
  const iso = (moment: number | null): string | null => (moment === null ? null : new Date(moment).toISOString())
  switch (refused.rule) {
    case 'outside_hours': {
      const { special, next } = refused
      const when = next === null ? '' : `; the next rides begin ${said(next)}`
      return {
        code: refused.rule,
        text: `Outside of the service hours of ${name}${special === null ? '' : ` (${special.name})`}${when}`,
        figures: { zone: name, next: iso(next), special: special?.name ?? null, notice: special?.notice ?? null },
      }
    }
    case 'after_cut_off': {
      const when = refused.next === null ? '' : `; the next that can be booked begin ${said(refused.next)}`
      return {
        code: refused.rule,
        text: `Rides at this time had to be booked by ${said(refused.until)}${when}`,
        figures: { until: iso(refused.until), next: iso(refused.next) },
      }
    }
    case 'beyond_horizon':
      return {
        code: refused.rule,
        text: `Trips can be booked up to ${counted(refused.days, 'day')} ahead, this one from ${said(refused.opens)}`,
        figures: { days: refused.days, from: iso(refused.opens) },
      }
    case 'too_many_open': {
      const end = rides?.next_end ?? null
      const when = end === null ? '' : `; the first of them ends ${dayAndTime(end, time_zone)}`
      return {
        code: refused.rule,
        text: `A passenger may have at most ${counted(refused.most, 'ride')} ahead${when}`,
        figures: { most: refused.most, next: end?.toISOString() ?? null },
      }
    }
    case 'too_many_people':
      return {
        code: refused.rule,
        text: `At most ${counted(refused.most, 'passenger')} can travel on one booking`,
        figures: { most: refused.most },
      }
  }
}

/** A promised pick-up begins with the planned minute. */
const ROUNDED_MS = 60_000

type SoldRide = { made_at: Date; pickup_lower_bound: Date; dropoff_upper_bound: Date; leave_now: boolean }

/** Whether an offering may still be had under the rules as they are now; it is held for as long as it was made for. */
export const stillAllowed = (
  { rules }: ZoneSettings,
  ride: SoldRide,
  past: Pick<Journey, 'called' | 'override'>,
): boolean => {
  const now = ride.made_at.getTime()
  const [begins, ends] = [ride.pickup_lower_bound.getTime(), ride.dropoff_upper_bound.getTime()]
  const wish = { now, begins, ends, leave_now: ride.leave_now }
  const refused = refuseTime(rules, wish, over(past))
  return refused === null || (refused.rule === 'after_cut_off' && now - ROUNDED_MS <= refused.until)
}

export const refusedCounts = (
  { rules }: ZoneSettings,
  ride: Pick<SoldRide, 'pickup_lower_bound'>,
  counts: { passengers: number; open_bookings: number },
): RefusedByRule | null => refuseCounts(rules, ride.pickup_lower_bound.getTime(), counts)
