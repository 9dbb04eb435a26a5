import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMigrations } from '../database/migrate.ts'
import { openTestDatabase } from '../testing/database.ts'
import type { Database } from '../database/connect.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const KEYS = ['contact', 'place', 'care']

test('an update gives roles made by staff the keys for what they showed, and no others', async () => {
  const { db } = database
  const store = async (name: string, keys: readonly string[], built_in = false) => {
    const permissions = JSON.stringify(Object.fromEntries(keys.map((key) => [key, true])))
    await sql`insert into user_roles (name, permissions, built_in, status, created_at, updated_at)
      values (${name}, ${permissions}::jsonb, ${built_in}, 'enabled', now(), now())`.execute(db)
  }
  const passengers = ['TravellerManagement:Module', 'TravellerManagement:traveller:canRead']
  await store('call centre', passengers)
  await store('night desk', ['TripManagement:Module', 'TripManagement:trip:canRead'])
  await store('switched off', ['TravellerManagement:traveller:canCreate', 'LiveBooking:booking:canRead'])
  await store('workshop', ['VehicleManagement:Module', 'VehicleManagement:vehicle:canRead'])
  await store('analyst', passengers, true)
  await store('fleet_manager', ['TripManagement:trip:canRead', ...passengers], true)
  const migration = readMigrations().find(({ name }) => name === '0044_masks.sql')!
  await sql.raw(migration.text).execute(db)
  const roles = await db.selectFrom('user_roles').select(['name', 'permissions']).execute()
  const shown = Object.fromEntries(
    roles.map(({ name, permissions }) => [
      name,
      ['Module', ...KEYS.map((key) => `${key}:canRead`)].filter(
        (key) => permissions[`TravellerManagement:${key}`] === true,
      ),
    ]),
  )
  const all = ['Module', 'contact:canRead', 'place:canRead', 'care:canRead']
  expect(shown).toEqual({
    'call centre': all,
    'night desk': ['Module', 'place:canRead', 'care:canRead'],
    // The switch stays off: it would put on what staff had switched off with it.
    'switched off': ['place:canRead', 'care:canRead'],
    workshop: [],
    analyst: ['Module'],
    fleet_manager: all,
  })
})
