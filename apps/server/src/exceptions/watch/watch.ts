import { judgedKinds } from '@ambit/contract'
import type { Deps } from '../../deps.ts'
import { each } from '../../jobs/each.ts'
import type { Job } from '../../jobs/runner.ts'
import { settleDisruptions } from '../fixes/settle-fixed.ts'
import { type Figure, keepFigures } from '../figures.ts'
import { settleFloods } from '../floods.ts'
import { WATCH } from '../queries.ts'
import { readRules } from '../rules.ts'
import { escalate, releaseUnattended } from '../unattended.ts'
import { type Condition, keyOf } from '../conditions.ts'
import { group } from './group.ts'
import { judge } from './judge.ts'
import { settle, settleTimes } from './settle.ts'
import { takeSnapshot } from './snapshot.ts'
import { watchWays } from './strayed.ts'

/** A late promise is raised when it has held for so long: an estimate that jumps once raises nothing. */
const HOLDS_MS = 30_000
const kinds = [...judgedKinds, 'signal_outage', 'zone_late', 'fault'] as const

/**
 * Judges all that runs every so many milliseconds, and stores what differs from before. What has not held for long enough is
 * known to the process alone.
 */
export const watchExceptions = (every = 5000): Job => {
  const since = new Map<string, number>()
  const held = (conditions: readonly Condition[], now: number): Condition[] => {
    const late = conditions.filter(({ kind }) => kind === 'promise_at_risk').map(keyOf)
    for (const key of since.keys()) if (!late.includes(key)) since.delete(key)
    for (const key of late) since.set(key, since.get(key) ?? now)
    return conditions.filter((one) => now - (since.get(keyOf(one)) ?? 0) >= HOLDS_MS)
  }
  const strayed = watchWays()
  const keep = keepFigures()
  return {
    name: WATCH,
    every,
    run: async (deps, signal) => {
      const judgeAll = async (): Promise<void> => {
        const snapshot = await takeSnapshot(deps)
        const seen = { ...snapshot, strayed: strayed(snapshot, deps.streets.current()) }
        const figures: Figure[] = []
        const judged = judge(seen, await readRules(deps.db), (figure) => figures.push(figure))
        await keep(deps.db, figures, snapshot.now)
        const conditions = held(judged, snapshot.now.getTime())
        await settle(deps, group(conditions, snapshot.trips), kinds)
      }
      // What cannot be judged keeps nobody from being asked about what stands.
      const steps = [judgeAll, settleTimes, settleDisruptions, settleFloods, releaseUnattended, escalate]
      const words = 'Not everything that needs a person could be dealt with'
      await each<(deps: Deps) => Promise<void>>(steps, { signal, words }, (step) => step(deps))
    },
  }
}
