import { expect, test } from 'vitest'
import { type Duty, dutiesOf, dutyAt } from './crew.ts'
import { newPlan } from './plans.ts'

const at = (hour: number): string => new Date(Date.UTC(2026, 10, 23, hour)).toISOString()
const duty = (id: number, from: number, to: number): Duty => ({
  id,
  zone_id: 4,
  vehicle_id: 7,
  driver_id: 3,
  start_time: at(from),
  end_time: at(to),
})
const times = (from: number, to: number, id = 0) => ({ id, start_time: at(from), end_time: at(to) })

test('a vehicle is busy from the start of its schedule to its end, and free beside it and for that schedule itself', () => {
  const duties = [duty(2, 14, 16), duty(1, 8, 12)]
  expect(dutyAt(duties, { vehicle_id: 7 }, times(11, 15))?.id).toBe(1)
  expect(dutyAt(duties, { vehicle_id: 7 }, times(12, 14))).toBeUndefined()
  expect(dutyAt(duties, { vehicle_id: 7 }, times(8, 12, 1))).toBeUndefined()
  expect(dutyAt(duties, { vehicle_id: 8 }, times(8, 12))).toBeUndefined()
  expect(dutyAt(duties, { driver_id: 3 }, times(15, 18))?.id).toBe(2)
})

test('a drafted schedule keeps its crew busy, and one to be deleted frees it', () => {
  const drafted = { ...newPlan({ zone_id: 4, shift: 1, start_time: at(8), end_time: at(12) }), vehicle_id: 9 }
  const removed = { ...drafted, id: 5, vehicle_id: 7 }
  const drafts = new Map([
    [drafted.id, { from: null, to: drafted }],
    [removed.id, { from: removed, to: null }],
  ])
  expect(dutiesOf([], drafts).map(({ id }) => id)).toEqual([drafted.id])
})
