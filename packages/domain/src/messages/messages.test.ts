import { expect, test } from 'vitest'
import { messageEvents } from '@ambit/contract'
import { templateFaults } from './check-template.ts'
import { placeholders } from './placeholders.ts'
import { smsSize } from './sms-parts.ts'

test('an SMS has 160 characters in one part and 153 in each of several, or 70 and 67 with a character outside of GSM-7', () => {
  const parts = (letter: string, count: number) => smsSize(letter.repeat(count)).parts
  expect([
    parts('a', 160),
    parts('a', 161),
    parts('a', 306),
    parts('a', 307),
    parts('a', 459),
    parts('a', 460),
  ]).toEqual([1, 2, 2, 3, 3, 4])
  expect([parts('á', 70), parts('á', 71), parts('á', 134), parts('á', 135), parts('á', 201), parts('á', 202)]).toEqual([
    1, 2, 2, 3, 3, 4,
  ])
  expect(smsSize('ñüß€[]')).toEqual({ characters: 9, parts: 1, costly: null })
  expect(smsSize('9:00 – 9:10')).toEqual({ characters: 11, parts: 1, costly: '–' })
})

test('an unknown or unclosed placeholder is named with its place and the nearest name', () => {
  const messages = (text: string) => templateFaults('reminder', text).map(({ message }) => message)
  expect(messages('{{service}}: {{pickup_window}}, {{pickup_place}} {price}')).toEqual([])
  expect(messages('Hello\nat {{pickup_plase}}')).toEqual([
    'Line 2, character 4: {{pickup_plase}} is not known here. Do you mean {{pickup_place}}?',
  ])
  expect(messages('{{ service }}')).toEqual([
    'Line 1, character 1: {{ service }} is not known here. Do you mean {{service}}?',
  ])
  expect(messages('{{wait_until}}')[0]).toContain('is not known here')
  expect(templateFaults('arrived', '{{wait_until}}')).toEqual([])
  expect(messages('{{prise and }}')).toEqual([
    'Line 1, character 1: {{prise and }} is not known here. Do you mean {{price}}?',
  ])
  expect(messages('From {{pickup_wind\n}} {{price}}')).toEqual([
    'Line 1, character 6: {{pickup_wind is not closed. Do you mean {{pickup_window}}?',
    'Line 2, character 1: }} without {{ before it',
  ])
})

test('the text of each event names, in two braces, what is on the list of that event and nothing else', () => {
  const every = ['service', 'region', 'region_phone', 'pickup_window', 'pickup_place', 'booking']
  const own = { arrived: ['vehicle', 'wait_until', 'link'], booking_confirmed: ['price', 'link'], receipt: ['price'] }
  const all = new Set(Object.values(placeholders).flat())
  for (const event of messageEvents) {
    expect(placeholders[event]).toEqual(expect.arrayContaining(every))
    for (const name of [...all, 'passenger_first_name'])
      expect([event, name, templateFaults(event, `{{${name}}}`).length]).toEqual([
        event,
        name,
        placeholders[event].some((known) => known === name) ? 0 : 1,
      ])
  }
  for (const [event, names] of Object.entries(own))
    expect(placeholders[event as keyof typeof own]).toEqual(expect.arrayContaining(names))
})
