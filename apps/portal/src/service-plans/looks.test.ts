import { expect, test } from 'vitest'
import { lookOf, mayChange, nowAt } from './looks.ts'

const at = (time: string): string => new Date(`2026-11-23T${time}:00+10:00`).toISOString()
const now = new Date(at('08:00'))
const plan = (from: string, to: string, vehicle_id: number | null = null) => ({
  start_time: at(from),
  end_time: at(to),
  vehicle_id,
})
const look = (one: ReturnType<typeof plan>, width = 400) => lookOf(one, { start: 0, end: width }, now)

// covers: SCHED-83, SCHED-84
test('without a vehicle a schedule warns from 150 minutes before its start, and is urgent from 120', () => {
  expect(look(plan('10:31', '12:00'))).toBe('planned')
  expect(look(plan('10:30', '12:00'))).toBe('soon')
  expect(look(plan('10:01', '12:00'))).toBe('soon')
  expect(look(plan('10:00', '12:00'))).toBe('urgent')
  expect(look(plan('07:00', '12:00'))).toBe('urgent')
  expect(look(plan('08:30', '12:00', 7))).toBe('planned')
  expect(look(plan('05:00', '08:00'))).toBe('past')
})

// covers: SCHED-85
test('a schedule narrower than 15 units is shown as an error', () => {
  expect(look(plan('10:00', '12:00', 7), 14)).toBe('error')
  expect(look(plan('10:00', '12:00', 7), 15)).toBe('planned')
})

// covers: SCHED-78..80, SCHED-111
test('a schedule that has begun keeps its start and row, and one that has ended cannot change', () => {
  expect(mayChange(plan('09:00', '12:00'), true, now)).toEqual({ move: true, start: true, end: true, remove: true })
  expect(mayChange(plan('07:00', '12:00'), true, now)).toEqual({ move: false, start: false, end: true, remove: true })
  expect(mayChange(plan('05:00', '08:00'), true, now)).toEqual({
    move: false,
    start: false,
    end: false,
    remove: false,
  })
  expect(mayChange(plan('05:00', '08:00'), false, now)).toEqual({ move: true, start: true, end: true, remove: true })
})

// covers: SCHED-32
test('the current time is drawn at two units a minute, only on the current day', () => {
  expect(nowAt('Australia/Brisbane', '2026-11-23', now)).toBe(8 * 60 * 2)
  expect(nowAt('Australia/Brisbane', '2026-11-24', now)).toBeNull()
  expect(nowAt('Australia/Brisbane', '2026-11-22', now)).toBeNull()
})
