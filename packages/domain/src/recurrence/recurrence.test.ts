import { DEFAULT_BOOKING_RULES, type SeriesPattern, type SeriesWeekday, seriesWeekdays } from '@ambit/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createServiceDays } from '../booking-rules/service-days.ts'
import { addDays, daysBetween, weekdayOf } from '../time/civil-day.ts'
import { clockTimeIn, instantOf } from './clock-time.ts'
import { leftOutByChoice, leftOutByService, seriesDates, type SeriesDates } from './occurs.ts'
import { datesOf, openEnd } from './pattern.ts'
import { patternInWords, patternOf, rruleOf } from './rrule.ts'

const VADUZ = 'Europe/Vaduz'
const weekly = (weekdays: SeriesWeekday[], every = 1): SeriesPattern => ({ repeat: 'weekly', every, weekdays })
const lastFriday = { repeat: 'monthly', nth: -1, weekday: 'FR' } as const

const weekday = fc.constantFrom(...seriesWeekdays)
const pattern: fc.Arbitrary<SeriesPattern> = fc.oneof(
  fc.constant({ repeat: 'daily' } as const),
  fc.record({
    repeat: fc.constant('weekly' as const),
    every: fc.integer({ min: 1, max: 4 }),
    weekdays: fc.uniqueArray(weekday, { minLength: 1, maxLength: 7 }),
  }),
  fc.record({ repeat: fc.constant('monthly' as const), nth: fc.constantFrom(1, 2, 3, 4, -1), weekday }),
)
const day = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2024-02-27', days))

/** Said of a date by itself, without walking there. */
const belongs = (one: SeriesPattern, from: string, date: string): boolean => {
  const name = seriesWeekdays[weekdayOf(date) - 1]!
  const dayOfMonth = Number(date.slice(8))
  switch (one.repeat) {
    case 'daily':
      return true
    case 'weekly': {
      const monday = addDays(from, 1 - weekdayOf(from))
      return one.weekdays.includes(name) && Math.floor(daysBetween(monday, date) / 7) % one.every === 0
    }
    case 'monthly':
      return (
        name === one.weekday &&
        (one.nth === -1 ? addDays(date, 7).slice(0, 7) !== date.slice(0, 7) : Math.ceil(dayOfMonth / 7) === one.nth)
      )
  }
}

describe('the dates of a pattern', () => {
  // covers: JRN-12
  test('are those of its weekdays every so many weeks, or of its weekday of the month', () => {
    const dates = (one: SeriesPattern, from: string, until: string) => datesOf(one, { from, until, count: null })
    expect(dates({ repeat: 'daily' }, '2026-12-30', '2027-01-02')).toEqual([
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
    ])
    // From a Wednesday on, and in the week after next again.
    expect(dates(weekly(['MO', 'TH'], 2), '2026-11-25', '2026-12-24')).toEqual([
      '2026-11-26',
      '2026-12-07',
      '2026-12-10',
      '2026-12-21',
      '2026-12-24',
    ])
    expect(dates(lastFriday, '2026-11-01', '2027-02-28')).toEqual([
      '2026-11-27',
      '2026-12-25',
      '2027-01-29',
      '2027-02-26',
    ])
    expect(dates({ repeat: 'monthly', nth: 2, weekday: 'TU' }, '2026-12-09', '2027-02-28')).toEqual([
      '2027-01-12',
      '2027-02-09',
    ])
  })

  test('are exactly the days that belong to it, whatever the pattern and the span', () => {
    fc.assert(
      fc.property(pattern, day, fc.integer({ min: 0, max: 200 }), (one, from, length) => {
        const until = addDays(from, length)
        const all = Array.from({ length: length + 1 }, (_, index) => addDays(from, index))
        expect(datesOf(one, { from, until, count: null })).toEqual(all.filter((date) => belongs(one, from, date)))
      }),
    )
  })

  test('end with the number of rides, and without an end after twelve months', () => {
    expect(datesOf(weekly(['MO']), { from: '2026-11-23', until: null, count: 3 })).toEqual([
      '2026-11-23',
      '2026-11-30',
      '2026-12-07',
    ])
    expect(openEnd('2026-11-23')).toBe('2027-11-22')
    expect(datesOf({ repeat: 'daily' }, { from: '2026-11-23', until: null, count: null })).toHaveLength(365)
    expect(datesOf(lastFriday, { from: '2026-11-23', until: null, count: 366 })).toHaveLength(366)
  })

  test('are none where the span ends before the first of them', () => {
    expect(datesOf(weekly(['SU']), { from: '2026-11-23', until: '2026-11-28', count: null })).toEqual([])
  })
})

describe('a recurrence rule', () => {
  // covers: JRN-12
  test('of RFC 5545 is written for each pattern and read as the same pattern', () => {
    const written = (one: SeriesPattern) => rruleOf(one, { until: null, count: null })
    expect(written({ repeat: 'daily' })).toBe('FREQ=DAILY')
    expect(written(weekly(['TH', 'MO']))).toBe('FREQ=WEEKLY;WKST=MO;BYDAY=MO,TH')
    expect(written(weekly(['TU'], 2))).toBe('FREQ=WEEKLY;INTERVAL=2;WKST=MO;BYDAY=TU')
    expect(rruleOf(lastFriday, { until: '2027-06-30', count: null })).toBe('FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20270630')
    fc.assert(
      fc.property(pattern, fc.option(fc.integer({ min: 1, max: 366 })), (one, count) => {
        const read = patternOf(rruleOf(one, { until: null, count }))
        expect(read && datesOf(read, { from: '2026-11-23', until: '2027-11-22', count: null })).toEqual(
          datesOf(one, { from: '2026-11-23', until: '2027-11-22', count: null }),
        )
      }),
    )
  })

  test('of any other kind is not taken for a pattern', () => {
    for (const rule of [
      '',
      'FREQ=YEARLY',
      'FREQ=DAILY;INTERVAL=2',
      'FREQ=WEEKLY;BYDAY=XX',
      'FREQ=WEEKLY;INTERVAL=5;BYDAY=MO',
      'FREQ=WEEKLY;WKST=SU;BYDAY=MO',
      'FREQ=MONTHLY;BYDAY=5FR',
      'FREQ=MONTHLY;BYDAY=1FR;BYSETPOS=1',
    ])
      expect([rule, patternOf(rule)]).toEqual([rule, null])
  })

  test('is said in words', () => {
    const said: [SeriesPattern, string][] = [
      [{ repeat: 'daily' }, 'Every day'],
      [weekly(['TH', 'MO']), 'Every Monday and Thursday'],
      [weekly(['MO', 'WE', 'FR']), 'Every Monday, Wednesday and Friday'],
      [weekly(['MO', 'TU', 'WE', 'TH', 'FR']), 'Monday to Friday'],
      [weekly(['TU'], 2), 'Every 2 weeks on Tuesday'],
      [weekly([...seriesWeekdays]), 'Every day'],
      [weekly([...seriesWeekdays], 3), 'Every 3 weeks on every day'],
      [lastFriday, 'The last Friday of the month'],
      [{ repeat: 'monthly', nth: 3, weekday: 'WE' }, 'The third Wednesday of the month'],
    ]
    for (const [one, words] of said) expect(patternInWords(one)).toBe(words)
  })
})

describe('a clock time', () => {
  // covers: JRN-15
  test('stays the same over a change of summer time', () => {
    expect(instantOf('2026-03-23', '08:30', VADUZ).toISOString()).toBe('2026-03-23T07:30:00.000Z')
    expect(instantOf('2026-03-30', '08:30', VADUZ).toISOString()).toBe('2026-03-30T06:30:00.000Z')
  })

  // covers: JRN-15
  test('that is skipped becomes the next that exists, and of one that comes twice the first is meant', () => {
    expect(instantOf('2026-03-29', '02:10', VADUZ).toISOString()).toBe('2026-03-29T01:00:00.000Z')
    expect(clockTimeIn(VADUZ, instantOf('2026-03-29', '02:10', VADUZ))).toBe('03:00')
    expect(instantOf('2026-03-29', '03:00', VADUZ).toISOString()).toBe('2026-03-29T01:00:00.000Z')
    expect(instantOf('2026-10-25', '02:30', VADUZ).toISOString()).toBe('2026-10-25T00:30:00.000Z')
    // By half an hour.
    expect(instantOf('2026-10-04', '02:15', 'Australia/Lord_Howe').toISOString()).toBe('2026-10-03T15:30:00.000Z')
  })

  test('that exists is read back from its moment', () => {
    const minute = fc.integer({ min: 0, max: 1439 })
    fc.assert(
      fc.property(day, minute, fc.constantFrom(VADUZ, 'Australia/Sydney', 'America/New_York'), (date, at, zone) => {
        const time = `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
        expect(clockTimeIn(zone, instantOf(date, time, zone)) >= time).toBe(true)
      }),
    )
  })
})

describe('the dates of a series', () => {
  const series: SeriesDates = {
    pattern: weekly(['MO']),
    starts_on: '2026-11-23',
    ends_on: '2026-12-14',
    ride_count: null,
    left_out: ['2026-11-30'],
    added: ['2026-11-25', '2026-12-07'],
    pauses: [
      { from: '2026-12-01', to: '2026-12-08', leg: 2 },
      { from: '2026-12-10', to: '2026-12-20', leg: null },
    ],
  }

  test('are those of the pattern with those added, and say which are left out or paused, for one leg or both', () => {
    const told = seriesDates(series).map(({ date, added }) => [
      date,
      added,
      leftOutByChoice(series, date, 1)?.code ?? null,
      leftOutByChoice(series, date, 2)?.code ?? null,
    ])
    expect(told).toEqual([
      ['2026-11-23', false, null, null],
      ['2026-11-25', true, null, null],
      ['2026-11-30', false, 'chosen', 'chosen'],
      ['2026-12-07', false, null, 'paused'],
      ['2026-12-14', false, 'paused', 'paused'],
    ])
  })

  test('are left out where the zone is closed, and kept on a special day whose hours the ride fits', () => {
    const hours = Array.from({ length: 7 }, (_, index) => (index === 6 ? [] : [{ from: 8 * 60, until: 18 * 60 }]))
    const days = createServiceDays({
      time_zone: VADUZ,
      rules: [{ ...DEFAULT_BOOKING_RULES, holds_from: '2026-01-01', hours }],
      special_days: [
        { date: '2026-12-25', name: 'Christmas', notice: '', hours: [] },
        { date: '2026-12-24', name: 'Christmas Eve', notice: '', hours: [{ from: 8 * 60, until: 12 * 60 }] },
      ],
    })
    const why = (date: string, time: string, departing = true) =>
      leftOutByService(days, VADUZ, { date, time, departing })
    expect(why('2026-12-23', '14:00')).toBeNull()
    expect(why('2026-12-25', '14:00')).toEqual({ code: 'special_day', text: 'Christmas, no service' })
    expect(why('2026-12-24', '11:00')).toBeNull()
    expect(why('2026-12-24', '14:00')).toEqual({ code: 'special_day', text: 'Christmas Eve, no service at this time' })
    expect(why('2026-12-24', '12:00')?.code).toBe('special_day')
    expect(why('2026-12-24', '12:00', false)).toBeNull()
    expect(why('2026-12-27', '14:00')).toEqual({ code: 'service_hours', text: 'No service on this day' })
    expect(why('2026-12-28', '07:00')).toEqual({ code: 'service_hours', text: 'No service at this time' })
  })
})
