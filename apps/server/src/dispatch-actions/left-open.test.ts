// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, ApiError, EffectPreview } from '@ambit/contract'
import type { EffectOption } from '@ambit/contract'
import { seededRandom } from '@ambit/random'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { planOf } from '../testing/plan-of.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, STOPS } from '../testing/small-town.ts'
import type { Crew, SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())

const MINUTE = 60_000

/** The driver does what is due by now: arrives, lets passengers out and in, and drives on. */
const work = async ({ client, trip_id: id }: Crew): Promise<number> => {
  let done = 0
  const now = server.deps.clock.now()
  for (;;) {
    const { data: trip } = await client.call(api.driver.trip, { params: { id } })
    const stop = trip.trip_stops.find(({ departed_at }) => departed_at === null)
    if (stop === undefined || new Date(stop.scheduled_at) > now) return done
    if (stop.arrived_at === null) await client.call(api.driver.arrive, { params: { id: stop.id } })
    for (const { id: booking } of stop.alightings) await client.call(api.driver.dropOff, { params: { id: booking } })
    for (const { id: booking } of stop.boardings) await client.call(api.driver.board, { params: { id: booking } })
    done++
    const left = (await client.call(api.driver.trip, { params: { id } })).data.trip_stops
    if (left.find((one) => one.id === stop.id)?.departed_at !== null) continue
    await client.call(api.driver.depart, { params: { id: stop.id } })
  }
}

const morning = async (seed: number): Promise<{ town: SmallTown; crews: Crew[]; bookings: number[] }> => {
  const { below } = seededRandom(seed)
  const town = await buildSmallTown(server)
  const crews = [await town.vehicle('Van 1'), await town.vehicle('Van 2'), await town.vehicle('Van 3')]
  for (const { client, trip_id } of crews) await client.call(api.driver.signOn, { params: { id: trip_id } })
  const bookings: number[] = []
  for (let at = 0; at < 9; at++) {
    const from = below(4)
    const who = await town.passenger(`Guest ${at}`)
    const to = STOPS[from + 1 + below(4 - from)]!
    bookings.push((await town.book({ who, from: STOPS[from]!, to, at: `08:${20 + at * 4}` })).id)
  }
  return { town, crews, bookings }
}

/** Everybody goes where they were shown to go, and nobody comes more than a minute later. */
const isAsShown = async ({ dispatcher }: SmallTown, option: EffectOption): Promise<void> => {
  for (const { service_request_id: id, after, outcome } of option.effect.bookings) {
    const { data } = await dispatcher.call(api.serviceRequests.show, { params: { id } })
    expect([id, outcome, data.trip_id]).toEqual([id, outcome, after?.trip_id ?? null])
    if (after !== null && data.dropoff.eta !== null)
      expect(Date.parse(data.dropoff.eta) - Date.parse(after.dropoff_at)).toBeLessThanOrEqual(MINUTE)
  }
}

// covers: FX-98
test.each([1, 2, 3, 4, 5, 6])(
  'a preview that was open for five minutes while drivers went on working is carried out as shown, or answered with a fresh one (seed %i)',
  async (seed) => {
    const { pick } = seededRandom(100 + seed)
    const { town, crews, bookings } = await morning(seed)
    server.deps.clock.advance(25 * MINUTE)
    for (const crew of crews) await work(crew)
    let [carriedOut, refreshed, worked] = [0, 0, 0]
    for (let round = 0; round < 3; round++) {
      const actions = [
        { kind: 'vehicle_lost' as const, trip_id: pick(crews).trip_id },
        { kind: 'assign' as const, service_request_ids: [pick(bookings)], trip_id: pick(crews).trip_id },
        { kind: 'unassign' as const, service_request_ids: [pick(bookings)] },
      ]
      const asked = await town.dispatcher
        .call(api.effectPreviews.create, { body: round === 2 ? actions[0]! : pick(actions.slice(1)) })
        .catch((error: unknown) => error)
      if (asked instanceof ApiError) continue // on board, or over
      const { data: shown } = asked as Awaited<
        ReturnType<typeof town.dispatcher.call<typeof api.effectPreviews.create>>
      >
      const option = pick(shown.options.filter(({ acceptable }) => acceptable))
      for (let minute = 0; minute < 5; minute++) {
        server.deps.clock.advance(MINUTE)
        for (const crew of crews) worked += await work(crew)
      }
      const before = await planOf(server, town.zone_id)
      const body = {
        action: shown.action,
        option: option.key,
        token: option.token,
        confirmed: true,
        reason: 'By the test',
      }
      const error = await town.dispatcher.call(api.effectPreviews.accept, { body }).then(
        () => null,
        (reason: unknown) => reason as ApiError,
      )
      if (error === null) {
        carriedOut++
        await isAsShown(town, option)
      } else {
        refreshed++
        expect(error.status).toBe(409)
        expect(error.message).toMatch(/^The plan has changed since this was shown\. ./)
        const fresh = error.meta?.['effect_preview']
        if (fresh !== undefined) expect(EffectPreview.parse(fresh).options.length).toBeGreaterThan(0)
        expect(await planOf(server, town.zone_id)).toEqual(before)
      }
      await nothingBroken(server)
    }
    expect(carriedOut + refreshed).toBeGreaterThan(0)
    expect(worked).toBeGreaterThan(0)
  },
)
