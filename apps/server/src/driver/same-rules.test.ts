import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, ApiError, type Client, type Deed, type TripWithStops } from '@ambit/contract'
import { afterDeed, doneBy, type Done, refuseDeed, sentenceOf, SIGN_ON_EARLY_MINUTES } from '@ambit/domain'
import { clockTime } from '../planning/plan/format.ts'
import { buildSmallTown, type Crew, STOPS } from '../testing/small-town.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'

const RUNS = process.env['AMBIT_LONG'] === '1' ? 120 : 4
/** ms: a run takes up to two seconds */
const DEADLINE = RUNS * 20_000
const RULES = { wait_minutes: 2, sign_on_early_minutes: SIGN_ON_EARLY_MINUTES }
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())

/** What a driver taps: mostly what is due next, sometimes anything. */
const tap = fc.record({
  after: fc.integer({ min: 1, max: 240 }),
  what: fc.oneof(
    { weight: 12, arbitrary: fc.constant('next' as const) },
    { weight: 3, arbitrary: fc.constant('absent' as const) },
    { weight: 3, arbitrary: fc.constant('undo' as const) },
    {
      weight: 5,
      arbitrary: fc.constantFrom('arrive', 'depart', 'board', 'no_show', 'drop_off', 'complete', 'sign_on'),
    },
  ),
  pick: fc.nat({ max: 99 }),
})
type Tap = typeof tap extends fc.Arbitrary<infer T> ? T : never

const dueNext = ({ trip_stops }: TripWithStops, absent: boolean): Deed => {
  const here = trip_stops.find(({ departed_at }) => departed_at === null)
  if (here === undefined) return { kind: 'complete' }
  if (here.arrived_at === null) return { kind: 'arrive', trip_stop_id: here.id }
  const off = here.alightings.find(({ status }) => status === 'on_board')
  if (off !== undefined) return { kind: 'drop_off', service_request_id: off.id }
  const on = here.boardings.find(({ status }) => status === 'assigned' || status === 'secured')
  if (on !== undefined) return { kind: absent ? 'no_show' : 'board', service_request_id: on.id }
  return { kind: 'depart', trip_stop_id: here.id }
}

const deedOf = (known: TripWithStops, { what, pick }: Tap): Deed => {
  const stops = known.trip_stops.map(({ id }) => id)
  const riders = known.trip_stops.flatMap(({ boardings }) => boardings.map(({ id }) => id))
  const trip_stop_id = stops[pick % stops.length] ?? 1
  const service_request_id = riders[pick % riders.length] ?? 1
  switch (what) {
    case 'next':
    case 'absent':
      return dueNext(known, what === 'absent')
    case 'arrive':
    case 'depart':
      return { kind: what, trip_stop_id }
    case 'board':
    case 'no_show':
    case 'drop_off':
      return { kind: what, service_request_id }
    case 'undo':
    case 'complete':
    case 'sign_on':
      return { kind: what }
  }
}

const perform = (client: Client, trip: number, deed: Deed) => {
  switch (deed.kind) {
    case 'arrive':
      return client.call(api.driver.arrive, { params: { id: deed.trip_stop_id } })
    case 'depart':
      return client.call(api.driver.depart, { params: { id: deed.trip_stop_id } })
    case 'board':
      return client.call(api.driver.board, { params: { id: deed.service_request_id } })
    case 'no_show':
      return client.call(api.driver.noShow, { params: { id: deed.service_request_id } })
    case 'drop_off':
      return client.call(api.driver.dropOff, { params: { id: deed.service_request_id } })
    case 'sign_on':
      return client.call(api.driver.signOn, { params: { id: trip } })
    case 'complete':
      return client.call(api.driver.complete, { params: { id: trip } })
    case 'undo':
      return client.call(api.driver.undo, { params: { id: trip } })
    case 'check': {
      const { checklist_id, answers } = deed
      return client.call(api.driver.vehicleCheck, { params: { id: trip }, body: { checklist_id, answers } })
    }
    case 'walk_on': {
      const { kind: _, ...body } = deed
      return client.call(api.driver.walkOn, { params: { id: trip }, body })
    }
    case 'paid':
    case 'not_paid':
    case 'concession_not_shown':
    case 'ask_no_show':
    case 'call':
    case 'odometer':
      throw new Error(`${deed.kind} is told in batches alone`)
    case 'manual_navigation':
      return client.call(api.driver.manualNavigation, { params: { id: trip }, body: { enabled: deed.enabled } })
  }
}

/** What a driver sees of a trip, without ways and with no time that planning works out. */
const facts = (trip: TripWithStops) => ({
  state: [trip.current_state, trip.on_board, trip.signed_on_at, trip.completed_at, trip.allowed_transitions],
  here: [trip.current_trip_stop, trip.next_trip_stop?.id],
  stops: trip.trip_stops.map(({ id, arrived_at, departed_at, boardings, alightings }) => [
    id,
    arrived_at,
    departed_at,
    ...[...boardings, ...alightings].map((rider) => `${rider.id} ${rider.status}`),
  ]),
})

/** The device's copy, and the actions that can be taken back, oldest first. */
type Copy = { trip: TripWithStops; done: Done[] }

const readTrip = async ({ client, trip_id }: Crew) =>
  (await client.call(api.driver.trip, { params: { id: trip_id } })).data

/** Both get the deed: the refusal has the same words, or the trip is the same afterwards. */
const both = async (crew: Crew, copy: Copy, deed: Deed): Promise<Copy> => {
  const at = server.deps.clock.now().getTime()
  const newest = copy.done.at(-1) ?? null
  const refusal = refuseDeed(copy.trip, RULES, deed, at, newest)
  const words = refusal === null ? null : sentenceOf(refusal, (time) => clockTime(new Date(time), 'Australia/Brisbane'))
  const answer = await perform(crew.client, crew.trip_id, deed).catch((error: unknown) => error)
  if (answer instanceof Error && !(answer instanceof ApiError && answer.status === 422)) throw answer
  expect([deed.kind, words]).toEqual([deed.kind, answer instanceof ApiError ? answer.message : null])
  if (refusal !== null) return copy
  const trip = afterDeed(copy.trip, deed, at, newest)
  const told = await readTrip(crew)
  expect([deed, facts(trip)]).toEqual([deed, facts(told)])
  const done = doneBy(copy.trip, deed, null)
  const kept = deed.kind === 'undo' ? copy.done.slice(0, -1) : done === null ? copy.done : [...copy.done, done]
  // Where nobody came the stop may have left the trip, and with it what was done there.
  return { trip: told, done: kept.filter((one) => told.trip_stops.some(({ id }) => id === one.trip_stop_id)) }
}

const build = async (): Promise<Crew> => {
  const town = await buildSmallTown(server, { strategy: { wait_minutes: RULES.wait_minutes } })
  const crew = await town.vehicle('Van', { seats: 6 })
  for (const [index, from] of [...STOPS.slice(0, 4), ...STOPS.slice(0, 2)].entries()) {
    const to = index < 4 ? (STOPS[index + 1] ?? 'Station') : 'Hospital'
    await town.book({ who: await town.passenger(`Rider ${index}`), from, to, at: `08:${20 + index * 4}` })
  }
  return crew
}

test(
  'a device that applies the shared rules refuses in the server’s words, and has the same trip after each deed',
  async () => {
    let [refused, allowed] = [0, 0]
    await fc.assert(
      fc.asyncProperty(fc.array(tap, { minLength: 20, maxLength: 40 }), async (taps) => {
        const crew = await build()
        let copy = await both(crew, { trip: await readTrip(crew), done: [] }, { kind: 'sign_on' })
        for (const one of taps) {
          server.deps.clock.advance(one.after * 1000)
          const before = copy
          copy = await both(crew, copy, deedOf(copy.trip, one))
          if (copy === before) refused += 1
          else allowed += 1
          if (copy.trip.current_state === 'completed') break
        }
      }),
      { numRuns: RUNS, seed: 58, endOnFailure: true },
    )
    expect(Math.min(refused, allowed)).toBeGreaterThan(RUNS)
  },
  DEADLINE,
)
