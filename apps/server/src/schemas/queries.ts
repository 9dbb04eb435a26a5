import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api, SchemaEntity } from '@ambit/contract'
import { byValue, listed } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'

const select = (db: Kysely<DB>) =>
  db
    .selectFrom('schemas')
    .leftJoin('users', 'users.id', 'schemas.created_by')
    .select([
      'schemas.id',
      'schemas.entity',
      'schemas.version',
      'schemas.stages',
      'schemas.created_at',
      sql<string | null>`users.first_name || ' ' || users.last_name`.as('created_by_name'),
    ])

export const listSchemas = (db: Kysely<DB>, query: z.output<typeof api.schemas.list.query>) => {
  const { entity } = query.filter ?? {}
  let found = select(db)
  if (entity !== undefined) found = found.where('schemas.entity', '=', entity)
  return listed(found, query, byValue('schemas.id', 'schemas.version'), sql.ref('schemas.id'))
}

export const findSchema = (db: Kysely<DB>, id: number) => select(db).where('schemas.id', '=', id).executeTakeFirst()

/** The newest version; undefined where there are no custom fields yet. */
export const currentSchema = (db: Kysely<DB>, entity: SchemaEntity) =>
  select(db).where('schemas.entity', '=', entity).orderBy('schemas.version', 'desc').limit(1).executeTakeFirst()

export const stagesOfEveryVersion = (db: Kysely<DB>, entity: SchemaEntity) =>
  db.selectFrom('schemas').select(['version', 'stages']).where('entity', '=', entity).orderBy('version').execute()
