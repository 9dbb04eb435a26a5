import { describe, expect, test } from 'vitest'
import { writtenChannels, messageEvents, messageLanguages } from '@ambit/contract'
import { MOST_SMS_PARTS, placeholders, smsSize } from '@ambit/domain'
import type { SmsConfig } from '../config.ts'
import type { MessageFacts } from '../database/message-tables.ts'
import { asHtml } from '../mail/as-html.ts'
import { longestFacts } from './sample.ts'
import { wholeSms } from './sms/whole.ts'
import { fillIn, texts, withoutNumber } from './fill-in.ts'

const facts: MessageFacts = {
  time_zone: 'Australia/Brisbane',
  pickup_from: '2026-11-23T09:00:00+10:00',
  pickup_until: '2026-11-23T09:10:00+10:00',
  pickup_place: '12a Main Street',
  pickup_stop: false,
  dropoff_from: '2026-11-23T09:20:00+10:00',
  dropoff_until: '2026-11-23T09:40:00+10:00',
  dropoff_place: 'Stop 4',
  dropoff_stop: true,
  price: 4,
  currency: 'AUD',
  vehicle: 'Van 1',
  expected_at: '2026-11-23T09:05:00+10:00',
  wait_until: '2026-11-23T09:12:00+10:00',
  was_pickup_from: '2026-11-23T08:00:00+10:00',
  was_pickup_until: '2026-11-23T08:10:00+10:00',
  was_pickup_place: 'Hauptstraße 7',
  was_pickup_stop: false,
  notice: { en: 'Mill Road is closed' },
  lost_item: 'Green umbrella',
  lost_state: 'found',
}
const sender = { service: 'Sunline', region: 'Coast', region_phone: '07 5550 1234', locale: 'en-AU' }
/** One takes replies that stop SMS; of the other the region's number is named. */
const gateways: readonly SmsConfig[] = [
  { kind: 'off' },
  { kind: 'http', url: '', method: 'POST', headers: {}, body: '', idPath: null, from: '', hookSecret: null },
]
/** The longest that is usual. */
const link = 'https://ride.coastal-on-demand.example.com.au/t/7k2m9qd4xw'
const base = { event: 'booking_changed', language: 'en', facts, booking: 7, sender, link } as const

const every = messageLanguages.flatMap((language) =>
  messageEvents.flatMap((event) => writtenChannels.map((channel) => ({ language, event, channel }))),
)

describe('the texts of messages', () => {
  // covers: MSG-48
  test.each(every)('there is a text in $language for $event by $channel, with names that it may use', (one) => {
    const { subject, [one.channel]: text } = texts[one.language][one.event]
    expect(text).not.toBe('')
    expect(subject).not.toBe('')
    const names = [...`${subject}${text}`.matchAll(/\{\{(.*?)\}\}/g)].map(([, name]) => name)
    expect(placeholders[one.event]).toEqual(expect.arrayContaining(names))
    const filled = fillIn({ ...one, facts, booking: 7, sender, link })
    expect(`${filled.subject ?? ''}${filled.text}`).not.toMatch(/[{}<>]/)
    expect(filled.text).toContain('Sunline')
    const { text: longest } = fillIn({ ...one, facts: longestFacts, booking: 7, sender, link })
    if (one.channel === 'sms')
      for (const gateway of gateways)
        expect(smsSize(wholeSms(longest, one.language, { ...sender, sms: gateway })).parts).toBeLessThanOrEqual(
          MOST_SMS_PARTS,
        )
  })

  // covers: JRN-10
  test('a confirmation names the other legs of a ride with stops, and has no line for them of any other ride', () => {
    const leg = (hour: string, place: string) => ({
      from: `2026-11-23T${hour}:00:00+10:00`,
      until: `2026-11-23T${hour}:10:00+10:00`,
      place,
      stop: true,
    })
    const other_legs = [leg('11', 'Hospital'), leg('13', 'Market Square')]
    const confirmed = { ...base, event: 'booking_confirmed', channel: 'email' } as const
    expect(fillIn({ ...confirmed, facts: { ...facts, other_legs } }).text).toContain(
      'Other rides of this journey: Mon 23 Nov, 11:00 am – 11:10 am, Hospital; Mon 23 Nov, 1:00 pm – 1:10 pm, Market Square',
    )
    expect(fillIn(confirmed).text).not.toContain('Other rides')
  })

  // covers: MSG-45
  test('a value is text: control characters go, a hundred characters stay, no name in it is filled in, and HTML is escaped', () => {
    const place = `<b>{{price}}</b>\r\nBcc: x\u0007 ${'y'.repeat(200)}`
    const { text } = fillIn({ ...base, channel: 'email', facts: { ...facts, pickup_place: place } })
    const line = text.split('\n').find((one) => one.startsWith('Pick-up now: '))
    expect(line).toContain('<b>{{price}}</b> Bcc: x y')
    expect(line?.replace(/^.*?<b>/, '<b>')).toHaveLength(100)
    expect(asHtml(text)).toContain('&lt;b&gt;{{price}}&lt;/b&gt;')
    expect(asHtml('a & b\n"c"\n\n<d>')).toBe('<p>a &amp; b<br>&quot;c&quot;</p>\n<p>&lt;d&gt;</p>')
  })

  // covers: MSG-68
  test('no text has a name for a secret, a need or a whole door, and an SMS of any event names no house number', () => {
    const known = [...new Set(Object.values(placeholders).flat())].toSorted()
    expect(known).toEqual(
      'booking dropoff_place dropoff_window expected_time link lost_item lost_state notice other_legs pickup_day pickup_place pickup_window price region region_phone service vehicle wait_until was_place was_window'.split(
        ' ',
      ),
    )
    const doors = {
      pickup_place: '4711 Main Street',
      dropoff_place: '4712 Quay Street',
      was_pickup_place: '4713 Mill Road',
    }
    const stops = { pickup_stop: false, dropoff_stop: false, was_pickup_stop: false }
    for (const one of every.filter(({ channel }) => channel === 'sms'))
      expect(fillIn({ ...one, facts: { ...facts, ...doors, ...stops }, booking: 7, sender, link }).text).not.toMatch(
        /471\d/,
      )
    const other_legs = [{ from: facts.pickup_from, until: facts.pickup_until, place: '4714 Hill Street', stop: false }]
    const template = { subject: null, text: '{{service}}: {{other_legs}}' }
    const own = { ...base, event: 'booking_confirmed', facts: { ...facts, other_legs }, template } as const
    expect(fillIn({ ...own, channel: 'sms' }).text).toBe('Sunline: Mon 23 Nov, 9:00 am - 9:10 am, Hill Street')
    expect(fillIn({ ...own, channel: 'email' }).text).toContain('4714 Hill Street')
  })

  test('an SMS names doors without their number and stops in full, and an e-mail names both in full', () => {
    const sms = fillIn({ ...base, channel: 'sms' }).text
    expect(sms).toBe(
      'Sunline: Your ride has changed. Pick-up now Mon 23 Nov, 9:00 am - 9:10 am, Main Street.\nBefore: Mon 23 Nov, 8:00 am - 8:10 am, Hauptstraße.\n' +
        link,
    )
    const mail = fillIn({ ...base, channel: 'email' }).text
    expect(mail).toContain('12a Main Street')
    expect(mail).toContain('Stop 4')
    expect(['12-14 Main Street', 'Calle Mayor 7, Madrid', '5'].map(withoutNumber)).toEqual([
      'Main Street',
      'Calle Mayor, Madrid',
      '5',
    ])
  })

  // covers: MSG-10
  test.each(every.filter(({ event }) => event === 'cancelled_by_operator' || event === 'not_served'))(
    'who is not driven is told why in $language by $channel, and whom to call for another ride ($event)',
    (one) => {
      const { text } = fillIn({ ...one, facts, booking: 7, sender, link })
      expect(text).toMatch(/vehicle|Fahrzeug|vehículo/)
      expect(text).toMatch(/another time|andere Zeit|otra hora/i)
      expect(text).toContain('07 5550 1234')
    },
  )

  test('a line whose value is not known is left out', () => {
    const { was_pickup_from: _from, was_pickup_until: _until, ...known } = facts
    const { text } = fillIn({
      ...base,
      channel: 'email',
      facts: { ...known, price: 0 },
      sender: { ...sender, region_phone: null },
    })
    expect(text).not.toMatch(/before|Price|Questions/)
    expect(text).not.toContain('\n\n\n')
  })

  test('times and money are written as the language does', () => {
    const shown = (language: 'de' | 'es') => fillIn({ ...base, language, channel: 'email' }).text
    expect(shown('de')).toContain('Abholung jetzt: Mo. 23. Nov., 9:00 – 9:10, 12a Main Street')
    expect(shown('de')).toContain('Preis: 4,00 $')
    expect(shown('es')).toContain('Recogida ahora: lun 23 nov, 9:00 – 9:10, 12a Main Street')
  })
})
