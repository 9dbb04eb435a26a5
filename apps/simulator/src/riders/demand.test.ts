import { randomStream } from '@ambit/random'
import { expect, test } from 'vitest'
import { drawTravelMinutes, hourlyShares, requestsPerHour } from './demand.ts'

test('the hourly shares of demand add up to a day, with peaks in the morning and the afternoon', () => {
  expect(hourlyShares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10)
  let requests = 0
  for (let minute = 0; minute < 1440; minute++) requests += requestsPerHour(minute + 0.5, 700) / 60
  expect(requests).toBeCloseTo(700, 0)
  expect(requestsPerHour(8.5 * 60, 700)).toBeGreaterThan(requestsPerHour(12 * 60, 700))
  expect(requestsPerHour(15.5 * 60, 700)).toBeGreaterThan(requestsPerHour(21 * 60, 700))
})

test('drawn travel times follow the hourly shares of demand', () => {
  const random = randomStream(7, 'demand')
  const hours = Array.from({ length: 24 }, () => 0)
  for (let at = 0; at < 20_000; at++) hours[Math.floor(drawTravelMinutes(random) / 60)]!++
  expect(hours[8]! / 20_000).toBeCloseTo(hourlyShares[8]!, 2)
  expect(hours[3]!).toBeLessThan(hours[20]!)
})
