import { type Kysely, sql, type Transaction } from 'kysely'
import type { MessageLanguage } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { shownSettings } from '../settings/shown.ts'
import { channelFor } from './channel.ts'
import type { Sender } from './fill-in.ts'
import { createLinks, withoutCode } from './link.ts'
import { SMS_A_DAY } from './limits.ts'
import { ownTexts, wordsFor } from './own-texts.ts'
import { leaving } from './mode.ts'

const BATCH = 100
const DAY_MS = 24 * 3_600_000
/** No message is of use for longer. */
const LONGEST_MS = 3 * DAY_MS
const OVER_LIMIT = `more than ${SMS_A_DAY} SMS in 24 hours`

type Prepared = Pick<Deps, 'db' | 'clock' | 'config' | 'random'>

/**
 * Gives what is due a channel and a text. An e-mail goes to the outbox of mails, an SMS waits for its gateway, and what
 * may not leave the installation stays in it. Answers how many there were.
 */
export const prepareMessages = async (deps: Prepared): Promise<number> => {
  const { db, clock, config } = deps
  const mayLeave = await leaving({ db, config })
  const links = await createLinks(deps)
  const { brand: service, locale, phonePrefix: prefix } = await shownSettings(db, config)
  return db.transaction().execute(async (tx) => {
    const due = await dueIn(tx, clock.now())
    const own = await ownTexts(tx, due)
    const sms = new Map(due.map(({ traveler_id, sms_sent }) => [traveler_id, sms_sent]))
    for (const message of due) {
      const now = clock.now()
      const by = (on: boolean) => channelFor(message.event, message, message, { on, prefix })
      const usual = by(config.sms.kind !== 'off')
      const sent = sms.get(message.traveler_id) ?? 0
      const over = usual.channel === 'sms' && sent >= SMS_A_DAY
      const chosen = over ? by(false) : usual
      if (chosen.channel === null) {
        await set(tx, message.id, { state: 'suppressed', reason: over ? OVER_LIMIT : chosen.reason, state_at: now })
        continue
      }
      if (chosen.channel === 'sms') sms.set(message.traveler_id, sent + 1)
      const { channel, recipient } = chosen
      const sender: Sender = { service, region: message.region_name, region_phone: message.region_phone, locale }
      const others = message.message_language ?? languageOf(locale)
      const link = await links.of(tx, message)
      const words = wordsFor(own, { ...message, channel, link }, [message.locale ?? others, others], sender)
      const state = !mayLeave(recipient) ? 'captured' : channel === 'email' ? 'sending' : 'queued'
      const reason = over ? OVER_LIMIT : null
      const kept = state === 'captured' ? words.text : withoutCode(words.text, link)
      await set(tx, message.id, { channel, recipient, ...words, text: kept, state, reason, state_at: now })
      const letter = { ...message, recipient, subject: words.subject ?? '', text: words.text, now }
      if (state === 'sending') await post(tx, letter, words.text === kept ? null : clock.wall())
    }
    return due.length
  })
}

/** SQL: how many SMS the passenger of the message was sent since, or is about to be. */
const smsSince = (since: Date) =>
  sql<number>`(select count(*)::int from messages s where s.traveler_id = m.traveler_id and s.channel = 'sms'
    and s.state in ('queued', 'sending', 'sent', 'unsure', 'captured') and s.state_at > ${since})`

const dueIn = (tx: Transaction<DB>, now: Date) =>
  tx
    .selectFrom('messages as m')
    .innerJoin('travelers as t', 't.id', 'm.traveler_id')
    .innerJoin('regions', 'regions.id', 'm.region_id')
    .where('m.state', '=', 'queued')
    .where('m.channel', 'is', null)
    .where('m.due_at', '<=', now)
    .select(['m.id', 'm.event', 'm.facts', 'm.service_request_id', 'm.traveler_id', 'm.region_id'])
    .select(['t.phone_number', 't.low_tech', 't.can_text', 't.locale', 't.message_channels'])
    .select(smsSince(new Date(now.getTime() - DAY_MS)).as('sms_sent'))
    .select('regions.name as region_name')
    .select(['regions.contact_phone as region_phone', 'regions.contact_email as region_email'])
    .select(['regions.messages_off', 'regions.message_language'])
    // Where the passenger has none, it stands for somebody: nothing can be sent there.
    .select(sql<string | null>`case when t.email not like '%.invalid' then t.email end`.as('email'))
    .orderBy('m.id')
    .limit(BATCH)
    .forUpdate('m')
    .skipLocked()
    .execute()

/** The installation's language, where there are texts in it. */
export const languageOf = (locale: string): MessageLanguage => {
  const [language] = locale.split('-')
  return language === 'de' || language === 'es' ? language : 'en'
}

type Set = Partial<{
  channel: 'email' | 'sms'
  recipient: string
  language: MessageLanguage
  subject: string | null
  text: string
  text_of: 'region' | 'product'
  template_error: boolean
  state: 'suppressed' | 'captured' | 'sending' | 'queued'
  reason: string | null
  state_at: Date
}>

const set = (db: Kysely<DB>, id: number, values: Set) =>
  db.updateTable('messages').set(values).where('id', '=', id).execute()

type Letter = {
  id: number
  traveler_id: number
  region_email: string | null
  recipient: string
  subject: string
  text: string
  now: Date
}

/** `secretSince`: from when on it holds a link; such a text is kept until it was sent, or is of no use any more. */
const post = (
  tx: Transaction<DB>,
  { id, traveler_id, region_email, recipient, subject, text, now }: Letter,
  secretSince: Date | null,
) =>
  tx
    .insertInto('outbox_mails')
    .values({
      to: recipient,
      subject,
      text,
      traveler_id,
      message_id: id,
      reply_to: region_email,
      created_at: now,
      expires_at: secretSince === null ? null : new Date(secretSince.getTime() + LONGEST_MS),
    })
    .execute()
