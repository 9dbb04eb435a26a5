import { expect, test } from 'vitest'
import type { Catalogue, Plural } from './catalogue.ts'
import { catalogues, languages, localeOf, sayIn } from './say.ts'
import { timesIn } from './times.ts'

const formsOf = (text: string | Plural): string[] => (typeof text === 'string' ? [text] : Object.values(text))
const placesOf = (text: string | Plural): string[] =>
  [...new Set(formsOf(text).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].toSorted()

// covers: DAPP-126
test.each(languages)('the catalogue %s says every text, with the same places as the English one', (language) => {
  const texts: Catalogue = catalogues[language]
  const english: Catalogue = catalogues.en
  expect(Object.keys(texts)).toEqual(Object.keys(english))
  for (const key of Object.keys(english) as (keyof Catalogue)[]) {
    expect([key, placesOf(texts[key])]).toEqual([key, placesOf(english[key])])
    expect(formsOf(texts[key]).filter((form) => form.trim() === '')).toEqual([])
  }
})

test.each(languages)('a number in the catalogue %s chooses its plural form', (language) => {
  const one = sayIn(language, language)('bookings', { n: 1 })
  const two = sayIn(language, language)('bookings', { n: 2 })
  expect(one.replace('1', '')).not.toBe(two.replace('2', ''))
})

// covers: DAPP-126
test("the language is the first of the device's that the app speaks, or the one that was chosen", () => {
  expect(localeOf(null, ['fr-CH', 'de-CH', 'en'])).toEqual({ language: 'de', locale: 'de-CH' })
  expect(localeOf(null, ['fr-CH'])).toEqual({ language: 'en', locale: 'en' })
  expect(localeOf('es', ['de-CH', 'es-MX'])).toEqual({ language: 'es', locale: 'es-MX' })
  expect(localeOf('es', ['de-CH'])).toEqual({ language: 'es', locale: 'es' })
})

// covers: DAPP-127
test("times are told by the zone's clocks, with 12 or 24 hours as the language has them", () => {
  const moment = '2026-11-23T04:05:00Z'
  expect(timesIn('en-AU', 'Australia/Brisbane').clock(moment)).toMatch(/^2:05\spm$/)
  expect(timesIn('de', 'Australia/Brisbane').clock(moment)).toBe('14:05')
  expect(timesIn('es', 'Europe/Madrid').clock(moment)).toBe('5:05')
  const before = Date.parse('2026-11-22T04:05:00Z')
  expect(timesIn('de', 'Australia/Brisbane').clockAndDay(moment, before)).toMatch(/^Mo\W+14:05$/)
})

test('amounts are told in whole units of their currency', () => {
  expect(timesIn('en-AU', null).money(4.5, 'AUD')).toBe('$4.50')
  expect(timesIn('de', null).money(450, 'JPY')).toMatch(/^450\s¥$/)
})
