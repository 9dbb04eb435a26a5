import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { DB } from '../database/schema.ts'
import { appDefaults, brandDefaults } from './defaults.ts'

const Stored = z
  .object({
    locale: z.string().default(appDefaults.locale),
    currency: z.string().default(appDefaults.currency),
    brandName: z.string().nullable().default(null),
  })
  .catch({ ...appDefaults, brandName: null })

/** How figures are written, and whose they are: for what is shown outside of the portal. */
export const shownSettings = async (
  db: Kysely<DB>,
  { brand }: Pick<Config, 'brand'>,
): Promise<{ locale: string; currency: string; brand: string }> => {
  const app = await db.selectFrom('settings').select('value').where('key', '=', 'app').executeTakeFirst()
  const { locale, currency, brandName } = Stored.parse(app?.value ?? {})
  return { locale, currency, brand: brandName ?? brandDefaults[brand].brandName }
}
