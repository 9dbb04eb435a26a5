import { type WrittenChannel, type MessageEvent, type MessageLanguage, NOTICE_LENGTH, noticeIn } from '@ambit/contract'
import { type Placeholder, placeholders } from '@ambit/domain'
import type { MessageFacts } from '../database/message-tables.ts'
import { localeOf } from './languages.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { lostStates } from './texts/lost-states.ts'
import type { MessageTexts } from './texts/message-texts.ts'

export const texts: Readonly<Record<MessageLanguage, MessageTexts>> = { en, de, es }

/** A text before it is filled in; without a subject, the product's. */
export type Template = { subject: string | null; text: string }

export const productText = (language: MessageLanguage, event: MessageEvent, channel: WrittenChannel) => ({
  subject: texts[language][event].subject,
  text: texts[language][event][channel],
})

/** What is the same for all messages of a region. */
export type Sender = { service: string; region: string; region_phone: string | null; locale: string }

export type Filling = {
  event: MessageEvent
  channel: WrittenChannel
  language: MessageLanguage
  facts: MessageFacts
  booking: number
  sender: Sender
  /** where the passenger follows and cancels the ride; null: nowhere */
  link: string | null
  /** left out: the product's */
  template?: Template | undefined
}

const LONGEST_VALUE = 100
/** A notice is what the message says, and has a limit of its own, and so have two legs with their times and places. */
const longer: Readonly<Record<string, number>> = { notice: NOTICE_LENGTH, other_legs: 300 }
const lengthOf = (name: string): number => longer[name] ?? LONGEST_VALUE
const PLACEHOLDER = /\{\{(\w+)\}\}/g

/** The message in words. Plain text: what makes HTML of it escapes it. Only e-mail has a subject. */
export const fillIn = (filling: Filling): { subject: string | null; text: string } => {
  const { event, channel, language } = filling
  const values = valuesOf(filling)
  const known: readonly string[] = placeholders[event]
  const valueOf = (name: string): string | null =>
    known.includes(name) ? cleaned(values[name as Placeholder], channel, lengthOf(name)) : null // as just asked
  const filled = (text: string): string => text.replace(PLACEHOLDER, (_, name: string) => valueOf(name) ?? '')
  const isWhole = (line: string): boolean =>
    [...line.matchAll(PLACEHOLDER)].every(([, name = '']) => valueOf(name) !== null)
  const product = productText(language, event, channel)
  const template = filling.template ?? product
  const lines = template.text.split('\n').filter(isWhole).map(filled)
  return {
    subject: channel === 'email' ? filled(template.subject ?? product.subject) : null,
    text: lines.join('\n').replaceAll(/\n{3,}/g, '\n\n'),
  }
}

// oxlint-disable-next-line no-control-regex -- a name may hold what would begin another line, or another header
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

/** Signs that halve what fits into an SMS, with what is as good. */
const PLAIN: Readonly<Record<string, string>> = {
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '…': '...',
}

const cleaned = (value: string | null, channel: WrittenChannel, longest: number): string | null => {
  const plain = channel === 'sms' ? value?.replaceAll(/[–—‘’“”…]/g, (sign) => PLAIN[sign] ?? sign) : value
  const text = plain?.replaceAll(CONTROL, ' ').replaceAll(/\s+/g, ' ').trim() ?? ''
  return text === '' ? null : Array.from(text).slice(0, longest).join('')
}

const valuesOf = ({
  channel,
  language,
  facts,
  booking,
  sender,
  link,
}: Filling): Readonly<Record<Placeholder, string | null>> => {
  const format = formatsFor(localeOf(language, sender.locale), facts)
  const place = (name: string | undefined, stop: boolean | undefined): string | null =>
    name === undefined ? null : channel === 'sms' && stop !== true ? withoutNumber(name) : name
  return {
    service: sender.service,
    region: sender.region,
    region_phone: sender.region_phone,
    booking: String(booking),
    pickup_day: format.day(facts.pickup_from),
    pickup_window: format.window(facts.pickup_from, facts.pickup_until),
    pickup_place: place(facts.pickup_place, facts.pickup_stop),
    dropoff_window: format.window(facts.dropoff_from, facts.dropoff_until),
    dropoff_place: place(facts.dropoff_place, facts.dropoff_stop),
    price: facts.price > 0 ? format.money(facts.price) : null,
    vehicle: facts.vehicle ?? null,
    expected_time: format.time(facts.expected_at),
    wait_until: format.time(facts.wait_until),
    link,
    was_window: format.window(facts.was_pickup_from, facts.was_pickup_until),
    was_place: place(facts.was_pickup_place, facts.was_pickup_stop),
    other_legs:
      facts.other_legs
        ?.map((leg) => `${format.window(leg.from, leg.until)}, ${place(leg.place, leg.stop)}`)
        .join('; ') ?? null,
    notice: facts.notice === undefined ? null : noticeIn(facts.notice, language),
    lost_item: facts.lost_item ?? null,
    lost_state: facts.lost_state === undefined ? null : lostStates[language][facts.lost_state],
  }
}

const formatsFor = (locale: string, { time_zone: timeZone, currency }: MessageFacts) => {
  const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')
  const times = new Intl.DateTimeFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit' })
  const days = new Intl.DateTimeFormat(locale, { timeZone, weekday: 'short', day: 'numeric', month: 'short' })
  const day = (moment: string): string => plain(days.format(new Date(moment)).replace(',', ''))
  const time = (moment: string | undefined): string | null =>
    moment === undefined ? null : plain(times.format(new Date(moment)))
  return {
    day,
    time,
    window: (from: string | undefined, until: string | undefined): string | null =>
      from === undefined || until === undefined ? null : `${day(from)}, ${time(from)} – ${time(until)}`,
    money: (amount: number): string =>
      plain(
        new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(amount),
      ),
  }
}

/** `12a Main Street` and `Hauptstraße 12a` without the number: phones are read by others. */
export const withoutNumber = (place: string): string =>
  place
    .replaceAll(/(?<![\p{L}\d])\d+\s?[a-z]?(?:[/-]\d+\s?[a-z]?)?(?![\p{L}\d])/giu, '')
    .replaceAll(/\s{2,}/g, ' ')
    .replaceAll(/\s+,/g, ',')
    .replace(/^[\s,]+|[\s,]+$/g, '') || place
