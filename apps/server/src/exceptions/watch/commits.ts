import type { LiveEvent } from '@ambit/contract'
import type { LiveBus } from '../../live/bus.ts'

/** What tells of rows that conditions follow from. Where a vehicle is matters by how long it is there, which time tells. */
const concerns: readonly LiveEvent['kind'][] = [
  'trip',
  'service_request',
  'service_plan',
  'driver_message',
  'call_task',
  'message',
]
/** Commits that come within so long of each other are judged together. ms, so that where judging is quick all is judged within 500 */
export const GATHERED_MS = 150

/** Judging rests so many times as long as it took, so that under load it takes a fifth of the time at most. */
const REST = 4

/**
 * Judges soon after each commit from which something may follow, of any process; those that come while it judges or rests
 * are judged together after it. `judge` does not throw. Returns the way to stop.
 */
export const followCommits = (live: LiveBus, judge: () => Promise<void>): (() => void) => {
  let timer: NodeJS.Timeout | null = null
  let judging = false
  let missed = false
  let restsUntil = 0
  let stopped = false
  const gather = (): void => {
    if (judging) missed = true
    else timer ??= setTimeout(() => void run(), Math.max(GATHERED_MS, restsUntil - performance.now()))
  }
  const run = async (): Promise<void> => {
    timer = null
    judging = true
    const from = performance.now()
    await judge()
    const now = performance.now()
    restsUntil = now + REST * (now - from)
    judging = false
    if (missed && !stopped) gather()
    missed = false
  }
  const unsubscribe = live.subscribe(({ kind }) => {
    if (concerns.includes(kind)) gather()
  })
  return () => {
    stopped = true
    unsubscribe()
    if (timer !== null) clearTimeout(timer)
  }
}
