import { HOURS_OF_WEEK } from '@ambit/domain'

/** A drive from a stop to the next: in which hour of the week it began, and its seconds, in fact and in free flow. */
export type Drive = { hour_of_week: number; actual: number; free: number }

export type Learnt = { hour_of_week: number; factor: number; observations: number }

/** Fewer drives than these say nothing about an hour. */
export const ENOUGH_DRIVES = 20
/** Below this a drive is mostly pulling out and stopping. */
const SHORTEST_S = 60
/** A drive that was so much faster or slower than in free flow was interrupted, or was another one than the one noted. */
const [LEAST, GREATEST] = [0.5, 4]
const STEPS = 20
const TINY = 1e-9

/**
 * Factors of the hours of which there are enough drives: all that was driven by all that it would have taken in free
 * flow. An hour with too few has the factor of the same hour of all weekdays, or of both days of the weekend, where
 * those have enough; else it is left out. Rounded up to twentieths, so that levels are few and nobody hurries.
 */
export const factorsOf = (drives: readonly Drive[]): Learnt[] => {
  const whole = drives.filter(
    ({ actual, free }) => free >= SHORTEST_S && actual >= LEAST * free && actual <= GREATEST * free,
  )
  const byHour = Map.groupBy(whole, (drive) => drive.hour_of_week)
  const byKind = Map.groupBy(whole, (drive) => kindOf(drive.hour_of_week))
  return Array.from({ length: HOURS_OF_WEEK }, (_, hour) => hour).flatMap((hour_of_week): Learnt[] => {
    const own = byHour.get(hour_of_week) ?? []
    const like = own.length >= ENOUGH_DRIVES ? own : (byKind.get(kindOf(hour_of_week)) ?? [])
    if (like.length < ENOUGH_DRIVES) return []
    return [{ hour_of_week, factor: factorOf(like), observations: like.length }]
  })
}

/** The hour of the day, and whether it is on a weekday. */
const kindOf = (hourOfWeek: number): string => `${hourOfWeek % 24} ${hourOfWeek < 5 * 24 ? 'weekday' : 'weekend'}`

const factorOf = (drives: readonly Drive[]): number => {
  const actual = drives.reduce((sum, drive) => sum + drive.actual, 0)
  const free = drives.reduce((sum, drive) => sum + drive.free, 0)
  const rounded = Math.ceil((actual / free) * STEPS - TINY) / STEPS
  return Math.min(GREATEST, Math.max(LEAST, rounded))
}
