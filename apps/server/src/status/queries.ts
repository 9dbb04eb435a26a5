import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { byText, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { type Scope, withinScope } from '../http/scope.ts'

type Reader = Kysely<DB> | Transaction<DB>

export const selectIncidents = (db: Reader) =>
  db
    .selectFrom('status_incidents')
    .select([
      'id',
      'title',
      'parts',
      'region_id',
      sql<string | null>`(select name from regions where regions.id = region_id)`.as('region_name'),
      'planned',
      'starts_at',
      'ends_at',
      'updates',
      'created_at',
      'updated_at',
      'version',
    ])

const visible = (db: Reader, scope: Scope) =>
  selectIncidents(db).where(sql<boolean>`(region_id is null or ${withinScope(scope, 'region_id')})`)

const sortable = { ...byText('title'), ...byValue('starts_at', 'ends_at') }

/** `current`: begun and not over, or not so. */
export const listIncidents = (
  db: Kysely<DB>,
  now: Date,
  scope: Scope,
  query: z.output<typeof api.statusIncidents.list.query>,
) => {
  const current = query.filter?.current
  let found = visible(db, scope).where(matches(query.search, ['title']))
  if (current !== undefined)
    found = found.where(
      sql<boolean>`(starts_at <= ${now}::timestamptz and (ends_at is null or ends_at > ${now}::timestamptz)) = ${current}`,
    )
  return listed(found, query, sortable)
}

export const findIncident = (db: Reader, scope: Scope, id: number) =>
  visible(db, scope).where('id', '=', id).executeTakeFirst()

export const lockIncident = (db: Reader, id: number) =>
  selectIncidents(db).where('id', '=', id).forUpdate().executeTakeFirst()
