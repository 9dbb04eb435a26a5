import { type Kysely, sql } from 'kysely'
import { type RetentionKind, retentionKinds } from '@ambit/contract'
import { addDays, dateIn, minutesIn } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { settleHolds } from '../holds/queries.ts'
import { logErased } from './erased-log.ts'
import { inSteps } from '../jobs/in-steps.ts'
import { each } from '../jobs/each.ts'
import type { Job } from '../jobs/runner.ts'
import { kinds } from './kinds.ts'
import { forgetOldMerges } from './old-merges.ts'
import { rulesAt, settleRules } from './rules.ts'

/** Half past three in the morning, in minutes. */
const BEGINS = 3 * 60 + 30
/** What is left then waits for the next run. */
const BUDGET_MS = 8 * 60_000
/** Nights that are told of. */
const KEEP_RUNS_DAYS = 400

/**
 * Removes what is kept no longer, every night from 03:30 in the time zone of the first region, a night that was missed
 * as soon as possible. A kind that is through is not begun again before the next night.
 */
export const removeAtNight: Job = {
  name: 'retention.remove',
  every: 10 * 60_000,
  deadline: BUDGET_MS + 60_000,
  run: async (deps, signal) => {
    const { db, clock, config } = deps
    const until = AbortSignal.any([signal, AbortSignal.timeout(BUDGET_MS)])
    if (config.dataFolder !== '') await logErased(db, config.dataFolder)
    const night = await nightOf(db, clock.now())
    await settleRules(db, clock.now())
    await settleHolds(db, clock.now())
    await forgetOldMerges(db, clock.now())
    const periods = new Map((await rulesAt(db, clock.now())).map(({ kind, period }) => [kind, period]))
    await each(await unfinished(db, night), { signal: until, words: 'Some kinds could not be removed' }, (kind) =>
      removeKind(deps, until, kind, night, periods.get(kind) ?? null),
    )
    if (until.aborted) return
    await sql`delete from retention_runs where night < ${addDays(night, -KEEP_RUNS_DAYS)}::date`.execute(db)
  },
}

/** The day of the last 03:30. */
const nightOf = async (db: Kysely<DB>, now: Date): Promise<string> => {
  const region = await db.selectFrom('regions').select('time_zone').orderBy('id').limit(1).executeTakeFirst()
  const timeZone = region?.time_zone ?? 'UTC'
  const today = dateIn(timeZone, now)
  return minutesIn(timeZone, now) >= BEGINS ? today : addDays(today, -1)
}

const unfinished = async (db: Kysely<DB>, night: string): Promise<RetentionKind[]> => {
  const done = await db
    .selectFrom('retention_runs')
    .select('kind')
    .where('night', '=', night)
    .where('finished_at', 'is not', null)
    .execute()
  const through = new Set(done.map(({ kind }) => kind))
  return retentionKinds.filter((kind) => !through.has(kind))
}

/** Before this moment rows of the kind are due; null: they are kept for good. */
export const dueBefore = async (
  { db, clock }: Pick<Deps, 'clock' | 'db'>,
  kind: RetentionKind,
  period: string | null,
): Promise<Date | null> => {
  if (period === null) return null
  const now = kinds[kind].clock === 'wall' ? clock.wall() : clock.now()
  const { rows } = await sql<{ before: Date }>`select ${now}::timestamptz - ${period}::interval as before`.execute(db)
  return rows[0]!.before // a select without a table answers one row
}

const removeKind = async (
  deps: Deps,
  signal: AbortSignal,
  kind: RetentionKind,
  night: string,
  period: string | null,
): Promise<void> => {
  const { db, clock } = deps
  const note = { kind, night }
  await db
    .insertInto('retention_runs')
    .values({ ...note, started_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const before = await dueBefore(deps, kind, period)
  let ended = before === null
  if (before !== null) {
    const step = kinds[kind].begin(deps, before)
    await inSteps(clock, signal, async (rows) => {
      const began = clock.monotonic()
      const { seen, removed } = await step(rows)
      const ms = Math.round(clock.monotonic() - began)
      await ofRun(db, note)
        .set((e) => ({ removed: e('removed', '+', removed), ms: e('ms', '+', ms) }))
        .execute()
      ended = seen < rows
      return ended ? 'done' : 'more'
    })
  }
  if (ended) await ofRun(db, note).set({ finished_at: clock.now() }).execute()
}

const ofRun = (db: Kysely<DB>, { kind, night }: { kind: RetentionKind; night: string }) =>
  db.updateTable('retention_runs').where('kind', '=', kind).where('night', '=', night)
