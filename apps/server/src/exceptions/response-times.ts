import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import {
  ACKNOWLEDGE_TARGETS,
  type api,
  type ExceptionKind,
  MOST_ENDED_DAYS,
  type ResponseFigure,
  type ResponseFigures,
  type ResponseTimes,
} from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { invalid } from '../http/errors.ts'
import { type Scope, withinScope } from '../http/scope.ts'

const DAY_MS = 86_400_000
const ENDED_DAYS = 7

export type Range = { from: Date; until: Date }

/** The last seven days unless others are given. Throws 422 for more than 92. */
export const rangeOf = (range: readonly [string, string] | undefined, now: Date): Range => {
  if (range === undefined) return { from: new Date(now.getTime() - ENDED_DAYS * DAY_MS), until: now }
  const [from, until] = [new Date(range[0]), new Date(range[1])]
  if (until.getTime() - from.getTime() > MOST_ENDED_DAYS * DAY_MS)
    throw invalid([{ pointer: '/filter/date_range', detail: `Please choose at most ${MOST_ENDED_DAYS} days` }])
  return { from, until }
}

const target = (severity: RawBuilder<unknown>) =>
  sql`case ${severity} when 'urgent' then ${ACKNOWLEDGE_TARGETS.urgent}::int
    when 'soon' then ${ACKNOWLEDGE_TARGETS.soon}::int else ${ACKNOWLEDGE_TARGETS.watch}::int end`

/**
 * SQL: what ended in these days and followed from nothing else, with when which person answered it first since it was opened
 * last. Resolving, snoozing and
 * fixing at once are answers too. By the severity that it had then it was in time or late; what ended
 * by itself before its target is neither.
 */
const counted = ({ from, until }: Range) => sql`
  select t.*, case when t.acknowledged_s is not null then t.acknowledged_s <= ${target(sql`t.severity_then`)}
    when t.resolved_s > ${target(sql`t.severity`)} then false end as in_time
  from (
    select e.id, e.kind, e.zone_id, e.severity, coalesce(a.severity, e.severity) as severity_then, z.region_id,
      z.name as zone_name, extract(hour from e.opened_at at time zone coalesce(z.time_zone, 'UTC'))::int as hour,
      a.user_id as person, extract(epoch from a.at - e.opened_at)::float8 as acknowledged_s,
      extract(epoch from e.resolved_at - e.opened_at)::float8 as resolved_s,
      e.resolved_by is null and e.outcome is null as itself, coalesce(e.outcome = 'wrong_alarm', false) as wrong_alarm
    from exceptions e
    left join zones z on z.id = e.zone_id
    left join lateral (
      select c.at, c.user_id, c.before ->> 'severity' as severity from exception_changes c
      where c.exception_id = e.id and c.user_id is not null and c.at >= e.opened_at
        and c.change in ('acknowledged', 'snoozed', 'resolved', 'fix')
      order by c.id limit 1) a on true
    where e.state = 'resolved' and e.resolved_at >= ${from} and e.resolved_at <= ${until} and e.parent_id is null) t`

const conditions: Readonly<Record<ResponseFigure, RawBuilder<boolean>>> = {
  all: sql`true`,
  acknowledged: sql`r.acknowledged_s is not null`,
  itself: sql`r.itself`,
  wrong_alarm: sql`r.wrong_alarm`,
  in_target: sql`r.in_time`,
  late: sql`not r.in_time`,
}

type Behind = {
  figures?: readonly ResponseFigure[] | undefined
  hours?: readonly number[] | undefined
  people?: readonly number[] | undefined
}

/** SQL: the exception `e` is one of those behind a figure. */
export const isBehind = (range: Range, { figures = [], hours, people }: Behind) => sql<boolean>`e.id in (
  select r.id from (${counted(range)}) r where ${sql.join([sql`true`, ...figures.map((figure) => conditions[figure])], sql` and `)}
    and ${hours === undefined ? sql`true` : sql`r.hour = any(${hours}::int[])`}
    and ${people === undefined ? sql`true` : sql`r.person = any(${people}::int[])`})`

const figures = sql`count(*)::int as count, count(r.acknowledged_s)::int as acknowledged,
  count(*) filter (where ${conditions.itself})::int as itself,
  count(*) filter (where ${conditions.wrong_alarm})::int as wrong_alarm,
  count(*) filter (where ${conditions.in_target})::int as in_target,
  count(*) filter (where ${conditions.late})::int as late,
  percentile_cont(0.5) within group (order by r.acknowledged_s) as acknowledge_median,
  percentile_cont(0.9) within group (order by r.acknowledged_s) as acknowledge_p90,
  percentile_cont(0.5) within group (order by r.resolved_s) as resolve_median,
  percentile_cont(0.9) within group (order by r.resolved_s) as resolve_p90`

type Row = ResponseFigures & {
  /** by what it is grouped */
  of: 'total' | 'kind' | 'zone' | 'hour' | 'person'
  kind: ExceptionKind
  zone_id: number | null
  zone_name: string | null
  hour: number
  person: number | null
  person_name: string | null
}

type Asked = {
  query: z.output<typeof api.exceptions.responseTimes.query>
  now: Date
  person: number | 'everybody' | null
}

/** Figures of what ended in the zones that the caller sees; of single people all, one, or none. */
export const readResponseTimes = async (
  db: Kysely<DB>,
  scope: Scope,
  { query, now, person }: Asked,
): Promise<ResponseTimes> => {
  const { region, zone, kind, severity, date_range } = query.filter ?? {}
  const range = rangeOf(date_range, now)
  const oneOf = (column: string, ids: readonly (string | number)[] | undefined, type: 'int' | 'text') =>
    ids === undefined ? sql`true` : sql`${sql.ref(column)} = any(${ids}::${sql.raw(type)}[])`
  const { rows } = await sql<Row>`
    select case when grouping(r.kind) = 0 then 'kind' when grouping(r.zone_id) = 0 then 'zone'
        when grouping(r.hour) = 0 then 'hour' when grouping(r.person) = 0 then 'person' else 'total' end as of,
      r.kind, r.zone_id, max(r.zone_name) as zone_name, r.hour, r.person, u.first_name || ' ' || u.last_name as person_name,
      ${figures}
    from (${counted(range)}) r left join users u on u.id = r.person
    where (r.zone_id is null or ${withinScope(scope, 'r.region_id')})
      and ${oneOf('r.region_id', region, 'int')} and ${oneOf('r.zone_id', zone, 'int')}
      and ${oneOf('r.kind', kind, 'text')} and ${oneOf('r.severity', severity, 'text')}
    group by grouping sets ((), (r.kind), (r.zone_id), (r.hour), (r.person, u.first_name, u.last_name))
    order by count(*) desc, r.kind, r.zone_id, r.hour, r.person`.execute(db)
  const of = (what: Row['of']): Row[] => rows.filter((row) => row.of === what)
  return {
    from: range.from.toISOString(),
    until: range.until.toISOString(),
    total: of('total').map(figuresOf)[0]!, // the empty grouping set has a row of nothing as well
    kinds: of('kind').map((row) => ({ kind: row.kind, ...figuresOf(row) })),
    zones: of('zone').map((row) => ({ id: row.zone_id, name: row.zone_name, ...figuresOf(row) })),
    hours: of('hour')
      .toSorted((one, other) => one.hour - other.hour)
      .map((row) => ({ hour: row.hour, ...figuresOf(row) })),
    people: of('person')
      .filter((row) => row.person !== null && (person === 'everybody' || row.person === person))
      .map((row) => ({ id: row.person, name: row.person_name, ...figuresOf(row) })),
  }
}

const figuresOf = (row: Row): ResponseFigures => ({
  count: row.count,
  acknowledged: row.acknowledged,
  itself: row.itself,
  wrong_alarm: row.wrong_alarm,
  in_target: row.in_target,
  late: row.late,
  acknowledge_median: row.acknowledge_median,
  acknowledge_p90: row.acknowledge_p90,
  resolve_median: row.resolve_median,
  resolve_p90: row.resolve_p90,
})
