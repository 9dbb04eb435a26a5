import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { api, IncidentState } from '@ambit/contract'
import { byText, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { type Scope, withinScope } from '../http/scope.ts'

const stateAt = (now: Date): RawBuilder<IncidentState> => sql<IncidentState>`case
  when ends_at <= ${now}::timestamptz then 'over'
  when starts_at > ${now}::timestamptz then 'planned'
  else 'current' end`

export const selectIncidents = (db: Kysely<DB>, now: Date) =>
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
      stateAt(now).as('state'),
      'updates',
      'created_at',
      'updated_at',
      'version',
    ])

const visible = (db: Kysely<DB>, now: Date, scope: Scope) =>
  selectIncidents(db, now).where(sql<boolean>`(region_id is null or ${withinScope(scope, 'region_id')})`)

const sortable = { ...byText('title'), ...byValue('starts_at', 'ends_at') }

export const listIncidents = (
  db: Kysely<DB>,
  now: Date,
  scope: Scope,
  query: z.output<typeof api.statusIncidents.list.query>,
) => {
  const { state } = query.filter ?? {}
  let found = visible(db, now, scope).where(matches(query.search, ['title']))
  if (state !== undefined) found = found.where(sql<boolean>`${stateAt(now)} = any(${state}::text[])`)
  return listed(found, query, sortable)
}

export const findIncident = (db: Kysely<DB>, now: Date, scope: Scope, id: number) =>
  visible(db, now, scope).where('id', '=', id).executeTakeFirst()

export const lockIncident = (db: Kysely<DB>, now: Date, id: number) =>
  selectIncidents(db, now).where('id', '=', id).forUpdate().executeTakeFirst()
