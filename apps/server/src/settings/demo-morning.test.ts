import { expect, test } from 'vitest'
import { morningOf } from './demo-morning.ts'

const brisbane = [152.9, -27.6, 153.2, -27.3] as const

test.each([
  ['in the evening', '2026-11-23T11:00:00Z', '2026-11-22T22:35:00.000Z'],
  ['at night, when it is already the next day in the town', '2026-11-23T15:00:00Z', '2026-11-23T22:35:00.000Z'],
  ['on a Saturday', '2026-11-28T02:00:00Z', '2026-11-29T22:35:00.000Z'],
  ['on a Sunday', '2026-11-29T02:00:00Z', '2026-11-29T22:35:00.000Z'],
])('a demo that is started %s begins in the morning of a working day of its town', (_, wall, opens_at) => {
  expect(morningOf(brisbane, new Date(wall))).toMatchObject({ opens_at, time_zone: 'Australia/Brisbane' })
})
