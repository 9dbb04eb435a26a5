import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type Deed } from '@ambit/contract'
import type { Device } from './device.ts'
import { nothingBroken, startTestServer, type TestServer } from '../testing/server.ts'
import {
  actionsAtServer,
  allSent,
  asAtServer,
  bookRide,
  buildRoad,
  nextDeed,
  type Road,
  signedOn,
  tripOf,
} from '../testing/road.ts'

const RUNS = process.env['AMBIT_LONG'] === '1' ? 100 : 4
/** ms */
const DEADLINE = RUNS * 30_000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const STOPS = ['Harbour', 'Market', 'School', 'Hospital', 'Station'] as const

const happening = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({ what: fc.constant('drives on' as const), minutes: fc.integer({ min: 1, max: 6 }) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('takes back' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('takes a fare' as const), quarters: fc.integer({ min: -1, max: 40 }) }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('signal' as const), on: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('reads only' as const) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('a booking' as const), from: fc.nat({ max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('a cancellation' as const), pick: fc.nat({ max: 99 }) }) },
)
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

type World = { road: Road; device: Device; bookings: number[]; done: string[] }

const clockText = (minutes: number): string =>
  new Date(server.deps.clock.now().getTime() + (600 + minutes) * 60_000).toISOString().slice(11, 16)

const deedOf = (
  device: Device,
  one: Extract<Happening, { what: 'drives on' | 'takes a fare' | 'takes back' }>,
): Deed | null => {
  if (one.what === 'drives on') return nextDeed(device)
  if (one.what === 'takes back') return { kind: 'undo' }
  const rider = tripOf(device)
    .trip_stops.flatMap(({ alightings }) => alightings)
    .find(({ status }) => status === 'on_board')
  if (rider === undefined) return null
  const service_request_id = rider.id
  return one.quarters < 0
    ? { kind: 'not_paid', service_request_id, reason: 'no_money' }
    : { kind: 'paid', service_request_id, amount: one.quarters / 4 }
}

const happen = async ({ road, device, bookings, done }: World, one: Happening): Promise<void> => {
  switch (one.what) {
    case 'drives on':
    case 'takes a fare':
    case 'takes back': {
      road.pass(one.what === 'drives on' ? one.minutes : 1)
      const deed = deedOf(device, one)
      if (deed === null) return
      // The trip ends at the end of the test, and a stop that is too early to take back stays.
      if (deed.kind !== 'complete' && (await device.did(deed)) === null) done.push(deed.kind)
      if (road.network === 'on') await device.wake()
      return
    }
    case 'signal':
      road.network = one.on ? 'on' : 'off'
      return device.wake()
    case 'reads only':
      road.refusing = ['/actions']
      await device.wake()
      road.refusing = []
      return
    case 'a booking': {
      const from = STOPS[one.from] ?? 'Market'
      const ride = bookRide(road, `Rider ${bookings.length}`, clockText(20), [from, STOPS[one.from + 1] ?? 'Station'])
      // There is room on the trip, or there is none.
      await ride.then((id) => bookings.push(id)).catch(() => undefined)
      return
    }
    case 'a cancellation': {
      const id = bookings[one.pick % Math.max(1, bookings.length)]
      if (id === undefined) return
      const { status } = (await road.town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data
      if (status === 'assigned' || status === 'secured')
        await road.town.dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: { reason: null } })
    }
  }
}

test(
  'however the plan changes while the driver has a signal or none, every action arrives, and device and server agree in the end',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 20, maxLength: 40 }), async (happenings) => {
        const road = await buildRoad(server)
        const bookings = [
          await bookRide(road, 'Maria Silva', '08:30'),
          await bookRide(road, 'Tom Berg', '08:40', ['School', 'Station']),
        ]
        const device = await signedOn(road)
        const world: World = { road, device, bookings, done: ['sign_on'] }
        road.pass(20)
        for (const one of happenings) await happen(world, one)
        road.network = 'on'
        await device.wake()
        await allSent(device)
        await asAtServer(road, device)
        expect((await actionsAtServer(road)).map((one) => one.split(' ')[0])).toEqual(world.done)
        await nothingBroken(server)
        // What a driver sees can be driven to its end.
        for (let step = 0; tripOf(device).current_state !== 'completed' && step < 100; step += 1) {
          road.pass(1)
          expect(await device.did(nextDeed(device))).toBeNull()
        }
        await device.wake()
        await allSent(device)
        await asAtServer(road, device)
        await device.stop()
      }),
      { numRuns: RUNS, seed: 58, endOnFailure: true },
    )
  },
  DEADLINE,
)
