import { expect, test } from 'vitest'
import { deedTime } from './deed-time.ts'

const MINUTE = 60_000
const nine = Date.parse('2026-11-23T09:00:00Z')

test('what was done keeps its time when the device’s clock is right', () => {
  const told = {
    happened: nine,
    sent: nine + 30 * MINUTE,
    received: nine + 30 * MINUTE + 800,
    error: null,
    notBefore: 0,
  }
  expect(deedTime(told)).toEqual({ at: nine, moved: false })
})

test('a device’s clock that is twenty minutes fast or slow is corrected by how far it was off when it sent', () => {
  for (const off of [20 * MINUTE, -20 * MINUTE]) {
    const clock = { sent: nine + 10 * MINUTE + off, received: nine + 10 * MINUTE }
    const told = { happened: nine + off, ...clock, error: null, notBefore: 0 }
    expect(deedTime(told)).toEqual({ at: nine, moved: false })
  }
})

test('what lies in the future or before what came before it is moved to the nearest moment, and told when by seconds', () => {
  const sent = { sent: nine, received: nine, error: null, notBefore: nine - 5 * MINUTE }
  expect(deedTime({ ...sent, happened: nine + MINUTE })).toEqual({ at: nine, moved: true })
  expect(deedTime({ ...sent, happened: nine - 9 * MINUTE })).toEqual({ at: nine - 5 * MINUTE, moved: true })
  expect(deedTime({ ...sent, happened: nine + 2000 })).toEqual({ at: nine, moved: false })
})

test('what a device that knows the server’s time sends keeps its time, however long it is on its way', () => {
  for (const seconds of [0, 4, 6, 96, 120]) {
    const told = { happened: nine, sent: nine + MINUTE, received: nine + MINUTE + seconds * 1000, notBefore: 0 }
    expect(deedTime({ ...told, error: 400 })).toEqual({ at: nine, moved: false })
    expect(deedTime({ ...told, error: null }).at).toBe(seconds > 5 ? nine + seconds * 1000 : nine)
  }
})

test('a device that believes to know the server’s time, and is ahead of it, is corrected all the same and bounded', () => {
  const told = { happened: nine + 10 * MINUTE, sent: nine + 11 * MINUTE, received: nine + MINUTE, error: 400 }
  expect(deedTime({ ...told, notBefore: 0 })).toEqual({ at: nine, moved: false })
  expect(deedTime({ ...told, notBefore: nine + 30_000 })).toEqual({ at: nine + 30_000, moved: true })
  expect(deedTime({ ...told, happened: nine + 20 * MINUTE, notBefore: 0 })).toEqual({ at: nine + MINUTE, moved: true })
})
