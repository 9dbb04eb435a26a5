import { describe, expect, test } from 'vitest'
import { legAt } from '../testing/series.ts'
import { agreedAt, distanceOf, type Wish } from './wish.ts'

const BRISBANE = '+10:00'
const ms = (moment: string): number => Date.parse(`${moment}:00${BRISBANE}`)
const wish = (time: string, departing: boolean, agreed: { from: string; until: string }): Wish => ({
  traveler_id: 1,
  zone_id: 1,
  time_zone: 'Australia/Brisbane',
  date: '2026-11-30',
  leg: { ...legAt('Market', 'Station', time), departing, passengers: [] },
  needs: { mobility_support: null, aids: null },
  agreed: { pickup: agreed, dropoff: agreed, walk_s: 60 },
  flex_minutes: 15,
  payment_method: 'cash',
  changes: null,
})
const windows = (opens: string, closes: string) => {
  const window = { opens: ms(opens), closes: ms(closes), walk_s: 0 }
  return { pickup: window, dropoff: window }
}

describe('what is agreed beyond midnight', () => {
  test('is on the day after a date whose wish to leave is just before midnight', () => {
    const late = wish('23:58', true, { from: '00:03', until: '00:13' })
    expect(agreedAt(late)).toBe(ms('2026-12-01T00:02'))
    expect(distanceOf(late, windows('2026-12-01T00:05', '2026-12-01T00:15'))).toBe(2 * 60_000)
  })

  test('is on the day before a date whose wish to have arrived is just after midnight', () => {
    const early = wish('00:05', false, { from: '23:40', until: '23:50' })
    expect(agreedAt(early)).toBe(ms('2026-11-29T23:50'))
    expect(distanceOf(early, windows('2026-11-29T23:41', '2026-11-29T23:51'))).toBe(60_000)
  })

  test('is on the date itself at any other time', () => {
    const noon = wish('12:00', true, { from: '12:01', until: '12:11' })
    expect(agreedAt(noon)).toBe(ms('2026-11-30T12:00'))
  })
})
