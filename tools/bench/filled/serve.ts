import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, createClient } from '@ambit/contract'
import type { Kysely } from 'kysely'
import { createUser, ensureBuiltInRoles } from '../../../apps/server/src/access/accounts.ts'
import { issueToken } from '../../../apps/server/src/sessions/tokens.ts'
import { createApp } from '../../../apps/server/src/app.ts'
import { migrate } from '../../../apps/server/src/database/migrate.ts'
import type { DB } from '../../../apps/server/src/database/schema.ts'
import type { Deps } from '../../../apps/server/src/deps.ts'
import { openDatabase } from '../../../apps/server/src/database/open.ts'
import { ensureSearchIndexes } from '../../../apps/server/src/database/search-indexes.ts'
import { benchDeps } from '../deps.ts'
import { fill, type Size } from './fill.ts'

const SEED = 11
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

export type Filled = { client: Client; db: Kysely<DB>; close: () => Promise<void> }

/** A server on an embedded database of this size, made when it is not there yet (`again` makes a new one). */
export const serveFilled = async (name: string, size: Size, again: boolean): Promise<Filled> => {
  const dataFolder = join(import.meta.dirname, '../../../data/bench', name)
  if (again) rmSync(dataFolder, { recursive: true, force: true })
  const fresh = !existsSync(dataFolder)
  const database = await openDatabase({ databaseUrl: null, dataFolder }, (error) => {
    throw error
  })
  const now = new Date()
  await migrate(database.db, now)
  await ensureSearchIndexes(database.db, silent)
  await ensureBuiltInRoles(database.db, now, 'dev')
  if (fresh) await fill(database.db, size)
  const deps = await benchDeps({ database, now, seed: SEED, streets: null })
  const modules = Object.fromEntries(
    ['VehicleManagement', 'RegionManagement', 'ZoneManagement', 'LiveBookings'].map((module) => [
      module,
      { enabled: true, globalSearchEnabled: true },
    ]),
  )
  await deps.db
    .insertInto('settings')
    .values({ key: 'modules', value: JSON.stringify(modules) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const app = await createApp(deps)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const id = await userOf(deps)
  // The same seed gives the same session's id in every run.
  await deps.db.deleteFrom('sessions').execute()
  const { token } = await issueToken(deps, { kind: 'user', id }, { method: 'password', factors: [], portal: false })
  return {
    client: createClient({ origin, token: () => token }),
    db: deps.db,
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}

const userOf = async ({ db, clock }: Deps): Promise<number> => {
  const known = await db.selectFrom('users').select('id').where('username', '=', 'bench').executeTakeFirst()
  if (known !== undefined) return known.id
  const names = { first_name: 'B', last_name: 'B', username: 'bench', email: 'bench@example.org' }
  return createUser(db, { ...names, password_hash: '', role: 'superadmin' }, clock.now())
}
