import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../deps.ts'

/** A step that takes longer than this is followed by smaller ones, so that none comes near half a second. */
const LONG_MS = 200
const MOST_ROWS = 1000
const FEWEST_ROWS = 20

/**
 * Repeats a step that works on at most so many rows, until it answers that nothing is left or the signal aborts. Between
 * two steps the database belongs to others for as long as the step took.
 */
export const inSteps = async (
  clock: Pick<Clock, 'monotonic'>,
  signal: AbortSignal,
  step: (rows: number) => Promise<'more' | 'done'>,
): Promise<void> => {
  let rows = MOST_ROWS
  while (!signal.aborted) {
    const began = clock.monotonic()
    if ((await step(rows)) === 'done') return
    const took = clock.monotonic() - began
    rows = took > LONG_MS ? Math.max(FEWEST_ROWS, Math.floor(rows / 2)) : Math.min(MOST_ROWS, rows * 2)
    await setTimeout(Math.min(took, LONG_MS))
  }
}
