import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { byText, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'

const select = (db: Kysely<DB>) =>
  db
    .selectFrom('consumer_apps')
    .select(['id', 'name', 'slug', 'brand_name', 'brand_color', 'logo', 'host_names', 'sign_up'])
    .select(['locales', 'phone_number'])
    .select(['is_default as default', 'created_at', 'updated_at', 'version'])

export const listConsumerApps = (db: Kysely<DB>, query: z.output<typeof api.consumerApps.list.query>) =>
  listed(select(db).where(matches(query.search, ['name', 'slug'])), query, byText('name'))

export const findConsumerApp = (db: Kysely<DB>, id: number) => select(db).where('id', '=', id).executeTakeFirst()

/** All of them: whether one is the default, or has a host, concerns the others. */
export const lockConsumerApps = (db: Kysely<DB>) => select(db).orderBy('id').forUpdate().execute()

/** The ids that belong to no app. */
export const unknownConsumerApps = async (db: Kysely<DB>, ids: readonly number[]): Promise<number[]> => {
  const known = await db
    .selectFrom('consumer_apps')
    .select('id')
    .where(sql<boolean>`id = any(${[...ids]}::int[])`)
    .execute()
  return ids.filter((id) => !known.some((app) => app.id === id))
}
