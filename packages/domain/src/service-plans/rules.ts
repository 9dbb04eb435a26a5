import { MINIMUM_PLAN_MINUTES } from '@ambit/contract'

/** Milliseconds since 1970. */
export type TimeWindow = { start: number; end: number }

/** Two windows that only touch do not overlap: one vehicle may go from one schedule straight into the next. */
export const overlaps = (a: TimeWindow, b: TimeWindow): boolean => a.start < b.end && b.start < a.end

/** Times in milliseconds since 1970. The field at fault and the sentence for it; null when the window is good. */
export const refusePlanWindow = (
  span: TimeWindow,
  now: number,
): { field: 'start_time' | 'end_time'; detail: string } | null => {
  if (span.end - span.start < MINIMUM_PLAN_MINUTES * 60_000)
    return {
      field: 'end_time',
      detail: 'Your time window needs to be at least 15 Minutes. Please adjust start and end time.',
    }
  if (span.end <= now) return { field: 'end_time', detail: 'A schedule cannot end in the past' }
  return null
}
