import type { LateStatus } from '@ambit/contract'

/** Within 120 s on time (TRIP-74), up to 600 s slightly late, above very late. */
export const ON_TIME_TOLERANCE_S = 120
export const SLIGHTLY_LATE_UP_TO_S = 600
/** Without a position for longer than this the signal is lost. */
export const SIGNAL_LOST_AFTER_S = 60

/**
 * A trip's lateness is that of its next stop against its scheduled time.
 * `scheduled` and `expected` in milliseconds since 1970, null where there is no next stop; `started`: the driver signed on.
 */
export const lateStatus = (scheduled: number | null, expected: number | null, started: boolean): LateStatus => {
  if (!started) return 'staged'
  const late = lateBySeconds(scheduled, expected)
  if (late <= ON_TIME_TOLERANCE_S) return 'on-time'
  return late <= SLIGHTLY_LATE_UP_TO_S ? 'slightly-late' : 'very-late'
}

/** Seconds; negative is early; 0 where nothing is planned. */
export const lateBySeconds = (scheduled: number | null, expected: number | null): number =>
  scheduled === null || expected === null ? 0 : Math.round((expected - scheduled) / 1000)
