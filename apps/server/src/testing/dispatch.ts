import { api } from '@ambit/contract'
import type { Client, EffectPreview } from '@ambit/contract'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { z } from 'zod'
import { nothingBroken } from './nothing-broken.ts'
import { startTestServer, type TestServer } from './server.ts'
import { buildSmallTown, type Crew, type SmallTown } from './small-town.ts'
import { straightStreets } from './straight-streets.ts'

export type AskedAction = z.input<typeof api.effectPreviews.create.body>

type Place = { server: () => TestServer; town: () => SmallTown }

/** Previews, what comes of accepting them, and undos. */
const actions = ({ town }: Place) => {
  const preview = async (body: AskedAction, as: Client = town().dispatcher): Promise<EffectPreview> =>
    (await as.call(api.effectPreviews.create, { body })).data
  /** What came of accepting an option as it was shown; with `more`, a reason, a confirmation or messages. */
  const accept = async (
    { action, options }: EffectPreview,
    option = 'asked',
    more: object = {},
    as: Client = town().dispatcher,
  ) => {
    const token = options.find(({ key }) => key === option)?.token ?? ''
    return (await as.call(api.effectPreviews.accept, { body: { action, option, token, ...more } })).data
  }
  /** Shows it and takes what was asked for; answers the action. */
  const act = async (body: AskedAction, more: object = {}, as: Client = town().dispatcher) => {
    const { action } = await accept(await preview(body, as), 'asked', more, as)
    if (action === null) throw new Error('This waits for an approval')
    return action
  }
  const undo = async (id: number, more: object = {}, as: Client = town().dispatcher) =>
    (await as.call(api.dispatchActions.undo, { params: { id }, body: more })).data
  const undoPreview = async (id: number, as: Client = town().dispatcher) =>
    (await as.call(api.dispatchActions.undoPreview, { params: { id } })).data
  const action = async (id: number) => (await town().dispatcher.call(api.dispatchActions.show, { params: { id } })).data
  return { preview, accept, act, undo, undoPreview, action }
}

/** Bookings and their histories, and those of trips. */
const bookings = ({ town }: Place) => {
  const booking = async (id: number) =>
    (await town().dispatcher.call(api.serviceRequests.show, { params: { id } })).data
  /** status, code of the reason, and whether an action stands behind it, of each row */
  const history = async (id: number) =>
    (await town().dispatcher.call(api.serviceRequests.history, { params: { id } })).data.map((row) => [
      row.status,
      row.reasons[0]?.code,
      row.dispatch_action_id !== null,
    ])
  /** what was done with the trip by hand, oldest first */
  const tripHistory = async ({ trip_id }: Crew) =>
    (await town().dispatcher.call(api.trips.history, { params: { id: trip_id } })).data
      .filter((row) => row.dispatch_action_id !== null)
      .map(({ change, after }) => [change, after])
  const book = async (name: string, at = '09:00', more: Partial<Parameters<SmallTown['book']>[0]> = {}) =>
    town().book({ who: await town().passenger(name), from: 'Market', to: 'Station', at, ...more })
  return { booking, history, tripHistory, book }
}

/** The clock, and drivers on the road. */
const road = ({ server }: Place) => {
  const clock = (time: string) => server().deps.clock.set(`2026-11-23T${time}:00+10:00`)
  /** The driver signs on, goes to the first stop at this time and arrives there. */
  const arriveAt = async (crew: Crew, time: string): Promise<void> => {
    await crew.client.call(api.driver.signOn, { params: { id: crew.trip_id } })
    clock(time)
    const { data } = await crew.client.call(api.driver.trip, { params: { id: crew.trip_id } })
    await crew.client.call(api.driver.arrive, { params: { id: data.trip_stops[0]?.id ?? 0 } })
  }
  return { clock, arriveAt }
}

/** A small town of its own for each test, with one vehicle, and what a dispatcher does in it. */
export const startDispatch = () => {
  let server: TestServer
  let town: SmallTown
  let one: Crew
  beforeAll(async () => {
    server = await startTestServer({ streets: straightStreets() })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    town = await buildSmallTown(server)
    one = await town.vehicle('Van 1')
  })
  afterEach(() => nothingBroken(server))
  const place: Place = { server: () => server, town: () => town }
  return { ...place, one: () => one, ...actions(place), ...bookings(place), ...road(place) }
}
