import { type Kysely, sql, type Transaction } from 'kysely'
import type { MessageChannel, MessageEvent, MessageLanguage } from '@ambit/contract'
import { chooseChannel, isUrgent } from '@ambit/domain'
import type { MessageFacts } from '../database/message-tables.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { shownSettings } from '../settings/shown.ts'
import { askForCall } from './call-tasks.ts'
import type { Sender } from './fill-in.ts'
import { international } from './international.ts'
import { createLinks, withoutCode, withoutLink } from './link.ts'
import { SMS_A_DAY } from './limits.ts'
import { ownTexts, wordsFor } from './own-texts.ts'
import { leaving } from './mode.ts'
import { isAllowed, takeParts } from './sms/quota.ts'

const BATCH = 100
const MINUTE_MS = 60_000
const DAY_MS = 24 * 3_600_000
/** No message is of use for longer. */
const LONGEST_MS = 3 * DAY_MS
const OVER_LIMIT = `more than ${SMS_A_DAY} SMS in 24 hours`
const NOT_ALLOWED = 'not_allowed'
const DAY_IS_FULL = 'the installation has sent its SMS of the day'

type Prepared = Pick<Deps, 'db' | 'clock' | 'config' | 'random'>

/**
 * Gives what is due a channel and a text. An e-mail goes to the outbox of mails, an SMS waits for its gateway, a call for
 * staff, and what may not leave the installation stays in it. Answers how many there were.
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
    const wordsOf = writerOf(own, { service, locale })
    for (const message of due) {
      const now = clock.now()
      const link = await links.of(tx, message)
      const by = (sends: boolean) =>
        chooseChannel(newsOf(message), reachedBy(message, prefix, sends), message.messages_off)
      const whyNoSms = async (number: string): Promise<string | null> => {
        if ((sms.get(message.traveler_id) ?? 0) >= SMS_A_DAY) return OVER_LIMIT
        if (!isAllowed(number, prefix, config.smsLimits)) return NOT_ALLOWED
        if (!mayLeave(number)) return null
        const asked = { text: wordsOf(message, 'sms', link).text, urgent: isUrgent(message.event) }
        return (await takeParts(tx, config.smsLimits, asked, now)) ? null : DAY_IS_FULL
      }
      const usual = by(config.sms.kind !== 'off')
      const reason = usual.channel === 'sms' ? await whyNoSms(usual.recipient) : null
      const chosen = reason === null ? usual : by(false)
      if (chosen.channel === null) {
        await set(tx, message.id, { state: 'suppressed', reason: reason ?? chosen.reason, state_at: now })
        continue
      }
      const { channel, recipient } = chosen
      if (channel === 'sms') sms.set(message.traveler_id, (sms.get(message.traveler_id) ?? 0) + 1)
      const words = wordsOf(message, channel, link)
      const state = channel !== 'call' && !mayLeave(recipient) ? 'captured' : channel === 'email' ? 'sending' : 'queued'
      const kept =
        channel === 'call'
          ? withoutLink(words.text, link)
          : state === 'captured'
            ? words.text
            : withoutCode(words.text, link)
      await set(tx, message.id, { channel, recipient, ...words, text: kept, state, reason, state_at: now })
      if (channel === 'call') await askForCall(tx, message, now)
      const letter = { ...message, recipient, subject: words.subject ?? '', text: words.text, now }
      if (state === 'sending') await post(tx, letter, words.text === kept ? null : clock.wall())
    }
    return due.length
  })
}

/** Says a message in the words of its channel; those that a person wrote for it stand in their place. */
export const writerOf =
  (own: Awaited<ReturnType<typeof ownTexts>>, { service, locale }: Pick<Sender, 'service' | 'locale'>) =>
  (message: Passenger, channel: MessageChannel, link: string | null) => {
    const sender: Sender = { service, region: message.region_name, region_phone: message.region_phone, locale }
    const written = channel === 'call' ? 'sms' : channel
    const other = message.message_language ?? languageOf(locale)
    const words = wordsFor(own, { ...message, channel: written, link }, [message.locale ?? other, other], sender)
    return message.own_words === null ? words : { ...words, text: message.own_words, template_error: false }
  }

type News = { event: MessageEvent; facts: MessageFacts }

export const newsOf = ({ event, facts: { expected_at, pickup_until } }: News) => ({
  event,
  late_minutes: expected_at === undefined ? null : (Date.parse(expected_at) - Date.parse(pickup_until)) / MINUTE_MS,
})

export type Passenger = Awaited<ReturnType<ReturnType<typeof passengersOf>['execute']>>[number]

/** Staff call the number as it was written down. */
export const reachedBy = ({ email, phone_number: phone, ...passenger }: Passenger, prefix: string, sends: boolean) => ({
  ...passenger,
  addresses: {
    email: email === '' ? null : email,
    sms: sends && phone !== null ? international(phone, prefix) : null,
    call: phone === '' ? null : phone,
  },
})

/** SQL: how many SMS the passenger of the message was sent since, or is about to be. */
const smsSince = (since: Date) =>
  sql<number>`(select count(*)::int from messages s where s.traveler_id = m.traveler_id and s.channel = 'sms'
    and s.state in ('queued', 'sending', 'sent', 'unsure', 'captured') and s.state_at > ${since})`

/** Messages with whom they are for. */
export const passengersOf = (tx: Kysely<DB>, now: Date) =>
  tx
    .selectFrom('messages as m')
    .innerJoin('travelers as t', 't.id', 'm.traveler_id')
    .innerJoin('regions', 'regions.id', 'm.region_id')
    .innerJoin('service_requests as r', 'r.id', 'm.service_request_id')
    .select([
      'm.id',
      'm.event',
      'm.facts',
      'm.own_words',
      'm.service_request_id',
      'm.traveler_id',
      'm.region_id',
      'r.zone_id',
    ])
    .select(['t.phone_number', 't.low_tech', 't.can_text', 't.call_when_near', 't.locale', 't.message_channels'])
    .select(smsSince(new Date(now.getTime() - DAY_MS)).as('sms_sent'))
    .select('regions.name as region_name')
    .select(['regions.contact_phone as region_phone', 'regions.contact_email as region_email'])
    .select(['regions.messages_off', 'regions.message_language'])
    // Where the passenger has none, it stands for somebody: nothing can be sent there.
    .select(sql<string | null>`case when t.email not like '%.invalid' then t.email end`.as('email'))
    .orderBy('m.id')

const dueIn = (tx: Transaction<DB>, now: Date) =>
  passengersOf(tx, now)
    .where('m.state', '=', 'queued')
    .where('m.channel', 'is', null)
    .where('m.due_at', '<=', now)
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
  channel: MessageChannel
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
