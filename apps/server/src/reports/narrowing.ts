import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { withinScope } from '../http/scope.ts'

/** The filters of every report; `from` and `to` are days in each zone's time, both included. */
export type Narrowing = {
  zone?: number[] | undefined
  region?: number[] | undefined
  from?: string | undefined
  to?: string | undefined
}

/** SQL conditions for a query that joins `zones`: the caller's regions, the filters, and the days of a time column. */
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
