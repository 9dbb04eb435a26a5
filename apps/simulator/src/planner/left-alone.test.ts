import { api } from '@ambit/contract'
import { expect, test } from 'vitest'
import type { Session } from '../access/line.ts'
import { HOUR, MINUTE } from '../timeline/timeline.ts'
import type { Actor } from '../timeline/timeline.ts'
import { driversLeftAlone, keepTripsAhead } from './left-alone.ts'

const eight = Date.parse('2026-11-22T22:00:00Z')
const at = (moment: number): string => new Date(moment).toISOString()

type Plan = { id: number; trip_id: number; driver_id: number; vehicle_id: number; start_time: string; end_time: string }

/** A roster in which three vehicles drive in the afternoon, and what happened to trips. */
const office = () => {
  const base = { service_route_id: null, zone_id: 1, minimum_capacity: 1 }
  const plans: Plan[] = [1, 2, 3].map((id) => ({
    ...base,
    id,
    trip_id: id,
    driver_id: id,
    vehicle_id: id,
    start_time: at(eight + 6 * HOUR),
    end_time: at(eight + 10 * HOUR),
  }))
  const states = new Map<number, string>()
  const withdrawn: number[] = []
  let made = plans.length
  const answers = new Map<unknown, (input: { params: { id: number }; body: never }) => unknown>([
    [api.servicePlans.list, () => plans],
    [
      api.drivers.list,
      () => [
        { id: 8, username: 'dora' },
        { id: 9, username: 'dave' },
        { id: 1, username: 'tess' },
      ],
    ],
    [
      api.trips.show,
      ({ params: { id } }) => ({ current_state: states.get(id) ?? 'staged', trip_stops: [{ boardings: [{ id: 1 }] }] }),
    ],
    [api.trips.changeState, ({ params: { id } }) => void withdrawn.push(id)],
    [
      api.servicePlans.destroy,
      ({ params: { id } }) =>
        void plans.splice(
          plans.findIndex((plan) => plan.id === id),
          1,
        ),
    ],
    [api.servicePlans.create, ({ body }) => void plans.push({ ...base, ...(body as Plan), id: ++made, trip_id: made })],
  ])
  const call = async (endpoint: unknown, input: never) => {
    const data = answers.get(endpoint)?.(input)
    return { data, meta: { total: Array.isArray(data) ? data.length : 0 } }
  }
  const session = { call } as unknown as Session // of these endpoints
  const own = (driver: number) => plans.filter(({ driver_id }) => driver_id === driver)
  return { session, states, withdrawn, own }
}

/** Looks every few minutes until the moment, then stops the loop. */
const playUntil = async (session: Session, end: number, then: (now: number) => void = () => {}): Promise<void> => {
  let now = eight
  const actor: Actor = {
    now: () => now,
    until: async (moment) => {
      now = moment
      then(now)
      if (now >= end) throw new Error('the end')
    },
    spawn: () => {},
  }
  await keepTripsAhead(actor, session, await driversLeftAlone(session), () => {}).catch((error: Error) => {
    if (error.message !== 'the end') throw error
  })
}

// covers: DAPP-136
test('two drivers of the demo always have a trip within the hour, each with a vehicle of its own, while neither signs on', async () => {
  const { session, withdrawn, own } = office()
  await playUntil(session, eight + 3 * HOUR, (now) => {
    for (const driver of [8, 9]) {
      const starts = own(driver).map(({ start_time }) => Date.parse(start_time) - now)
      expect(starts).toHaveLength(1)
      expect(starts[0]).toBeGreaterThan(0)
      expect(starts[0]).toBeLessThanOrEqual(HOUR)
    }
    expect(own(8)[0]?.vehicle_id).not.toBe(own(9)[0]?.vehicle_id)
  })
  // Who was booked on them is given to others before they go.
  expect(withdrawn.length).toBeGreaterThan(4)
})

test('a trip that one of them has signed on to stays, and the next comes when it has ended', async () => {
  const { session, states, own } = office()
  await playUntil(session, eight + 5 * MINUTE)
  const [first] = own(8)
  states.set(first!.trip_id, 'live')
  await playUntil(session, eight + 2 * HOUR)
  expect(own(8)).toEqual([first])
  states.set(first!.trip_id, 'completed')
  await playUntil(session, eight + 2 * HOUR)
  expect(own(8)).toHaveLength(2)
})
