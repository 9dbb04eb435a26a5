import { expect, test } from 'vitest'
import { unallocatedStrings } from './strings.ts'
import { isUrgent, LOOK_AHEAD_MS, unallocatedFilter, unallocatedOf } from './unallocated.ts'

const now = new Date('2026-11-23T08:00:00Z')
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()
const plan = (id: number, minutes: number, vehicle_id: number | null = null) => ({
  id,
  zone_id: 1,
  zone_name: 'Saltwood',
  vehicle_id,
  start_time: inMinutes(minutes),
})

// covers: SHELL-48, SHELL-49, SHELL-51, SHELL-54, SCHED-150, SCHED-151
test('schedules without a vehicle are warned of two and a half hours ahead, urgently within two', () => {
  expect(LOOK_AHEAD_MS).toBe(150 * 60_000)
  const found = unallocatedOf([plan(1, 140), plan(2, 30), plan(3, 20, 7), plan(4, 151)], now)
  expect(found.map((entry) => entry.id)).toEqual([2, 1])
  expect(isUrgent(plan(1, 120), now)).toBe(true)
  expect(isUrgent(plan(1, 121), now)).toBe(false)
  expect(unallocatedFilter({ region: 3, zone: [] })).toEqual({ region: [3] })
  expect(unallocatedFilter({ region: 3, zone: [1, 2] })).toEqual({ zone: [1, 2] })
  expect(unallocatedFilter({ region: null, zone: [] })).toBeUndefined()
})

// covers: SCHED-38, SCHED-39, SCHED-153
test('a schedule that starts in more than two hours gets a milder warning', () => {
  expect([true, false].map(unallocatedStrings.title)).toEqual([
    'URGENT: Assign a vehicle to avoid booking errors',
    'Assign a vehicle to avoid booking errors',
  ])
  expect(unallocatedStrings.text(false)).toBe(
    'Bookings for a schedule will soon be reassigned or go to error. Shortly new bookings will not be accepted for that schedule.',
  )
})
