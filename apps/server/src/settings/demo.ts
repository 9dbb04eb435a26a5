import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'

/** A row of the settings that is never removed once the demo town has been made. */
export const DEMO_MARK = 'demo'

/** A row of the settings: `{ opens_at, time_zone }` of a demo that began in a morning of its own. */
export const DEMO_MORNING = 'demo_morning'

/** Where the demo's own accounts have their addresses: a domain that takes no mail (RFC 2606). */
export const DEMO_MAIL_DOMAIN = 'ambit.example'

/** The demo's one password; the README and the start screen name it. */
export const DEMO_PASSWORD = 'sunline-demo'

/** The one PIN of the demo's drivers. */
export const DEMO_PIN = '246810'

/** Drivers whom the simulator leaves to people who try the app for drivers. */
export const demoDrivers = [
  { username: 'dora', first_name: 'Dora', last_name: 'Wirth' },
  { username: 'dave', first_name: 'Dave', last_name: 'Nolan' },
] as const

/** The demo's accounts, a named person for each role. */
export const demoUsers = [
  { role: 'superadmin', username: 'sam', first_name: 'Sam', last_name: 'Okafor' },
  { role: 'administrator', username: 'alex', first_name: 'Alex', last_name: 'Papadopoulos' },
  { role: 'operations_manager', username: 'olivia', first_name: 'Olivia', last_name: 'Chen' },
  { role: 'dispatcher', username: 'dana', first_name: 'Dana', last_name: 'Whitlock' },
  { role: 'customer_service', username: 'chris', first_name: 'Chris', last_name: 'Taufa' },
  { role: 'fleet_manager', username: 'fiona', first_name: 'Fiona', last_name: 'Reilly' },
  { role: 'analyst', username: 'arun', first_name: 'Arun', last_name: 'Patel' },
] as const

export const isDemo = async (db: Kysely<DB>): Promise<boolean> =>
  (await db.selectFrom('settings').select('key').where('key', '=', DEMO_MARK).executeTakeFirst()) !== undefined
