import { expect, test } from 'vitest'
import { deedTime } from './deed-time.ts'

const MINUTE = 60_000
const nine = Date.parse('2026-11-23T09:00:00Z')

test('what was done keeps its time when the device’s clock is right', () => {
  const told = { happened: nine, sent: nine + 30 * MINUTE, received: nine + 30 * MINUTE + 800, notBefore: 0 }
  expect(deedTime(told)).toEqual({ at: nine, moved: false })
})

test('a device’s clock that is twenty minutes fast or slow is corrected by how far it was off when it sent', () => {
  for (const off of [20 * MINUTE, -20 * MINUTE]) {
    const told = { happened: nine + off, sent: nine + 10 * MINUTE + off, received: nine + 10 * MINUTE, notBefore: 0 }
    expect(deedTime(told)).toEqual({ at: nine, moved: false })
  }
})

test('what lies in the future or before what came before it is moved to the nearest moment, and told when by seconds', () => {
  const sent = { sent: nine, received: nine, notBefore: nine - 5 * MINUTE }
  expect(deedTime({ ...sent, happened: nine + MINUTE })).toEqual({ at: nine, moved: true })
  expect(deedTime({ ...sent, happened: nine - 9 * MINUTE })).toEqual({ at: nine - 5 * MINUTE, moved: true })
  expect(deedTime({ ...sent, happened: nine + 2000 })).toEqual({ at: nine, moved: false })
})
