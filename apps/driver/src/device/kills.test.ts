import { setImmediate as tick } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  storyOf,
  tripOf,
  until,
} from '../testing/road.ts'

const RUNS = process.env['AMBIT_LONG'] === '1' ? 100 : 5
/** ms */
const DEADLINE = RUNS * 30_000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const happening = fc.oneof(
  { weight: 5, arbitrary: fc.record({ what: fc.constant('does' as const), minutes: fc.integer({ min: 1, max: 9 }) }) },
  // Between the tap and what is stored there are some turns of the event loop.
  { weight: 4, arbitrary: fc.record({ what: fc.constant('is killed at a tap' as const), turns: fc.nat({ max: 12 }) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('is killed sending' as const), turns: fc.nat({ max: 40 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('network' as const),
      to: fc.constantFrom('on' as const, 'off' as const, 'lost answers' as const),
    }),
  },
)
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await tick()
}

/** The same phone's app, opened again. */
const reopen = async (road: Road): Promise<Device> => {
  road.kill()
  const device = road.open()
  await until(device, ({ open }) => open !== null)
  return device
}

/** What was done, without the times: the server may tell its own between two looks. */
const shownBy = (device: Device): string =>
  JSON.stringify(storyOf(tripOf(device))).replaceAll(/"\d{4}-[^"]*Z"/g, '"then"')

/** The app is closed by the system after a tap: what was on the screen by then is there when it opens again. */
const killAtTap = async (road: Road, device: Device, after: number, done: string[]): Promise<Device> => {
  const before = shownBy(device)
  const deed = nextDeed(device)
  const storing = device.did(deed)
  await turns(after)
  const shown = shownBy(device)
  const again = await reopen(road)
  await storing
  const next = await reopen(road)
  const kept = shownBy(next)
  if (shown !== before) expect([shownBy(again), kept]).toEqual([shown, shown])
  if (kept !== before) done.push(deed.kind)
  return next
}

const happen = async (road: Road, device: Device, one: Happening, done: string[]): Promise<Device> => {
  switch (one.what) {
    case 'network':
      road.network = one.to
      return device
    case 'does': {
      if (tripOf(device).current_state === 'completed') return device
      road.pass(one.minutes)
      const deed = nextDeed(device)
      expect(await device.did(deed)).toBeNull()
      done.push(deed.kind)
      return device
    }
    case 'is killed at a tap':
      road.pass(1)
      return tripOf(device).current_state === 'completed' ? device : killAtTap(road, device, one.turns, done)
    case 'is killed sending': {
      void device.wake()
      await turns(one.turns)
      return reopen(road)
    }
  }
}

// covers: DAPP-101, DAPP-07
test(
  'wherever the app is killed, and whatever of calls and answers is lost, each action is there once in the end',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 15, maxLength: 30 }), async (happenings) => {
        const road = await buildRoad(server)
        await bookRide(road, 'Maria Silva', '09:00')
        await bookRide(road, 'Tom Berg', '09:00', ['Market', 'Station'])
        const done = ['sign_on']
        let device = await signedOn(road)
        road.pass(60)
        for (const one of happenings) device = await happen(road, device, one, done)
        road.network = 'on'
        await device.wake()
        await allSent(device)
        await asAtServer(road, device)
        // Minutes pass here while calls are under way: by such a call no clock can be set rightly.
        const stored = (await actionsAtServer(road)).map((one) => one.replace(' adjusted', ' applied'))
        expect(stored).toEqual(done.map((kind) => `${kind} applied`))
        await nothingBroken(server)
        await device.stop()
      }),
      { numRuns: RUNS, seed: 58, endOnFailure: true },
    )
  },
  DEADLINE,
)
