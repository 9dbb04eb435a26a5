import type { Kysely } from 'kysely'
import { HOURS_OF_WEEK, hourOfWeek } from '@ambit/domain'
import type { DB } from '../../database/schema.ts'
import type { PlannedStop, Seconds } from './types.ts'

/** Moments in seconds since 1970; the hour that begins with the last of them is left out. */
export type Span = { from: Seconds; until: Seconds }

/** How slow a region's streets are, hour by hour of its week. */
export type Traffic = {
  /** the same for the same factors */
  key: string
  /** every factor that some hour has, ascending: a level is an index of this list */
  factors: readonly number[]
  /** of the slowest hour that the span touches */
  levelIn: (span: Span) => number
}

/** Clocks differ by whole quarters of an hour all over the world. */
const SLOT_S = 900

/** `week` holds a factor for each hour, Monday's first. */
export const createTraffic = (timeZone: string, week: readonly number[]): Traffic => {
  const factors = [...new Set(week)].toSorted((a, b) => a - b)
  const levels = week.map((factor) => factors.indexOf(factor))
  const known = new Map<number, number>()
  const levelAt = (slot: number): number => {
    const before = known.get(slot)
    if (before !== undefined) return before
    const level = levels[hourOfWeek(timeZone, new Date(slot * SLOT_S * 1000))] ?? 0
    known.set(slot, level)
    return level
  }
  return {
    key: JSON.stringify([timeZone, week]),
    factors,
    levelIn: ({ from, until }) => {
      if (factors.length === 1) return 0
      const first = Math.floor(from / SLOT_S)
      const last = Math.min(Math.ceil(until / SLOT_S), first + HOURS_OF_WEEK * 4) - 1
      let level = levelAt(first)
      for (let slot = first + 1; slot <= last; slot++) level = Math.max(level, levelAt(slot))
      return level
    },
  }
}

export const freeFlow: Traffic = createTraffic(
  'UTC',
  Array.from({ length: HOURS_OF_WEEK }, () => 1),
)

/** What is multiplied is a whole number of seconds: so little takes away what a factor's last binary digit adds. */
const NOTHING_S = 1e-6

/** A free-flow time by a factor, in whole seconds rounded up. */
export const slowed = (seconds: Seconds, factor: number): Seconds => Math.ceil(seconds * factor - NOTHING_S) + 0

/** A drive from a place that is left then, to one that is left so long after it is reached: in the slowest hour of it all. */
export const driveFrom = (
  { factors, levelIn }: Traffic,
  { free, leaving, after }: { free: Seconds; leaving: Seconds; after: Seconds },
): Seconds => {
  let level = levelIn({ from: leaving, until: leaving })
  for (;;) {
    const seconds = slowed(free, factors[level]!) // a level is an index of the factors
    const slowest = levelIn({ from: leaving, until: leaving + seconds + after })
    // A longer drive can only touch more hours, so it comes to rest.
    if (slowest <= level) return seconds
    level = slowest
  }
}

/** A vehicle sets out for a place at most this long before its window opens: few drives within a zone take longer. */
export const LEAD_S = 20 * 60

/** What is over is over; what is late comes from now on. */
const ahead = ({ from, until }: Span, now: Seconds): Span => ({
  from: Math.max(from, now),
  until: Math.max(until, now),
})

type Window = { lower: Seconds; upper: Seconds }

/** When a vehicle may be on its way to a pick-up, or leave it. */
export const hoursOfPickup = ({ lower, upper }: Window, now: Seconds): Span =>
  ahead({ from: lower - LEAD_S, until: upper }, now)

/** The same for where they are set down: the way there begins after the pick-up. */
export const hoursOfDropoff = (pickup: Window, { upper }: Pick<Window, 'upper'>, now: Seconds): Span =>
  ahead({ from: pickup.lower, until: upper }, now)

/** The same for a stop that the plan holds. A call is the moment of leaving, and the way there begins at another call. */
export const hoursOfStop = (stop: PlannedStop, now: Seconds): Span => {
  const { from, until } = stop.window ?? { from: stop.scheduled_at, until: stop.scheduled_departure_at }
  return ahead({ from: stop.kind === 'break' ? from - LEAD_S : from, until }, now)
}

/** The factors that count in a region, by hour of the week: a factor that was set is used instead of the learnt one. */
export const readFactors = async (db: Kysely<DB>, regionId: number) => {
  const rows = await db
    .selectFrom('travel_factors')
    .select(['hour_of_week', 'factor', 'source', 'observations', 'updated_at'])
    .where('region_id', '=', regionId)
    // 'learnt' comes before 'set', which then overwrites it
    .orderBy('source')
    .execute()
  return new Map(rows.map((row) => [row.hour_of_week, row]))
}

export const readTraffic = async (db: Kysely<DB>, regionId: number, timeZone: string): Promise<Traffic> => {
  const factors = await readFactors(db, regionId)
  return createTraffic(
    timeZone,
    Array.from({ length: HOURS_OF_WEEK }, (_, hour) => factors.get(hour)?.factor ?? 1),
  )
}
