import type { Kysely } from 'kysely'
import { AccessSettings } from '@ambit/contract'
import type { DB } from '../database/schema.ts'

const accessDefaults: AccessSettings = { unusual_looks: 20 }

/** What counts as unusual looking: the product's own, with what the settings table says instead. */
export const currentAccessSettings = async (db: Kysely<DB>): Promise<AccessSettings> => {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'access').executeTakeFirst()
  const parsed = AccessSettings.partial().safeParse(row?.value ?? {})
  return { ...accessDefaults, ...(parsed.success ? parsed.data : {}) }
}
