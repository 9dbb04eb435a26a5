import type { Kysely } from 'kysely'
import { z } from 'zod'
import { Settings } from '@ambit/contract'
import type { Config } from '../config.ts'
import type { DB } from '../database/schema.ts'
import { appDefaults, brandDefaults } from './defaults.ts'

type App = Settings['app']

/** What is stored over the product's own: anything that is not an object changes nothing. */
const Override = z.record(z.string(), z.unknown()).catch({})

/** Names, colour and customs of this installation: the product's own, with what the settings table says instead. */
export const currentApp = async (db: Kysely<DB>, { brand }: Pick<Config, 'brand'>): Promise<App> => {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'app').executeTakeFirst()
  const shipped: App = { ...appDefaults, ...brandDefaults[brand], brand }
  const fields = Object.entries(Override.parse(row?.value ?? {})).filter(([field, value]) => fits(field, value))
  return { ...shipped, ...Object.fromEntries(fields), brand }
}

/** Of a version before or after this one something else may be stored. */
const fits = (field: string, value: unknown): boolean => {
  const shape: Readonly<Record<string, z.ZodType>> = Settings.shape.app.shape
  return Object.hasOwn(shape, field) && shape[field]!.safeParse(value).success
}

/** How figures are written, and whose they are: for what is shown outside of the portal. */
export const shownSettings = async (db: Kysely<DB>, config: Pick<Config, 'brand'>) => {
  const { brandName: brand, ...app } = await currentApp(db, config)
  return { ...app, brand }
}
