import { type Kysely, sql, type Transaction } from 'kysely'
import {
  alwaysTold,
  type MessageChannel,
  type MessageEvent,
  type MessageLanguage,
  type WrittenChannel,
} from '@ambit/contract'
import { chooseChannel, isUrgent, SAME_ADDRESS, STOPPED } from '@ambit/domain'
import type { MessageFacts } from '../database/message-tables.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { shownSettings } from '../settings/shown.ts'
import { writtenTo } from '../planning/change/answers-for.ts'
import { askForCall } from './call-tasks.ts'
import type { Sender } from './fill-in.ts'
import { international } from './international.ts'
import { languageOf } from './languages.ts'
import { hasBrowser } from './push/subscribe.ts'
import { messageToken } from './push/token.ts'
import { createLinks, withoutCode, withoutLink } from './link.ts'
import { SMS_A_DAY } from './limits.ts'
import { ownTexts, wordsFor } from './own-texts.ts'
import { leaving } from './mode.ts'
import { isAllowed, takeParts } from './sms/quota.ts'
import { stoppedAmong } from './sms/stops.ts'
import { wholeSms } from './sms/whole.ts'

const BATCH = 100
const MINUTE_MS = 60_000
const DAY_MS = 24 * 3_600_000
/** No message is of use for longer. */
const LONGEST_MS = 3 * DAY_MS
const OVER_LIMIT = `more than ${SMS_A_DAY} SMS in 24 hours`
const NOT_ALLOWED = 'not_allowed'
const DAY_IS_FULL = 'the installation has sent its SMS of the day'

type Prepared = Pick<Deps, 'db' | 'clock' | 'config' | 'random' | 'signingSecret'>

/**
 * Gives what is due a channel and a text. An e-mail goes to the outbox of mails, an SMS and a push wait for their gateways,
 * a call for staff, and what may not leave the installation stays in it. Answers how many there were.
 */
export const prepareMessages = async (deps: Prepared): Promise<number> => {
  const { db, clock, config } = deps
  const mayLeave = await leaving({ db, config })
  const links = await createLinks(deps)
  const { brand: service, locale, phonePrefix: prefix } = await shownSettings(db, config)
  return db.transaction().execute(async (tx) => {
    const due = (await dueIn(tx, { now: clock.now(), wall: clock.wall() })).map(asRepresentative)
    const numbers = due.map(({ phone_number }) => international(phone_number ?? '', prefix))
    const batch: Batch = {
      tx,
      mayLeave,
      links,
      prefix,
      wordsOf: writerOf(await ownTexts(tx, due), { service, locale, sms: config.sms }),
      stopped: await stoppedAmong(tx, numbers),
      sms: new Map(due.map(({ person_id, sms_sent }) => [person_id, sms_sent])),
    }
    for (const message of due) await prepareOne(deps, batch, message)
    return due.length
  })
}

/** What all messages of a run have in common. */
type Batch = {
  tx: Transaction<DB>
  mayLeave: (recipient: string) => boolean
  links: Awaited<ReturnType<typeof createLinks>>
  /** of numbers without a country */
  prefix: string
  wordsOf: ReturnType<typeof writerOf>
  /** numbers that have answered STOP */
  stopped: ReadonlySet<string>
  /** how many SMS each person was sent of late */
  sms: Map<number, number>
}

const prepareOne = async (deps: Prepared, batch: Batch, message: Passenger): Promise<void> => {
  const { tx, sms } = batch
  const now = deps.clock.now()
  // Who follows a ride does so in the own app, and who booked it in the portal: the passenger's link also cancels it.
  const link = message.helper_id === null && message.user_id === null ? await batch.links.of(tx, message) : null
  const by = (sends: boolean) =>
    chooseChannel(newsOf(message), reachedBy(message, batch.prefix, sends), message.messages_off)
  const usual = by(deps.config.sms.kind !== 'off')
  const double = { state: 'suppressed', reason: SAME_ADDRESS, state_at: now } as const
  if (await isDouble(tx, message, usual)) return set(tx, message.id, double)
  const reason =
    usual.channel === 'sms' ? await whyNoSms(deps, batch, message, { number: usual.recipient, link }) : null
  const chosen = reason === null ? usual : by(false)
  if (chosen.channel === null)
    return set(tx, message.id, { state: 'suppressed', reason: reason ?? chosen.reason, state_at: now })
  if (reason !== null && (await isDouble(tx, message, chosen))) return set(tx, message.id, double)
  const { channel } = chosen
  const recipient = channel === 'push' ? null : chosen.recipient
  if (channel === 'sms') sms.set(message.person_id, (sms.get(message.person_id) ?? 0) + 1)
  const words = batch.wordsOf(message, channel, link)
  const isKept = channel !== 'call' && !leaves(batch, message, recipient)
  const state = isKept ? 'captured' : channel === 'email' ? 'sending' : 'queued'
  const hidden = () => withoutCode(words.text, link)
  const kept = channel === 'call' ? withoutLink(words.text, link) : isKept ? words.text : hidden()
  await set(tx, message.id, { channel, recipient, ...words, text: kept, state, reason, state_at: now })
  if (channel === 'call') await askForCall(tx, message, now)
  if (state !== 'sending') return
  const unsubscribe =
    alwaysTold.includes(message.event) || message.user_id !== null
      ? null
      : await messageToken(deps, 'unsubscribe', message.id)
  const letter = { ...message, traveler_id: message.person_id, unsubscribe, recipient: chosen.recipient, now }
  await post(tx, { ...letter, ...named(message, words) }, words.text === kept ? null : deps.clock.wall())
}

/**
 * Representatives speak for many, so their mail names the passenger, and nothing of what the passenger needs. What is kept
 * of it does not: roles that know passengers by number may read messages.
 */
const named = (
  { about }: Pick<Passenger, 'about'>,
  { subject, text }: { subject: string | null; text: string },
): { subject: string; text: string } =>
  about === null
    ? { subject: subject ?? '', text }
    : { subject: `${about}: ${subject ?? ''}`, text: `${about}\n\n${text}` }

/** A representative is written to by e-mail, whatever the passenger has and wants. */
const asRepresentative = (message: Passenger): Passenger =>
  message.user_id === null
    ? message
    : {
        ...message,
        phone_number: null,
        low_tech: false,
        can_text: false,
        call_when_near: false,
        locale: null,
        message_channels: {},
        has_browser: false,
      }

/** A browser has no address that a list could name: the passenger has. */
const leaves = ({ mayLeave, prefix }: Batch, { email, phone_number }: Passenger, recipient: string | null): boolean =>
  recipient === null
    ? mayLeave(email ?? '') || mayLeave(international(phone_number ?? '', prefix) ?? '')
    : mayLeave(recipient)

/** Null: it goes by SMS, and counts as such. */
const whyNoSms = async (
  { clock, config: { smsLimits } }: Prepared,
  batch: Batch,
  message: Passenger,
  { number, link }: { number: string; link: string | null },
): Promise<string | null> => {
  if (batch.stopped.has(number) && !alwaysTold.includes(message.event)) return STOPPED
  if ((batch.sms.get(message.person_id) ?? 0) >= SMS_A_DAY) return OVER_LIMIT
  if (!isAllowed(number, batch.prefix, smsLimits)) return NOT_ALLOWED
  if (!leaves(batch, message, number)) return null
  const asked = { text: batch.wordsOf(message, 'sms', link).text, urgent: isUrgent(message.event) }
  return (await takeParts(batch.tx, smsLimits, asked, clock.now())) ? null : DAY_IS_FULL
}

type Writing = Pick<Sender, 'service' | 'locale'> & Pick<Deps['config'], 'sms'>

/** Says a message in the words of its channel; those that a person wrote for it stand in their place. */
export const writerOf =
  (own: Awaited<ReturnType<typeof ownTexts>>, { service, locale, sms }: Writing) =>
  (message: Passenger, channel: MessageChannel, link: string | null) => {
    const sender: Sender = { service, region: message.region_name, region_phone: message.region_phone, locale }
    const other = message.message_language ?? languageOf(locale)
    const languages = [message.locale ?? other, other] as const
    const inWordsOf = (written: WrittenChannel) =>
      wordsFor(own, { ...message, channel: written, link }, languages, sender)
    const words = inWordsOf(channel === 'email' ? 'email' : 'sms')
    const said =
      channel === 'push'
        ? { ...words, subject: inWordsOf('email').subject, text: asPush(words.text, service, link) }
        : words
    const told = message.own_words === null ? said : { ...said, text: message.own_words, template_error: false }
    if (channel !== 'sms') return told
    return { ...told, text: wholeSms(told.text, told.language, { service, region_phone: message.region_phone, sms }) }
  }

type News = { event: MessageEvent; facts: MessageFacts }

export const newsOf = ({ event, facts: { expected_at, pickup_until } }: News) => ({
  event,
  late_minutes: expected_at === undefined ? null : (Date.parse(expected_at) - Date.parse(pickup_until)) / MINUTE_MS,
})

export type Passenger = Awaited<ReturnType<ReturnType<typeof passengersOf>['execute']>>[number]

/**
 * Staff call the number as it was written down. In place of a push that was not shown it is not pushed again, and staff
 * call only where no browser has taken it.
 */
export const reachedBy = (
  { email, phone_number: phone, followed, ...passenger }: Passenger,
  prefix: string,
  sends: boolean,
) => ({
  ...passenger,
  addresses: {
    email: email === '' ? null : email,
    sms: sends && phone !== null ? international(phone, prefix) : null,
    push: passenger.has_browser && followed === null ? 'app' : null,
    call: phone === '' || followed === 'sent' || passenger.helper_id !== null ? null : phone,
  },
})

/** The app names the service already, and opens the ride when the notification is tapped. */
const asPush = (text: string, service: string, link: string | null): string => {
  const words = withoutLink(text, link)
  const beginning = `${service}: `
  return words.startsWith(beginning) ? words.slice(beginning.length) : words
}

/** SQL: how many SMS the one who is written to, `w`, was sent since, or is about to be, also for who has no contact. */
const smsSince = (since: Date) =>
  sql<number>`(select count(*)::int from messages s where s.channel = 'sms'
    and (s.helper_id = w.id or s.helper_id is null and s.traveler_id = any(array(select w.id union all
      select a.traveler_id from traveler_helpers a join travelers o on o.id = a.traveler_id
      where a.helper_id = w.id and a.household and o.email is null and o.phone_number is null)))
    and s.state in ('queued', 'sending', 'sent', 'unsure', 'captured') and s.state_at > ${since})`

/** SQL: others are told the same of the ride. */
const isShared = sql<boolean>`exists (select from messages o where o.service_request_id = m.service_request_id
  and o.event = m.event and o.once = m.once and o.id <> m.id)`

/** Whether somebody else was told the same at this address. */
const isDouble = async (
  tx: Transaction<DB>,
  { id, is_shared }: Pick<Passenger, 'id' | 'is_shared'>,
  chosen: ReturnType<typeof chooseChannel>,
): Promise<boolean> => {
  if (!is_shared || chosen.channel === null || chosen.channel === 'push') return false
  const { recipient } = chosen
  const { rows } = await sql`select from messages m join messages o on o.service_request_id = m.service_request_id
    and o.event = m.event and o.once = m.once and o.id <> m.id and lower(o.recipient) = lower(${recipient})
    where m.id = ${id} and o.state not in ('suppressed', 'superseded') limit 1`.execute(tx)
  return rows.length > 0
}

/** `wall`: by the clock of browsers. */
type At = { now: Date; wall: Date }

/** Messages with whom they are for. */
export const passengersOf = (tx: Kysely<DB>, { now, wall }: At) =>
  tx
    .selectFrom('messages as m')
    .innerJoin('travelers as t', 't.id', 'm.traveler_id')
    .innerJoin('travelers as w', (join) => join.on('w.id', '=', writtenTo))
    .innerJoin('regions', 'regions.id', 'm.region_id')
    .innerJoin('service_requests as r', 'r.id', 'm.service_request_id')
    .leftJoin('messages as f', 'f.id', 'm.follows')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select([
      'm.id',
      'm.event',
      'm.facts',
      'm.own_words',
      'm.service_request_id',
      'm.traveler_id',
      'm.helper_id',
      'm.user_id',
      'w.id as person_id',
      'm.region_id',
      'r.zone_id',
    ])
    .select(['w.phone_number', 'w.low_tech', 'w.can_text', 'w.call_when_near', 'w.locale', 'w.message_channels'])
    .select(smsSince(new Date(now.getTime() - DAY_MS)).as('sms_sent'))
    .select(['f.state as followed', hasBrowser('w.id', wall).as('has_browser')])
    .select(isShared.as('is_shared'))
    .select('regions.name as region_name')
    .select(['regions.contact_phone as region_phone', 'regions.contact_email as region_email'])
    .select(['regions.messages_off', 'regions.message_language'])
    // Where the passenger has none, it stands for somebody: nothing can be sent there.
    .select(
      sql<string | null>`case when m.user_id is not null then u.email
        when w.email not like '%.invalid' then w.email end`.as('email'),
    )
    .select(sql<string | null>`case when m.user_id is not null then t.first_name || ' ' || t.last_name end`.as('about'))
    .orderBy('m.id')

const dueIn = (tx: Transaction<DB>, at: At) =>
  passengersOf(tx, at)
    .where('m.state', '=', 'queued')
    .where('m.channel', 'is', null)
    .where('m.due_at', '<=', at.now)
    .limit(BATCH)
    .forUpdate('m')
    .skipLocked()
    .execute()

type Set = Partial<{
  channel: MessageChannel
  recipient: string | null
  language: MessageLanguage
  subject: string | null
  text: string
  text_of: 'region' | 'product'
  template_error: boolean
  state: 'suppressed' | 'captured' | 'sending' | 'queued'
  reason: string | null
  state_at: Date
}>

const set = async (db: Kysely<DB>, id: number, values: Set): Promise<void> => {
  await db.updateTable('messages').set(values).where('id', '=', id).execute()
}

type Letter = {
  id: number
  traveler_id: number
  region_email: string | null
  recipient: string
  subject: string
  text: string
  /** null: passengers are told in any case */
  unsubscribe: string | null
  now: Date
}

/** `secretSince`: from when on it holds a link; such a text is kept until it was sent, or is of no use any more. */
const post = (
  tx: Transaction<DB>,
  { id, traveler_id, region_email, recipient, subject, text, unsubscribe, now }: Letter,
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
      unsubscribe,
      created_at: now,
      expires_at: secretSince === null ? null : new Date(secretSince.getTime() + LONGEST_MS),
    })
    .execute()
