import type { MissExcuse, NoShowFault } from '@ambit/contract'

const MINUTE_MS = 60_000
/** So soon after booking no cancellation is late. */
const NEVER_LATE_MS = 5 * MINUTE_MS
/** A vehicle so near, in metres, stands at the stop. */
const NEAR_M = 150
/** Positions come every few seconds; two that are further apart tell nothing of the time between them. */
const GAP_MS = MINUTE_MS

type Booked = {
  /** milliseconds since 1970, of the promised window and of the booking */
  window_opens: number
  booked_at: number
  late_cancel_minutes: number
}

/** From when on a cancellation is late, in milliseconds since 1970. */
export const lateFrom = ({ window_opens, booked_at, late_cancel_minutes }: Booked): number =>
  Math.max(window_opens - late_cancel_minutes * MINUTE_MS, booked_at + NEVER_LATE_MS)

type Expected = { window_closes: number; expected: number | null }

/**
 * Whether the vehicle is expected outside of the promised window, so that a cancellation is never late. One that comes
 * early waits until the window opens.
 */
export const isOutside = ({ expected, window_closes }: Expected): boolean =>
  expected !== null && expected > window_closes

type Standing = { at: number; metres: number }

/**
 * How long positions show the vehicle near the stop from `since` until `until`, and how far it was at most meanwhile.
 * `waited` in milliseconds; metres null: there is no position.
 */
export const standingOf = (
  positions: readonly Standing[],
  { since, until }: { since: number; until: number },
): { waited: number; metres: number | null } => {
  const within = positions.filter(({ at }) => at >= since - GAP_MS && at <= until + GAP_MS)
  if (within.length === 0) return { waited: 0, metres: null }
  let waited = 0
  for (const [index, { at, metres }] of within.entries()) {
    const next = within[index + 1]
    const ends = next !== undefined && next.at - at <= GAP_MS ? next.at : at
    const isNear = metres <= NEAR_M && (next === undefined || next.metres <= NEAR_M)
    if (isNear) waited += Math.max(0, Math.min(ends, until) - Math.max(at, since))
  }
  return { waited, metres: Math.max(...within.map(({ metres }) => metres)) }
}

type NoShow = {
  fault: NoShowFault | null
  /** the last change of the ride did not reach the passenger */
  untold: boolean
  arrived_at: number | null
  window_closes: number
  waited: number
  metres: number | null
  wait_minutes: number
}

/** Why a no-show does not count; null: data show that the vehicle waited, and nobody else was at fault. */
export const noShowExcuse = (told: NoShow): MissExcuse | null => {
  const { fault, untold, arrived_at, window_closes, waited, metres, wait_minutes } = told
  if (fault === 'service' || (arrived_at !== null && arrived_at > window_closes)) return 'vehicle_late'
  if (fault === 'none') return 'not_at_fault'
  if (untold) return 'not_told'
  // A position's age at both ends of the wait.
  const isShown = arrived_at !== null && metres !== null && metres <= NEAR_M
  return isShown && waited >= wait_minutes * MINUTE_MS - GAP_MS ? null : 'not_shown'
}
