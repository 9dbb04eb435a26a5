import { expect, test } from 'vitest'
import { isNight } from './daylight.ts'

test.each([
  // Sunrise and sunset of almanacs, in whole minutes.
  ['Brisbane in November', [153.03, -27.47], '2026-11-23T04:46:00+10:00', '2026-11-23T18:24:00+10:00'],
  ['Berlin in June', [13.4, 52.52], '2026-06-21T04:43:00+02:00', '2026-06-21T21:33:00+02:00'],
  ['Berlin in December', [13.4, 52.52], '2026-12-21T08:15:00+01:00', '2026-12-21T15:54:00+01:00'],
] as const)('%s has its night before sunrise and after sunset', (_, place, sunrise, sunset) => {
  const around = (moment: string, minutes: number): boolean => isNight(Date.parse(moment) + minutes * 60_000, place)
  expect([around(sunrise, -4), around(sunrise, 4)]).toEqual([true, false])
  expect([around(sunset, -4), around(sunset, 4)]).toEqual([false, true])
})

test('in Tromsø the sun stays up in June and down in December', () => {
  for (const hour of [0, 6, 12, 18]) {
    expect(isNight(Date.UTC(2026, 5, 21, hour), [18.96, 69.65])).toBe(false)
    expect(isNight(Date.UTC(2026, 11, 21, hour), [18.96, 69.65])).toBe(true)
  }
})
