import { expect, test } from 'vitest'
import { earliestOn, PlanForm, planOf, planValues, timeOptions } from './plan-form.ts'
import { changeOnWire, newPlan, type PlanDraft, withTimes } from './plans.ts'

const place = { timeZone: 'Australia/Brisbane', date: '2026-11-23' }
const at = (time: string): string => new Date(`2026-11-23T${time}:00+10:00`).toISOString()
const plan = (change: Partial<PlanDraft> = {}): PlanDraft => ({
  ...newPlan({ zone_id: 4, shift: 2, start_time: at('08:00'), end_time: at('12:00') }),
  ...change,
})
const rested = plan({ break_minutes: 30, break_from: at('09:00'), break_until: at('10:00') })
const names = { vehicle: () => 'BUS 7', driver: () => 'Ada Long', route: () => null }
const values = (one: PlanDraft) => planValues(one, place.timeZone, place.date)

// covers: SCHED-45, SCHED-51
test('a new schedule has a temporary id, its shift, and a minimum capacity of 20', () => {
  expect(plan()).toMatchObject({ minimum_capacity: 20, shift: '2', vehicle_id: null, driver_id: null })
  expect(plan().id).toContain('$uid')
})

// covers: SCHED-154, SCHED-163..168
test('a schedule requires times, may have no vehicle or driver, and drops an empty Shift ID', () => {
  const empty = PlanForm.safeParse({ ...values(plan()), start_time: '', end_time: '' })
  expect(empty.error?.issues.map(({ message }) => message)).toEqual([
    'Start time and end time are required.',
    'Start time and end time are required.',
  ])
  expect(PlanForm.safeParse(values(plan())).success).toBe(true)
  const crewed = planOf(
    plan(),
    { ...values(plan()), vehicle_id: '7', driver_id: '3', shiftLabel: 'Late' },
    place,
    names,
  )
  expect(crewed).toMatchObject({ vehicle_id: 7, vehicle_number: 'BUS 7', driver_name: 'Ada Long', shiftLabel: 'Late' })
  const none = { vehicle: () => null, driver: () => null, route: () => null }
  const cleared = planOf(crewed, { ...values(crewed), vehicle_id: '', driver_id: '', shiftLabel: '' }, place, none)
  expect(cleared).toMatchObject({ vehicle_id: null, vehicle_number: null, driver_id: null, shiftLabel: null })
})

test('a break moves with its schedule and is removed if it no longer fits', () => {
  expect(withTimes(rested, at('09:00'), at('13:00'))).toMatchObject({
    break_from: at('10:00'),
    break_until: at('11:00'),
  })
  expect(withTimes(rested, at('08:00'), at('11:00'))).toMatchObject({ break_minutes: 30, break_from: at('09:00') })
  expect(withTimes(rested, at('09:30'), at('12:00'))).toMatchObject({ break_minutes: null, break_from: null })
  const [half] = PlanForm.safeParse({ ...values(rested), break_until: '' }).error?.issues ?? []
  expect(half?.path).toEqual(['break_minutes'])
})

test('an end on the next day is counted from the day of the start', () => {
  const night = plan({ start_time: at('22:00'), end_time: new Date('2026-11-24T02:00:00+10:00').toISOString() })
  expect(values(night).end_time).toBe('26:00')
  expect(planOf(night, values(night), place, names).end_time).toBe(night.end_time)
  const offered = timeOptions('26:00', { edge: 'end', earliest: '', taken: [] })
  expect(offered.at(-1)).toEqual({ value: '26:00', label: '2:00 am, next day', disabled: false })
})

// covers: SCHED-160..162
test('times in the past and times of other schedules in the shift cannot be chosen', () => {
  const now = new Date(at('09:02'))
  const earliest = earliestOn(place.timeZone, place.date, now)
  expect(earliest).toBe('09:02')
  expect(earliestOn(place.timeZone, '2026-11-24', now)).toBe('')
  const taken = [{ start: '12:00', end: '14:00' }]
  const free = (edge: 'start' | 'end', step: string): boolean =>
    timeOptions('', { edge, earliest, taken }).find(({ value }) => value === step)?.disabled === false
  expect([free('start', '09:00'), free('start', '09:05'), free('end', '09:00')]).toEqual([false, true, false])
  expect([free('start', '11:55'), free('start', '12:00'), free('start', '13:55'), free('start', '14:00')]).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect([free('end', '12:00'), free('end', '12:05'), free('end', '14:00'), free('end', '14:05')]).toEqual([
    true,
    false,
    false,
    true,
  ])
})

// covers: SCHED-47..49, SCHED-193
test('row and Shift ID are sent in the metadata, and no draft field is sent', () => {
  expect(changeOnWire({ shift: '3', shiftLabel: null, vehicle_id: null })).toEqual({
    vehicle_id: null,
    metadata: { shift: '3', shiftLabel: '' },
  })
  expect(changeOnWire({ minimum_capacity: 8 })).toEqual({ minimum_capacity: 8 })
})
