import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'

/** The cancellation reasons in the order in which they are offered. */
export const listOptions = async (db: Kysely<DB>) => {
  const data = await db.selectFrom('survey_options').select(['key', 'reason']).orderBy('position').execute()
  return { data, meta: { total: data.length, total_count: data.length } }
}

export const hasOption = async (db: Kysely<DB>, key: string): Promise<boolean> =>
  (await db.selectFrom('survey_options').select('key').where('key', '=', key).executeTakeFirst()) !== undefined
