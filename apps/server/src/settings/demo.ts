import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'

/** A row of the settings that is never removed once the demo town has been made. */
export const DEMO_MARK = 'demo'

/** Where the demo's own accounts have their addresses: a domain that takes no mail (RFC 2606). */
export const DEMO_MAIL_DOMAIN = 'ambit.example'

export const isDemo = async (db: Kysely<DB>): Promise<boolean> =>
  (await db.selectFrom('settings').select('key').where('key', '=', DEMO_MARK).executeTakeFirst()) !== undefined
