import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { ModuleGroup } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { moduleDefaults } from './defaults.ts'

/** `{ [module's name]: { enabled, menuName, mainMenu, globalSearchEnabled, brand } }`; `menuName` null: the product's own */
const ModuleOverrides = z
  .record(
    z.string(),
    z
      .object({
        enabled: z.boolean(),
        menuName: z.string().nullable(),
        mainMenu: z.boolean(),
        globalSearchEnabled: z.boolean(),
        brand: z.enum(['a', 'b']).nullable(),
      })
      .partial(),
  )
  .catch({})

/** The side menu of this installation: the product's own, with what the settings table says instead. */
export const currentModules = async (db: Kysely<DB>): Promise<z.output<typeof ModuleGroup>[]> => {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'modules').executeTakeFirst()
  const stored = ModuleOverrides.parse(row?.value ?? {})
  return moduleDefaults.map(({ groupName, items }) => ({
    groupName,
    items: items.map((item) => {
      const { menuName, ...rest } = stored[item.name] ?? {}
      return { ...item, ...rest, menuName: menuName ?? item.shippedName }
    }),
  }))
}
