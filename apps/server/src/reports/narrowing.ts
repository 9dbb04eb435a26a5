import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { withinScope } from '../http/scope.ts'

/** What every report may be narrowed by; `from` and `to` are days of each zone's own clocks, both included. */
export type Narrowing = {
  zone?: number[] | undefined
  region?: number[] | undefined
  from?: string | undefined
  to?: string | undefined
}

/** SQL over a query that has `zones`: what the caller may see, asked for, and the days of a moment's column. */
export const narrowed = (
  { zone, region, from, to }: Narrowing,
  regions: number[] | null,
  moment: string,
): RawBuilder<SqlBool> => {
  const column = sql.ref(moment)
  const parts = [withinScope(regions, 'zones.region_id')]
  if (zone !== undefined) parts.push(sql`zones.id = any(${zone}::int[])`)
  if (region !== undefined) parts.push(sql`zones.region_id = any(${region}::int[])`)
  if (from !== undefined) parts.push(sql`${column} >= ${from}::date::timestamp at time zone zones.time_zone`)
  if (to !== undefined) parts.push(sql`${column} < (${to}::date + 1)::timestamp at time zone zones.time_zone`)
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`
}
