import { addDays, momentAt } from '../time/civil-day.ts'
import { isOpen, type ServiceDay, type ServiceDays } from './service-days.ts'

/** What a zone lets be booked: its days, and how far ahead. */
export type ZoneRules = { time_zone: string; horizon_days: number; days: ServiceDays }

/** A ride that is wished for at `now`; moments in milliseconds since 1970. */
export type RideWish = {
  now: number
  begins: number
  /** the same as `begins` where it is not known yet */
  ends: number
  leave_now: boolean
}

/** How many travel, and how many rides ahead the passenger has beside this one. */
export type WishCounts = { passengers: number; open_bookings: number }

export type RefusedByRule =
  /** `next`: the soonest moment from the wish on at which a ride of that length may begin; null: none within the horizon */
  | { rule: 'outside_hours'; next: number | null; special: ServiceDay['special'] }
  /** `until`: when it could have been booked last */
  | { rule: 'after_cut_off'; next: number | null; until: number }
  /** `opens`: from when on it can be booked */
  | { rule: 'beyond_horizon'; opens: number; days: number }
  | { rule: 'too_many_open'; most: number }
  | { rule: 'too_many_people'; most: number }

export type Overridden = { hours: boolean; rest: boolean }
const NOTHING: Overridden = { hours: false, rest: false }

const DAY_MS = 86_400_000

/** The rule of time that refuses a ride, and when it would work; null where none does. */
export const refuseTime = (zone: ZoneRules, wish: RideWish, over = NOTHING): RefusedByRule | null => {
  const beyond = over.rest ? null : beyondHorizon(zone, wish)
  if (beyond !== null) return beyond
  if (zone.days.free) return null
  if (!over.hours && !isWithinHours(zone, wish))
    return { rule: 'outside_hours', next: nextRide(zone, wish, over), special: specialOf(zone, wish) }
  const until = over.rest ? null : cutOffOf(zone, wish)
  if (until === null || wish.now <= until) return null
  return { rule: 'after_cut_off', until, next: nextRide(zone, wish, over) }
}

/** The rule of counts that refuses a booking. */
export const refuseCounts = (zone: ZoneRules, begins: number, counts: WishCounts): RefusedByRule | null => {
  const { max_open_bookings, max_passengers } = zone.days.at(begins).rules
  if (counts.passengers > max_passengers) return { rule: 'too_many_people', most: max_passengers }
  return counts.open_bookings >= max_open_bookings ? { rule: 'too_many_open', most: max_open_bookings } : null
}

const beyondHorizon = ({ horizon_days }: ZoneRules, { now, begins }: RideWish): RefusedByRule | null =>
  begins <= now + horizon_days * DAY_MS
    ? null
    : { rule: 'beyond_horizon', opens: begins - horizon_days * DAY_MS, days: horizon_days }

const isWithinHours = ({ days }: ZoneRules, { begins, ends }: RideWish): boolean =>
  isOpen(days, begins) && isOpen(days, ends)

const specialOf = ({ days }: ZoneRules, { begins, ends }: RideWish): ServiceDay['special'] =>
  days.at(isOpen(days, begins) ? ends : begins).special

/** Until when a ride that begins then can be booked; null: until it begins. */
const cutOffOf = ({ time_zone, days }: ZoneRules, { begins, leave_now }: RideWish): number | null => {
  const { date, rules } = days.at(begins)
  if (leave_now && !rules.cut_off_leave_now) return null
  switch (rules.cut_off.kind) {
    case 'none':
      return null
    case 'minutes':
      return begins - rules.cut_off.minutes * 60_000
    case 'days':
      return momentAt(time_zone, addDays(date, -rules.cut_off.days), rules.cut_off.at).getTime()
  }
}

/**
 * The soonest moment, from the wish on, at which a ride as long as wished may begin: a later time of its day for hours
 * and cut-off alike, else of the days that follow. A ride at that time is another than one that leaves now.
 */
const nextRide = (zone: ZoneRules, wish: RideWish, over: Overridden): number | null => {
  const length = wish.ends - wish.begins
  const works = (begins: number): boolean =>
    refusesNothing(zone, { now: wish.now, begins, ends: begins + length, leave_now: false }, over)
  const last = wish.now + zone.horizon_days * DAY_MS
  let day = zone.days.at(wish.begins)
  while (day.begins <= last) {
    const { begins, ends } = day
    const found = candidates(zone, day, length, wish)
      .filter((moment) => moment >= Math.max(begins, wish.begins) && moment < ends)
      .toSorted((a, b) => a - b)
      .find(works)
    if (found !== undefined) return found
    day = zone.days.on(addDays(day.date, 1))
  }
  return null
}

/** The only moments of a day at which what is refused before can begin to work. */
const candidates = (zone: ZoneRules, day: ServiceDay, length: number, wish: RideWish): number[] => {
  const { cut_off } = day.rules
  const after = zone.days.on(addDays(day.date, 1))
  const edges = [day, after, zone.days.on(addDays(day.date, 2))].flatMap(({ begins, open }) =>
    open === null ? [begins] : open.map(({ from }) => from),
  )
  return [
    wish.begins,
    day.begins,
    ...(cut_off.kind === 'minutes' ? [wish.now + cut_off.minutes * 60_000] : []),
    ...edges.flatMap((edge) => [edge, edge - length]),
  ]
}

const refusesNothing = (zone: ZoneRules, wish: RideWish, over: Overridden): boolean => {
  if (!over.rest && beyondHorizon(zone, wish) !== null) return false
  if (!over.hours && !isWithinHours(zone, wish)) return false
  const until = over.rest ? null : cutOffOf(zone, wish)
  return until === null || wish.now <= until
}
