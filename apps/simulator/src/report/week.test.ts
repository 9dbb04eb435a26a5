import type { Reliability, ServiceRequest } from '@ambit/contract'
import { expect, test } from 'vitest'
import type { RequestRecord } from '../riders/ledger.ts'
import { badgeLines, badgesOf, weekLines } from './week.ts'

const eight = Date.parse('2026-11-22T22:00:00Z')
const minutes = (count: number): number => eight + count * 60_000
const at = (count: number): string => new Date(minutes(count)).toISOString()

/** Promised: picked up by 8:10, there by 8:30. */
const asked = (id: number, badge: Reliability | null) => {
  const booking = { id, direct_s: 600, pickup_lower: eight, pickup_upper: minutes(10), dropoff_upper: minutes(30) }
  return { badge, booking } as RequestRecord // all that is read of it
}
const ended = (id: number, status: ServiceRequest['status'], up: number | null, down: number | null) => {
  const actual = (count: number | null) => ({ actual: count === null ? null : at(count) })
  return [id, { status, pickup: actual(up), dropoff: actual(down) } as ServiceRequest] as const // as above
}

test('a ride kept its promise where the passenger boarded and arrived within both windows', () => {
  const requests = [1, 2, 3, 4].map((id) => asked(id, 'reliable'))
  const bookings = new Map([
    ended(1, 'completed', 10, 30),
    ended(2, 'completed', 11, 30),
    ended(3, 'completed', 5, 31),
    ended(4, 'error', null, null),
  ])
  expect(badgesOf(requests, bookings)).toEqual([{ badge: 'reliable', rides: 4, kept: 1 }])
})

test('rides that passengers cancelled or missed, and those of which too little was known, count neither way', () => {
  const requests = [asked(1, 'fair'), asked(2, 'fair'), asked(3, null), asked(4, 'tight')]
  const bookings = new Map([
    ended(1, 'cancelled', null, null),
    ended(2, 'no_show', null, null),
    ended(3, 'completed', 5, 20),
    ended(4, 'completed', 5, 20),
  ])
  expect(badgesOf(requests, bookings)).toEqual([{ badge: 'tight', rides: 1, kept: 1 }])
})

test('the report tells what came of each kind of journey', () => {
  const lines = weekLines({
    series: { made: 2, rides: 9, nights: 3, promises_moved: 0, states: [{ word: 'booked', count: 9 }] },
    groups: { asked: 4, booked: 3, refused: 1, members: 13 },
    open_returns: { asked: 5, kept: 4, called: 4, in_time: 3, waiting: 1 },
    waiting: { waiting: 1, booked: 2, withdrawn: 0, given_up: 3 },
    refused_by_report: 17,
  })
  expect(lines).toEqual([
    'Recurring journeys: 2 made, 9 rides booked (9 booked)',
    '  their promises: compared on 3 nights, 0 moved',
    'Groups: 4 asked, 3 booked with 13 members, 1 refused at the wished time',
    'Open returns: 5 asked for, 4 kept, 4 called, 3 fetched in time, 1 had to wait',
    'Waiting list: 2 booked, 1 wait, 3 given up, 0 withdrawn',
    "Refused journeys in the server's report: 17",
  ])
})

test('the report tells how many promises were kept of the rides of each badge', () => {
  expect(badgeLines([{ badge: 'reliable', rides: 8, kept: 7 }])).toEqual([
    'Promises kept of 8 rides offered as reliable: 87.5 %',
  ])
})
