import { expect, test } from 'vitest'
import { createFormat } from '../../settings/create-format.ts'
import { askedFor } from './asked-for.ts'

const format = createFormat({ locale: 'en-AU', currency: 'AUD' }, 'Australia/Brisbane')
const adult = { fare_type: 'adult' as const }

test('what a search asked for is read back in one line, in the time of its zone', () => {
  const arrival = { traveling_at: '2026-11-23T23:00:00Z', departing: false, passengers: [adult], mobility_support: 1 }
  expect(askedFor(arrival, format)).toBe('Tue 24 Nov · arrive by 9:00 am · 1 passenger · 1 wheelchair')
  const departure = { ...arrival, departing: true, passengers: [adult, adult, adult], mobility_support: 0 }
  expect(askedFor(departure, format)).toBe('Tue 24 Nov · leave at 9:00 am · 3 passengers')
})
