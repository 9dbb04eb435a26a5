import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'

type Reader = Kysely<DB> | Transaction<DB>

/** The cancellation reasons in the order in which they are offered. */
export const listOptions = async (db: Reader) => {
  const data = await db.selectFrom('survey_options').select(['key', 'reason']).orderBy('position').execute()
  return { data, meta: { total: data.length, total_count: data.length } }
}

export const hasOption = async (db: Reader, key: string): Promise<boolean> =>
  (await db.selectFrom('survey_options').select('key').where('key', '=', key).executeTakeFirst()) !== undefined
