import { DEFAULT_BOOKING_RULES } from '@ambit/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refuseCounts, refuseTime, type RideWish, type ZoneRules } from './refuse.ts'
import { closesAt, createServiceDays, isOpen, openWithin, type ZoneHours } from './service-days.ts'

const VADUZ = 'Europe/Vaduz'
const week = (spans: readonly (readonly [number, number])[]) =>
  Array.from({ length: 7 }, () => spans.map(([from, until]) => ({ from: from * 60, until: until * 60 })))

type Set = Partial<ZoneHours['rules'][number]>
const zoneOf = (
  sets: readonly Set[],
  special_days: ZoneHours['special_days'] = [],
  time_zone = VADUZ,
  horizon_days = 60,
): ZoneRules => {
  const rules = sets.map((set) => ({ ...DEFAULT_BOOKING_RULES, holds_from: '2026-01-01', ...set }))
  return { time_zone, horizon_days, days: createServiceDays({ time_zone, rules, special_days }) }
}

const at = (text: string): number => Date.parse(text)
const wish = (begins: string, over: Partial<RideWish> = {}): RideWish => {
  const moment = at(begins)
  return { now: at('2026-03-20T12:00:00+01:00'), begins: moment, ends: moment + 600_000, leave_now: false, ...over }
}
const nextOf = (zone: ZoneRules, asked: RideWish): string | null => {
  const refused = refuseTime(zone, asked)
  if (refused === null || !('next' in refused) || refused.next === null) return null
  return new Date(refused.next).toISOString()
}

test('without rules every time within the horizon can be booked', () => {
  const zone = zoneOf([])
  expect(refuseTime(zone, wish('2026-03-23T03:00:00+01:00'))).toBeNull()
  expect(refuseTime(zone, wish('2026-07-01T12:00:00+02:00'))).toEqual({
    rule: 'beyond_horizon',
    days: 60,
    opens: at('2026-05-02T12:00:00+02:00'),
  })
})

describe('service hours', () => {
  const zone = zoneOf([
    {
      hours: week([
        [6, 12],
        [14, 22],
      ]),
    },
  ])

  // covers: JRN-116
  test('a ride has to begin and to end within them, and the next that does is named', () => {
    expect(refuseTime(zone, wish('2026-03-23T06:00:00+01:00'))).toBeNull()
    expect(refuseTime(zone, wish('2026-03-23T21:50:00+01:00'))).toBeNull()
    expect(nextOf(zone, wish('2026-03-23T05:00:00+01:00'))).toBe('2026-03-23T05:00:00.000Z')
    expect(nextOf(zone, wish('2026-03-23T11:55:00+01:00'))).toBe('2026-03-23T13:00:00.000Z')
    expect(nextOf(zone, wish('2026-03-23T21:51:00+01:00'))).toBe('2026-03-24T05:00:00.000Z')
  })

  test('they are of the clock of the zone, before and after a clock change', () => {
    expect(nextOf(zone, wish('2026-03-28T23:00:00+01:00'))).toBe('2026-03-29T04:00:00.000Z')
    expect(isOpen(zone.days, at('2026-03-28T06:00:00+01:00'))).toBe(true)
    expect(isOpen(zone.days, at('2026-03-29T06:00:00+02:00'))).toBe(true)
    expect(isOpen(zone.days, at('2026-03-29T05:59:00+02:00'))).toBe(false)
  })

  // covers: JRN-113
  test('a service day that begins at four has an evening that ends after midnight', () => {
    const late = zoneOf([{ day_starts: 240, hours: week([[18, 26]]) }])
    expect(late.days.at(at('2026-03-24T01:00:00+01:00')).date).toBe('2026-03-23')
    expect(refuseTime(late, wish('2026-03-24T01:30:00+01:00'))).toBeNull()
    expect(nextOf(late, wish('2026-03-24T01:55:00+01:00'))).toBe('2026-03-24T17:00:00.000Z')
  })

  test('a ride may go on over a midnight at which service goes on', () => {
    const always = zoneOf([{ hours: week([[0, 24]]) }])
    expect(refuseTime(always, wish('2026-03-23T23:55:00+01:00'))).toBeNull()
    expect(closesAt(always.days, at('2026-03-23T23:55:00+01:00'))).toBeNull()
    expect(closesAt(zone.days, at('2026-03-23T21:50:00+01:00'))).toBe(at('2026-03-23T22:00:00+01:00'))
    expect(closesAt(zone.days, at('2026-03-23T22:30:00+01:00'))).toBeNull()
  })

  test('the time of service in a span is counted over nights and breaks', () => {
    const hours = (from: string, until: string): number => openWithin(zone.days, at(from), at(until)) / 3_600_000
    expect(hours('2026-03-23T10:00:00+01:00', '2026-03-24T07:00:00+01:00')).toBe(2 + 8 + 1)
    expect(hours('2026-03-23T06:00:00+01:00', '2026-03-23T12:00:00+01:00')).toBe(6)
    expect(openWithin(zoneOf([]).days, 0, 5_000)).toBe(5_000)
  })

  test('a special day has its own hours or none, on its service day alone', () => {
    const special = { date: '2026-03-23', name: 'Feast', notice: 'No service today', hours: [] }
    const closed = zoneOf([{ day_starts: 240, hours: week([[6, 26]]) }], [special])
    expect(refuseTime(closed, wish('2026-03-23T01:00:00+01:00'))).toBeNull()
    expect(refuseTime(closed, wish('2026-03-23T12:00:00+01:00'))).toMatchObject({ rule: 'outside_hours', special })
    expect(nextOf(closed, wish('2026-03-23T12:00:00+01:00'))).toBe('2026-03-24T05:00:00.000Z')
    const short = zoneOf([], [{ ...special, hours: [{ from: 480, until: 600 }] }])
    expect(nextOf(short, wish('2026-03-23T05:00:00+01:00'))).toBe('2026-03-23T07:00:00.000Z')
    expect(refuseTime(short, wish('2026-03-24T05:00:00+01:00'))).toBeNull()
  })
})

describe('the cut-off', () => {
  test('so many minutes before a ride it is over', () => {
    const zone = zoneOf([{ cut_off: { kind: 'minutes', minutes: 120 } }])
    expect(refuseTime(zone, wish('2026-03-20T14:00:00+01:00'))).toBeNull()
    const late = wish('2026-03-20T13:59:00+01:00')
    expect(refuseTime(zone, late)).toMatchObject({ rule: 'after_cut_off', until: at('2026-03-20T11:59:00+01:00') })
    expect(nextOf(zone, late)).toBe('2026-03-20T13:00:00.000Z')
  })

  // covers: JRN-113
  test('a clock time so many service days before counts the day that a ride after midnight belongs to', () => {
    const zone = zoneOf([{ day_starts: 240, cut_off: { kind: 'days', days: 1, at: 16 * 60 } }])
    const night = { now: at('2026-03-20T16:01:00+01:00') }
    expect(refuseTime(zone, wish('2026-03-22T01:00:00+01:00', { now: at('2026-03-20T16:00:00+01:00') }))).toBeNull()
    expect(nextOf(zone, wish('2026-03-22T01:00:00+01:00', night))).toBe('2026-03-22T03:00:00.000Z')
  })

  // covers: JRN-113
  test('it need not hold for a ride that leaves now', () => {
    const now = wish('2026-03-20T12:05:00+01:00', { leave_now: true })
    const cut_off = { kind: 'minutes', minutes: 60 } as const
    expect(refuseTime(zoneOf([{ cut_off }]), now)).toMatchObject({ rule: 'after_cut_off' })
    expect(refuseTime(zoneOf([{ cut_off, cut_off_leave_now: false }]), now)).toBeNull()
  })
})

// covers: JRN-121
test('rules hold from their first service day on, and those before until then', () => {
  const zone = zoneOf([{ hours: week([[6, 22]]) }, { holds_from: '2026-04-01', hours: week([[8, 20]]) }])
  expect(refuseTime(zone, wish('2026-03-31T07:00:00+02:00'))).toBeNull()
  expect(nextOf(zone, wish('2026-04-01T07:00:00+02:00'))).toBe('2026-04-01T06:00:00.000Z')
  expect(
    refuseTime(zoneOf([{ holds_from: '2026-04-01', hours: week([]) }]), wish('2026-03-31T07:00:00+02:00')),
  ).toBeNull()
})

test('a booking has no more passengers, and its passenger no more rides ahead, than the zone takes', () => {
  const zone = zoneOf([{ max_open_bookings: 2, max_passengers: 8 }])
  const begins = at('2026-03-23T12:00:00+01:00')
  expect(refuseCounts(zone, begins, { passengers: 8, open_bookings: 1 })).toBeNull()
  expect(refuseCounts(zone, begins, { passengers: 9, open_bookings: 1 })).toEqual({ rule: 'too_many_people', most: 8 })
  expect(refuseCounts(zone, begins, { passengers: 1, open_bookings: 2 })).toEqual({ rule: 'too_many_open', most: 2 })
})

const STEP_MS = 300_000
const five = (most: number) => fc.integer({ min: 0, max: most / 5 }).map((steps) => steps * 5)
const spans = fc
  .uniqueArray(five(1440), { minLength: 0, maxLength: 6 })
  .map((edges) => edges.toSorted((a, b) => a - b))
  .map((edges) => edges.slice(0, edges.length - (edges.length % 2)))
  .map((edges) =>
    Array.from({ length: edges.length / 2 }, (_, index) => ({ from: edges[2 * index]!, until: edges[2 * index + 1]! })),
  )
const cutOffs = fc.oneof(
  fc.constant({ kind: 'none' } as const),
  five(2880).map((minutes) => ({ kind: 'minutes', minutes }) as const),
  fc.record({ kind: fc.constant('days' as const), days: fc.integer({ min: 1, max: 3 }), at: five(1435) }),
)
const zones = fc
  .record({
    time_zone: fc.constantFrom(VADUZ, 'Australia/Adelaide', 'America/New_York', 'UTC'),
    day_starts: five(360),
    hours: fc.array(spans, { minLength: 7, maxLength: 7 }),
    cut_off: cutOffs,
    closed: fc.integer({ min: 0, max: 6 }),
    start: fc.constantFrom(
      '2026-03-28T00:00:00Z',
      '2026-10-24T00:00:00Z',
      '2026-10-03T12:00:00Z',
      '2026-06-01T08:00:00Z',
    ),
    after: five(4 * 1440),
    length: five(180),
  })
  .map(({ time_zone, day_starts, hours, cut_off, closed, start, after, length }) => {
    const now = at(start)
    const shifted = hours.map((day) =>
      day.map(({ from, until }) => ({ from: from + day_starts, until: until + day_starts })),
    )
    const date = new Date(now + closed * 86_400_000).toISOString().slice(0, 10)
    const special = { date, name: 'Closed', notice: '', hours: [] }
    const begins = now + after * 60_000
    return {
      zone: zoneOf([{ day_starts, hours: shifted, cut_off }], [special], time_zone, 4),
      wish: { now, begins, ends: begins + length * 60_000, leave_now: false },
    }
  })

// @test-tag long
test('the next moment that a refusal names is refused by no rule, and nothing before it would work', () => {
  fc.assert(
    fc.property(zones, ({ zone, wish: asked }) => {
      const refused = refuseTime(zone, asked)
      if (refused === null || !('next' in refused)) return
      const shifted = (begins: number): RideWish => ({ ...asked, begins, ends: begins + asked.ends - asked.begins })
      const last = refused.next ?? asked.now + zone.horizon_days * 86_400_000 + STEP_MS
      for (let moment = asked.begins; moment < last; moment += STEP_MS)
        expect([moment, refuseTime(zone, shifted(moment))]).not.toEqual([moment, null])
      if (refused.next !== null) expect(refuseTime(zone, shifted(refused.next))).toBeNull()
    }),
    { numRuns: 30 },
  )
})
