import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { byUrgency } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import { type Scope, withinScope } from '../http/scope.ts'
import type { Reader } from '../planning/plan/queries.ts'

const name = (table: 'd' | 't' | 'r') =>
  sql<string | null>`${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}`

const select = (db: Reader, scope: Scope) =>
  db
    .selectFrom('exceptions as e')
    .innerJoin('zones as z', 'z.id', 'e.zone_id')
    .leftJoin('trips', 'trips.id', 'e.trip_id')
    .leftJoin('vehicles as v', 'v.id', 'trips.vehicle_id')
    .leftJoin('drivers as d', 'd.id', 'e.driver_id')
    .leftJoin('users as t', 't.id', 'e.taken_by')
    .leftJoin('users as r', 'r.id', 'e.resolved_by')
    .where(withinScope(scope, 'z.region_id'))
    .select(['e.id', 'e.kind', 'e.severity', 'e.state', 'e.zone_id', 'z.name as zone_name', 'z.time_zone'])
    .select([
      'z.region_id',
      'e.trip_id',
      'trips.name as trip_name',
      'v.vehicle_number',
      'd.phone_number as driver_phone',
    ])
    .select(['e.facts', 'e.text', 'e.opened_at', 'e.taken_at', 'e.resolved_at', 'e.note'])
    .select([name('d').as('driver_name'), name('t').as('taken_by'), name('r').as('resolved_by')])

/** What is open or taken, the most urgent first. */
export const listExceptions = async (
  db: Kysely<DB>,
  scope: Scope,
  query: z.output<typeof api.exceptions.list.query>,
) => {
  const { region, zone } = query.filter ?? {}
  let rows = select(db, scope).where('e.state', '<>', 'resolved')
  if (region !== undefined) rows = rows.where('z.region_id', 'in', region)
  if (zone !== undefined) rows = rows.where('e.zone_id', 'in', zone)
  const found = await rows.execute()
  const data = found.toSorted((one, other) => byUrgency(moment(one), moment(other)))
  return { data, meta: { total: data.length, total_count: data.length } }
}

const moment = <T extends { opened_at: Date }>(row: T) => ({ ...row, opened_at: row.opened_at.toISOString() })

export const findException = (db: Reader, scope: Scope, id: number) =>
  select(db, scope).where('e.id', '=', id).executeTakeFirst()
