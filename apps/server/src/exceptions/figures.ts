import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { type api, type JudgedKind, RULE_PREVIEW_DAYS } from '@ambit/contract'
import { refuseThresholds, ruleSpecs, severityAt } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/bind.ts'
import { invalid } from '../http/errors.ts'
import { regionScope, requireZone } from '../http/scope.ts'

const DAY_MS = 24 * 3_600_000
/** Beyond so many the process forgets what it has noted, and notes it again. */
const MOST_KNOWN = 100_000

/** How far something came towards its threshold, or beyond it. */
export type Figure = { zone_id: number; kind: JudgedKind; subject: string; minutes: number }

const rises = (kind: JudgedKind): boolean => ruleSpecs[kind].counts === 'since'
/** Whole minutes that cross a threshold where the minutes do. */
const whole = ({ kind, minutes }: Figure): number => Math.max(0, rises(kind) ? Math.floor(minutes) : Math.ceil(minutes))

/** Keeps the furthest figure of each subject. What this process has noted before it writes no more. */
export const keepFigures = () => {
  const known = new Map<string, number>()
  return async (db: Kysely<DB>, figures: readonly Figure[], at: Date): Promise<void> => {
    if (known.size > MOST_KNOWN) known.clear()
    const further = new Map<string, Figure>()
    for (const figure of figures) {
      const key = `${figure.zone_id} ${figure.kind} ${figure.subject}`
      const [minutes, before, up] = [whole(figure), known.get(key), rises(figure.kind)]
      if (before !== undefined && (up ? minutes <= before : minutes >= before)) continue
      known.set(key, minutes)
      further.set(key, { ...figure, minutes })
    }
    if (further.size === 0) return
    await sql`
      insert into exception_figures as f (zone_id, kind, subject, minutes, at)
      select a.zone_id, a.kind, a.subject, a.minutes, ${at}
      from json_to_recordset(${JSON.stringify([...further.values()])}::json)
        as a(zone_id int, kind text, subject text, minutes int)
      join zones on zones.id = a.zone_id
      on conflict (zone_id, kind, subject) do update set minutes = excluded.minutes, at = excluded.at
      where case when excluded.kind = any(${rising}::text[]) then excluded.minutes > f.minutes
        else excluded.minutes < f.minutes end`.execute(db)
  }
}
const rising = (Object.keys(ruleSpecs) as JudgedKind[]).filter(rises) // its keys are the kinds

type Query = z.output<typeof api.exceptionRules.preview.query>

/** What a rule would have raised in its zone, beside what was raised. 422 for severities that do not follow one another. */
export const previewRule = async (deps: Deps, { zone_id, kind, ...given }: Query, actor: Actor) => {
  const { db, clock } = deps
  await requireZone(db, regionScope(actor), zone_id)
  const thresholds = { watch: given.watch ?? null, soon: given.soon ?? null, urgent: given.urgent ?? null }
  const refused = refuseThresholds(kind, thresholds)
  if (refused !== null) throw invalid([{ pointer: `/${refused.field}`, detail: refused.detail }])
  const since = new Date(clock.now().getTime() - RULE_PREVIEW_DAYS * DAY_MS)
  const reached = await db
    .selectFrom('exception_figures')
    .where('zone_id', '=', zone_id)
    .where('kind', '=', kind)
    .where('at', '>', since)
    .groupBy('minutes')
    .select(['minutes', sql<number>`count(*)::int`.as('count')])
    .execute()
  const { raised } = await db
    .selectFrom('exceptions')
    .where('zone_id', '=', zone_id)
    .where('kind', '=', kind)
    .where('opened_at', '>', since)
    .select(sql<number>`count(*)::int`.as('raised'))
    .executeTakeFirstOrThrow()
  const would_raise = reached.reduce(
    (sum, { minutes, count }) => (severityAt(kind, thresholds, minutes) === null ? sum : sum + count),
    0,
  )
  return { would_raise, raised }
}
