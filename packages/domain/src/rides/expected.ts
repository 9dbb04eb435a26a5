const MINUTE_MS = 60_000
/** how uncertain what is expected is: of the time left, and at least */
const SHARE = 0.15

export type Window = { from: number; to: number }

/**
 * A time that is expected, as a range that is true more often than a moment is: the larger of a minute and 15 % of the
 * time left on both sides, rounded outward to whole minutes. It never begins before the promised window opens. All in
 * milliseconds since 1970.
 */
export const expectedRange = (expected: number, now: number, opens: number): Window => {
  const moment = Math.max(expected, opens)
  const around = Math.max(MINUTE_MS, SHARE * (moment - now))
  return {
    from: Math.max(Math.ceil(opens / MINUTE_MS), Math.floor((moment - around) / MINUTE_MS)) * MINUTE_MS,
    to: Math.ceil((moment + around) / MINUTE_MS) * MINUTE_MS,
  }
}

/** The range, where it says more than the promise does: a wider one around it tells of nothing; null then. */
export const worthSaying = (range: Window, promised: Window): Window | null =>
  range.from <= promised.from && range.to >= promised.to ? null : range

/** Whole minutes that what is expected lies past the promise; null where it does not. */
export const lateMinutes = (expected: number, promisedUpper: number): number | null =>
  expected <= promisedUpper ? null : Math.ceil((expected - promisedUpper) / MINUTE_MS)
