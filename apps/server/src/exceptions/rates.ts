import { type Kysely, sql } from 'kysely'
import type { ExceptionKind, ExceptionSeverity } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { COUNTED_MS } from './watches.ts'

type Span = { from: Date; to: Date }

/** How much of a span's time asked for attention. */
export type ExceptionRates = {
  exceptions: number
  /** each by the highest severity that it had */
  by_severity: Record<ExceptionSeverity, number>
  /** the most frequent first; interruptions of each, those of all on duty in a region included */
  kinds: (Record<ExceptionSeverity, number> & { kind: ExceptionKind; interruptions: number })[]
  interruptions: number
  /** in which trips were under way */
  hours: number
  /** the most interruptions within ten minutes */
  worst: number
  /** when these ten minutes ended */
  worst_at: Date | null
}

/** What was raised, and how often one person who looks after every zone was interrupted. */
export const readRates = async (db: Kysely<DB>, { from, to }: Span): Promise<ExceptionRates> => {
  const { rows: kinds } = await sql<ExceptionRates['kinds'][number]>`
    with graded as (
      select e.id, e.kind, greatest(case e.severity when 'urgent' then 3 when 'soon' then 2 else 1 end,
        (select max(case c.after->>'severity' when 'urgent' then 3 when 'soon' then 2 else 1 end)
          from exception_changes c where c.exception_id = e.id)) as grade,
        (select count(*) from interruptions i where i.exception_id = e.id and i.at >= ${from} and i.at < ${to}) as asked
      from exceptions e
      where exists (select from exception_changes c
        where c.exception_id = e.id and c.change = 'opened' and c.at >= ${from} and c.at < ${to}))
    select kind, (count(*) filter (where grade = 3))::int as urgent, (count(*) filter (where grade = 2))::int as soon,
      (count(*) filter (where grade = 1))::int as watch, sum(asked)::int as interruptions
    from graded group by kind order by count(*) desc, kind`.execute(db)
  const { rows: asked } = await sql<{ at: Date }>`
    select at from interruptions where at >= ${from} and at < ${to} order by at, id`.execute(db)
  const { rows: under_way } = await sql<{ hours: number }>`
    select coalesce(sum(extract(epoch from upper(span) - lower(span))) / 3600, 0)::float8 as hours
    from (select unnest(range_agg(tstzrange(greatest(signed_on_at, ${from}::timestamptz),
        least(coalesce(completed_at, ${to}::timestamptz), ${to}::timestamptz)))) as span
      from trips where signed_on_at < ${to} and coalesce(completed_at, ${to}::timestamptz) > ${from}) spans`.execute(db)
  const times = asked.map(({ at }) => at.getTime())
  const within = times.map((at, index) => times.slice(0, index + 1).filter((one) => one > at - COUNTED_MS).length)
  const worst = Math.max(0, ...within)
  const sum = (severity: ExceptionSeverity): number => kinds.reduce((all, one) => all + one[severity], 0)
  const by_severity = { urgent: sum('urgent'), soon: sum('soon'), watch: sum('watch') }
  return {
    exceptions: by_severity.urgent + by_severity.soon + by_severity.watch,
    by_severity,
    kinds,
    interruptions: times.length,
    hours: under_way[0]?.hours ?? 0,
    worst,
    worst_at: worst === 0 ? null : (asked[within.indexOf(worst)]?.at ?? null),
  }
}
