import { expect, test } from 'vitest'
import { createFormat } from './create-format.ts'

test('times and distances are written on the clock and in the units that the settings name', () => {
  const at = '2026-11-20T05:05:00Z'
  const usual = createFormat({ locale: 'en-AU', currency: 'AUD' }, 'Australia/Brisbane')
  expect([usual.time(at), usual.stamp(at)]).toEqual(['3:05 pm', '20/11/2026 03:05 PM'])
  expect([420.4, 1234].map((metres) => usual.distance(metres))).toEqual(['420 m', '1.2 km'])
  const other = createFormat(
    { locale: 'en-US', currency: 'USD', clockHours: '24', distances: 'miles' },
    'America/New_York',
  )
  expect([other.time(at), other.stamp(at)]).toEqual(['00:05', '20/11/2026 00:05'])
  expect([100, 1609.344].map((metres) => other.distance(metres))).toEqual(['330 ft', '1.0 mi'])
  expect([other.money(3.5), other.money(3.5, 'EUR')]).toEqual(['$3.50', '€3.50'])
})
