import { HOURS_OF_WEEK } from '@ambit/domain'

/** A drive between two stops: the hour of the week in which it began, and its seconds, actual and in free flow. */
export type Drive = { hour_of_week: number; actual: number; free: number }

export type Learnt = { hour_of_week: number; factor: number; observations: number }

/** An hour with fewer drives has no factor of its own. */
export const ENOUGH_DRIVES = 20
/** Shorter drives are mostly pulling out and stopping. */
const SHORTEST_S = 60
/** A drive this much faster or slower than free flow was interrupted or recorded wrongly. */
const [LEAST, GREATEST] = [0.5, 4]
const STEPS = 20
const TINY = 1e-9

/**
 * Factors of the hours with enough drives: total seconds driven over total seconds in free
 * flow. An hour with too few takes the factor of the same hour of all weekdays, or of both days of the weekend, where
 * those have enough; otherwise it is left out. Rounded up to twentieths: few levels, and plans that are not too tight.
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
