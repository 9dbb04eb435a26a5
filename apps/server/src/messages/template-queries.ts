import { type Kysely, type Transaction, sql } from 'kysely'
import {
  type WrittenChannel,
  writtenChannels,
  type MessageEvent,
  messageEvents,
  type MessageLanguage,
  messageLanguages,
  type MessageTemplate,
} from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { notFound } from '../http/errors.ts'
import { type Scope, withinScope } from '../http/scope.ts'
import { productText } from './fill-in.ts'

/** 404 for one that the reader does not see. */
export const seenRegion = async (db: Kysely<DB>, scope: Scope, id: number) => {
  const region = await db
    .selectFrom('regions')
    .select(['id', 'name', 'time_zone', 'contact_phone'])
    .where('id', '=', id)
    .where(withinScope(scope, 'regions.id'))
    .executeTakeFirst()
  if (region === undefined) throw notFound()
  return region
}

const columns = ['id', 'region_id', 'event', 'channel', 'language', 'subject', 'text', 'version', 'updated_at'] as const

type Key = { region_id: number; event: MessageEvent; channel: WrittenChannel; language: MessageLanguage }
type Own = Key & { id: number; subject: string | null; text: string | null; version: number; updated_at: Date }

const shown = (own: Own) => ({ ...own, product: productText(own.language, own.event, own.channel) })

/** One for each event, channel and language, whether the region has its own or not. */
export const templatesOf = async (db: Kysely<DB>, region_id: number) => {
  const rows = await db.selectFrom('message_templates').select(columns).where('region_id', '=', region_id).execute()
  return messageEvents.flatMap((event) =>
    messageLanguages.flatMap((language) =>
      writtenChannels.map((channel) => {
        const own = rows.find((row) => row.event === event && row.channel === channel && row.language === language)
        return own === undefined ? productOnly({ region_id, event, channel, language }) : shown(own)
      }),
    ),
  )
}

const productOnly = (key: Key): MessageTemplate => ({
  id: null,
  ...key,
  subject: null,
  text: null,
  product: productText(key.language, key.event, key.channel),
  version: 1,
  updated_at: null,
})

export const findTemplate = async (db: Kysely<DB>, id: number) => {
  const own = await db.selectFrom('message_templates').select(columns).where('id', '=', id).executeTakeFirst()
  return own === undefined ? undefined : shown(own)
}

export const lockTemplate = async (tx: Transaction<DB>, scope: Scope, id: number) => {
  const own = await tx
    .selectFrom('message_templates')
    .select(columns)
    .where('id', '=', id)
    .where(withinScope(scope, 'region_id'))
    .forUpdate()
    .executeTakeFirst()
  return own === undefined ? undefined : shown(own)
}

type Words = { subject: string | null; text: string }

/** The id, or null where the region has a text already. */
export const addTemplate = async (tx: Transaction<DB>, key: Key, words: Words, now: Date): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`
    insert into message_templates as own (region_id, event, channel, language, subject, text, created_at, updated_at)
    values (${key.region_id}, ${key.event}, ${key.channel}, ${key.language}, ${words.subject}, ${words.text}, ${now}, ${now})
    on conflict (region_id, event, channel, language) do update
      set subject = excluded.subject, text = excluded.text, updated_at = excluded.updated_at where own.text is null
    returning id`.execute(tx)
  return rows[0]?.id ?? null
}
