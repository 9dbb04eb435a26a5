import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { byText, byValue, listed, matchesText } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { type Scope, visibleCrew } from '../http/scope.ts'

/** Every column except the PIN's hash. */
const select = (db: Kysely<DB>) =>
  db
    .selectFrom('drivers')
    .select([
      'id',
      'first_name',
      'last_name',
      sql<string>`first_name || ' ' || last_name`.as('full_name'),
      'username',
      'email',
      'phone_number',
      'status',
      'region_id',
      'created_at',
      'updated_at',
      'version',
    ])

const sortable = {
  ...byText('first_name', 'last_name', 'username', 'email', 'status'),
  ...byValue('created_at'),
}

export const listDrivers = (db: Kysely<DB>, scope: Scope, query: z.output<typeof api.drivers.list.query>) => {
  const { approved, id } = query.filter ?? {}
  let found = select(db).where(visibleCrew(scope, 'drivers')).where(matchesText(query.search))
  if (approved === true) found = found.where('status', '=', 'approved')
  if (approved === false) found = found.where(sql<boolean>`status is distinct from 'approved'`)
  if (id !== undefined) found = found.where('id', '=', sql<number>`any(${id}::int[])`)
  return listed(found, query, sortable)
}

export const findDriver = (db: Kysely<DB>, scope: Scope, id: number) =>
  select(db).where('id', '=', id).where(visibleCrew(scope, 'drivers')).executeTakeFirst()

export const lockDriver = (db: Kysely<DB>, scope: Scope, id: number) =>
  select(db).where('id', '=', id).where(visibleCrew(scope, 'drivers')).forUpdate().executeTakeFirst()
