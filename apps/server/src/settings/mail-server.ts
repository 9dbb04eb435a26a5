import type { Kysely } from 'kysely'
import { z } from 'zod'
import { mailSecurities } from '@ambit/contract'
import type { Config } from '../config.ts'
import type { DB } from '../database/schema.ts'

/** What the settings hold about mail; the password is another key. */
const StoredMail = z.object({
  host: z.string().nullable().catch(null).default(null),
  port: z.int().catch(587).default(587),
  security: z.enum(mailSecurities).catch('starttls').default('starttls'),
  user: z.string().nullable().catch(null).default(null),
  sender: z.string().nullable().catch(null).default(null),
  signature: z.string().nullable().catch(null).default(null),
  seal_copies: z.array(z.string()).catch([]).default([]),
})
export type StoredMail = z.infer<typeof StoredMail>

export const DEFAULT_SENDER = 'Ambit <no-reply@localhost>'

export const readStoredMail = (value: unknown): StoredMail =>
  StoredMail.parse(typeof value === 'object' && value !== null ? value : {})

export const storedMail = async (db: Kysely<DB>): Promise<StoredMail> => {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'mail').executeTakeFirst()
  return readStoredMail(row?.value)
}

/** Name and port of the server that mail is handed to, by the environment, else by the settings; null: it stays in the outbox. */
export const mailServerOf = async (db: Kysely<DB>, { smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<string | null> => {
  // An address may hold a password.
  if (smtpUrl !== null) return URL.parse(smtpUrl)?.host ?? ''
  const { host, port } = await storedMail(db)
  return host === null ? null : `${host.includes(':') ? `[${host}]` : host}:${port}`
}
