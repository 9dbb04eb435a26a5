import { expect, test } from 'vitest'
import { newPlan } from './plans.ts'
import { copies, repeatDates, repeatWindow, startingOn, WEEKDAYS } from './repeat.ts'

const zone = () => 'Australia/Sydney'
const at = (time: string): string => new Date(time).toISOString()
const morning = {
  ...newPlan({
    zone_id: 4,
    shift: 2,
    start_time: at('2026-10-02T08:00+10:00'),
    end_time: at('2026-10-02T12:00+10:00'),
  }),
  id: 7,
  version: 3,
  vehicle_id: 5,
  vehicle_number: 'BUS 5',
  driver_id: 6,
  driver_name: 'Ada Long',
  trip_id: 9,
  booking_count: 2,
  break_minutes: 30,
  break_from: at('2026-10-02T09:00+10:00'),
  break_until: at('2026-10-02T10:00+10:00'),
  shiftLabel: 'Early',
}

// covers: SCHED-127..130
test('repeated schedules keep local times and shift, and have neither vehicle nor driver', () => {
  // The clocks go forward on the fourth.
  const [before, after] = copies([morning], '2026-10-02', ['2026-10-03', '2026-10-05'], zone)
  expect(before).toMatchObject({
    start_time: at('2026-10-03T08:00+10:00'),
    end_time: at('2026-10-03T12:00+10:00'),
    break_from: at('2026-10-03T09:00+10:00'),
    vehicle_id: null,
    vehicle_number: null,
    driver_id: null,
    driver_name: null,
    trip_id: null,
    booking_count: 0,
    shift: '2',
    shiftLabel: 'Early',
  })
  expect(before?.id).toContain('$uid')
  expect(after?.start_time).toBe(at('2026-10-05T08:00+11:00'))
  expect(startingOn([morning, after!], ['2026-10-05'], zone)).toEqual([after])
})

// covers: SCHED-134, SCHED-143, SCHED-144
test('schedules repeat on the chosen weekdays, from the next day to two months ahead', () => {
  expect(WEEKDAYS.map(({ label }) => label)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
  expect(repeatDates('2026-10-02', '2026-10-12', ['1', '5'])).toEqual([
    '2026-10-02',
    '2026-10-05',
    '2026-10-09',
    '2026-10-12',
  ])
  expect(repeatDates('2026-10-02', '2026-10-01', ['5'])).toEqual([])
  expect(repeatWindow('2026-10-05', '2026-10-02')).toEqual({ min: '2026-10-06', max: '2026-12-02' })
  expect(repeatWindow('2026-12-31', '2026-12-31').max).toBe('2027-02-28')
})
