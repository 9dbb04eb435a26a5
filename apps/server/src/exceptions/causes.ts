import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { type api, CAUSE_DAYS, type ExceptionCause, STALE_HOURS } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { type Scope, withinScope } from '../http/scope.ts'
import { findExceptions } from './queries.ts'

const MOST_STALE = 100
const MOST_CAUSES = 10
const HOUR_MS = 3_600_000

/** What lies about, and what is raised again and again: both ask for another rule. */
export const readCauses = async (
  db: Kysely<DB>,
  scope: Scope,
  query: z.output<typeof api.exceptionRules.causes.query>,
  now: Date,
) => {
  const { region, zone } = query.filter ?? {}
  const place = sql`(e.zone_id is null or ${withinScope(scope, 'z.region_id')})
    and ${region === undefined ? sql`true` : sql`(e.zone_id is null or z.region_id = any(${region}::int[]))`}
    and ${zone === undefined ? sql`true` : sql`(e.zone_id is null or e.zone_id = any(${zone}::int[]))`}`
  const untouched = new Date(now.getTime() - STALE_HOURS * HOUR_MS)
  const { rows: stale } = await sql<{ id: number }>`
    select e.id from exceptions e left join zones z on z.id = e.zone_id
    where e.state = 'open' and e.opened_at <= ${untouched} and ${place} and not exists (select from exception_changes c
      where c.exception_id = e.id and c.user_id is not null and c.at > ${untouched})
    order by e.opened_at, e.id limit ${MOST_STALE}`.execute(db)
  const { rows: causes } = await sql<ExceptionCause>`
    select e.kind, e.zone_id, max(z.name) as zone_name, count(*)::int as count,
      (count(*) / sum(count(*)) over ())::float8 as share
    from exceptions e left join zones z on z.id = e.zone_id
    where e.opened_at > ${new Date(now.getTime() - CAUSE_DAYS * 24 * HOUR_MS)} and ${place}
    group by e.kind, e.zone_id order by count(*) desc, e.kind, e.zone_id limit ${MOST_CAUSES}`.execute(db)
  const ids = stale.map(({ id }) => id)
  const found = new Map((await findExceptions(db, ids)).map((one) => [one.id, one]))
  return { stale: ids.flatMap((id) => found.get(id) ?? []), causes }
}
