import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '../database/schema.ts'
import { appDefaults } from './defaults.ts'

const Stored = z
  .object({ currency: z.string().default(appDefaults.currency) })
  .catch({ currency: appDefaults.currency })

/** The installation's currency, as in `AUD`. */
export const currentCurrency = async (db: Kysely<DB>): Promise<string> => {
  const app = await db.selectFrom('settings').select('value').where('key', '=', 'app').executeTakeFirst()
  return Stored.parse(app?.value ?? {}).currency
}
