import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { byText, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'

export const listConsumerApps = (db: Kysely<DB>, query: z.output<typeof api.consumerApps.list.query>) =>
  listed(
    db
      .selectFrom('consumer_apps')
      .select(['id', 'name'])
      .where(matches(query.search, ['name'])),
    query,
    byText('name'),
  )

/** The ids that belong to no app. */
export const unknownConsumerApps = async (db: Kysely<DB>, ids: readonly number[]): Promise<number[]> => {
  const known = await db
    .selectFrom('consumer_apps')
    .select('id')
    .where(sql<boolean>`id = any(${[...ids]}::int[])`)
    .execute()
  return ids.filter((id) => !known.some((app) => app.id === id))
}
