import { api, type TripWithStops } from '@ambit/contract'
import { randomStream } from '@ambit/random'
import { expect, test } from 'vitest'
import type { Session } from '../access/line.ts'
import type { Actor } from '../timeline/timeline.ts'
import { withGaps } from './gaps.ts'

const HOUR = 3_600_000

const trip = { id: 7, current_state: 'live', on_board: 0, trip_stops: [] } as unknown as TripWithStops // all that is read of it

test('a trip is among those with untold taps from the first tap without signal until the server has heard of all', async () => {
  let now = 0
  const heard: unknown[] = []
  const session = {
    call: (endpoint: unknown) => {
      heard.push(endpoint)
      return Promise.resolve({ data: trip })
    },
  } as unknown as Session // it is called with driver's endpoints alone
  const untold = new Set<number>()
  const actor = { now: () => now } as Actor
  const device = withGaps(session, { actor, random: randomStream(3, 'gaps'), trip, untold })
  // With a signal it is told at once, and the next gap begins.
  await device.call(api.driver.arrive, { params: { id: 1 } })
  expect([heard, [...untold]]).toEqual([[api.driver.actions, api.driver.trip], []])
  now = 1
  await device.call(api.driver.depart, { params: { id: 1 } })
  expect([heard.length, [...untold]]).toEqual([2, [7]])
  now = HOUR
  await device.call(api.driver.trip, { params: { id: 7 } })
  expect([heard.slice(2), [...untold]]).toEqual([[api.driver.actions, api.driver.trip], []])
})
