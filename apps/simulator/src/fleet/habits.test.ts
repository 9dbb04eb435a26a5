import { randomStream } from '@ambit/random'
import { expect, test } from 'vitest'
import { calmRates, drawDriving, drawSignOn, ordinaryRates } from './habits.ts'

const MORNING = Date.parse('2026-11-23T08:00:00+10:00')
const drive = (rates: typeof calmRates, due_s: number): number =>
  drawDriving(randomStream(7, 'drive'), rates, 300, 'Australia/Brisbane', MORNING, due_s)

test('while the morning is prepared a drive is done in time where it can be, and else as fast as it can be', () => {
  const usual = drive(calmRates, 3600)
  expect(drive(calmRates, 0.7 * usual)).toBeCloseTo(0.7 * usual)
  expect(drive(calmRates, -60)).toBeCloseTo(0.4 * usual)
})

test('in the ordinary day a drive takes what it takes, however late the vehicle is', () => {
  expect(drive(ordinaryRates, -600)).toBe(drive(ordinaryRates, 3600))
})

test('nine of ten drivers sign on before their shift begins, and the others at most three minutes after', () => {
  const minutes = Array.from({ length: 1000 }, (_, driver) => drawSignOn(randomStream(7, 'sign on', driver)) / 60_000)
  const late = minutes.filter((minute) => minute >= 0)
  expect(late.length).toBeGreaterThan(70)
  expect(late.length).toBeLessThan(130)
  expect(Math.max(...late)).toBeLessThanOrEqual(3)
  const early = minutes.filter((minute) => minute < 0)
  expect(Math.min(...early)).toBeGreaterThanOrEqual(-8)
  expect(Math.max(...early)).toBeLessThanOrEqual(-1)
})
