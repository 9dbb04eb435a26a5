import { expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { type AskedAction, startDispatch } from '../testing/dispatch.ts'
import { updateEtas } from '../planning/upkeep/update-etas.ts'
import { planOf } from '../testing/plan-of.ts'
import { refusal } from '../testing/refusal.ts'
import { type Crew, type StopName, stopPoint } from '../testing/small-town.ts'

const { server, town, one, preview, accept, act, undo, undoPreview, booking, history, tripHistory, book } =
  startDispatch()

const administrator = () => server().client('administrator')
const plan = () => planOf(server(), town().zone_id)

const standsAt = async ({ client, trip_id }: Crew, stop: StopName): Promise<void> => {
  const [longitude, latitude] = stopPoint(stop)
  const recorded_at = server().deps.clock.now().toISOString()
  const positions = [{ longitude, latitude, bearing: 0, speed: 0, recorded_at }]
  await client.call(api.driver.positions, { params: { id: trip_id }, body: { positions } })
}

// covers: FX-44
test('another vehicle for a trip says who comes late from where it stands, and which schedules it has besides', async () => {
  const { id } = await book('Ann Bell', '08:30', { from: 'Station', to: 'Hospital' })
  const spare = await town().vehicle('Van 2', { from: '18:30', until: '20:00' })
  await one().client.call(api.driver.signOn, { params: { id: one().trip_id } })
  const until = Date.parse((await booking(id)).pickup.upper_bound)
  server().deps.clock.set(new Date(until - 60_000))
  await standsAt(one(), 'Station')
  await updateEtas(server().deps, town().zone_id)
  const before = await plan()
  const crew = {
    kind: 'change_crew' as const,
    trip_id: one().trip_id,
    vehicle_id: spare.vehicle_id,
    driver_id: spare.driver_id,
  }
  const shown = await preview(crew)
  expect(await plan()).toEqual(before)
  const [option] = shown.options
  expect(option?.title).toBe('Change vehicle and driver')
  expect(option?.effect.notes).toEqual([expect.stringMatching(/^The vehicle has .* from 6:30 pm to 8:00 pm$/)])
  // Van 1 stands there; the other has 400 s to drive from the harbour, and there is a minute left.
  expect(option?.effect.bookings).toMatchObject([
    { service_request_id: id, outcome: 'changed', later_s: 400, late_s: 340 },
  ])
  expect(option?.needs_confirmation).toEqual({ not_served: 0, late: 1, text: 'Accept: 1 late' })
  const { action } = await accept(shown, 'asked', { confirmed: true })
  const trip = async () => (await town().dispatcher.call(api.trips.show, { params: { id: one().trip_id } })).data
  expect(await trip()).toMatchObject({ vehicle_id: spare.vehicle_id, driver_id: spare.driver_id })
  expect((await booking(id)).trip_id).toBe(one().trip_id)
  expect((await tripHistory(one())).map(([change]) => change)).toEqual(['driver', 'vehicle'])
  // Where Van 1 stands is known again once it says so: until then it is as late as from where it begins.
  const back = await undoPreview(action!.id)
  expect(back).toMatchObject({ exact: false, not_back: [] })
  await undo(action!.id, { token: back.token, confirmed: true })
  expect(await trip()).toMatchObject({ vehicle_id: one().vehicle_id, driver_id: one().driver_id })
})

// covers: FX-63
// @test-tag long
test('undoing a pin, an unassignment, another order or another crew at once brings back the former state', async () => {
  const { id } = await book('Ann Bell')
  const tom = await book('Tom Reed', '10:00', { from: 'Harbour' })
  const spare = await town().vehicle('Van 2', { from: '18:30', until: '20:00' })
  const { data: trip } = await town().dispatcher.call(api.trips.show, { params: { id: one().trip_id } })
  const stops = trip.trip_stops.map((stop) => stop.id)
  const { trip_id } = one()
  const actions: AskedAction[] = [
    { kind: 'pin', service_request_ids: [id, tom.id], because: 'Knows the driver' },
    { kind: 'unassign', service_request_ids: [id] },
    { kind: 'reorder', trip_id, trip_stop_id: stops[2]!, before: stops[1]! },
    { kind: 'change_crew', trip_id, vehicle_id: spare.vehicle_id, driver_id: spare.driver_id },
    { kind: 'pause_vehicle', trip_id, minutes: 30 },
  ]
  const before = await plan()
  for (const asked of actions) {
    const { id: done } = await act(asked, { confirmed: true, reason: 'By the test' }, administrator())
    expect([asked.kind, await plan()]).not.toEqual([asked.kind, before])
    await undo(done, {}, administrator())
    expect([asked.kind, await plan()]).toEqual([asked.kind, before])
  }
})

// covers: FX-44
test('a vehicle without the seats or wheelchair spaces of a trip is refused with the stop where they are missing', async () => {
  await book('Ann Bell', '09:00', { people: 3 })
  const small = await town().vehicle('Van 2', { seats: 2, from: '18:30', until: '20:00' })
  const crew = { kind: 'change_crew' as const, trip_id: one().trip_id, driver_id: one().driver_id }
  expect(await refusal(preview({ ...crew, vehicle_id: small.vehicle_id }))).toMatchObject({
    status: 422,
    errors: [
      {
        source: { pointer: '/vehicle_id' },
        detail: expect.stringMatching(/^Van 2 has 2 seats: the bookings of this trip need 3 at 9:0/),
      },
    ],
  })
  const wide = await town().vehicle('Van 3', { seats: 4, wheelchairs: 1, from: '08:00', until: '18:00' })
  const who = await town().passenger('Ida Holm', { handicapped: true })
  const { trip_id } = await town().book({ who, from: 'Market', to: 'Station', at: '10:00', wheelchairs: 1 })
  expect(trip_id).toBe(wide.trip_id)
  const chair = { kind: 'change_crew' as const, trip_id: wide.trip_id, driver_id: wide.driver_id }
  expect(await refusal(preview({ ...chair, vehicle_id: small.vehicle_id }))).toMatchObject({
    errors: [{ detail: expect.stringMatching(/^Van 2 has 0 wheelchair spaces: .* need 1 at 10:0/) }],
  })
})

test('a resumed vehicle takes bookings again at once, and undoing that pauses it again', async () => {
  await book('Ann Bell')
  const paused = await act({ kind: 'pause_vehicle', trip_id: one().trip_id, because: 'Tyre looked at' })
  const tom = await town().passenger('Tom Reed')
  const asked = { who: tom, from: 'Market', to: 'Station', at: '10:30' } as const
  expect((await town().search(asked)).service_offerings).toEqual([])
  const before = await plan()
  const shown = await preview({ kind: 'resume_vehicle', trip_id: one().trip_id })
  expect(shown.options[0]).toMatchObject({ title: 'Resume Van 1', needs_confirmation: null })
  expect(shown.touches_nobody_else).toBe(true)
  const { action } = await accept(shown)
  expect((await town().search(asked)).service_offerings).not.toEqual([])
  await undo(action!.id)
  expect(await plan()).toEqual(before)
  expect((await town().search(asked)).service_offerings).toEqual([])
  expect(await tripHistory(one())).toEqual([
    ['action', paused.title],
    ['action', 'Resume Van 1'],
    ['action', 'Undo: Resume Van 1'],
  ])
})

// covers: FX-24, FX-47
test('a zone is optimised for five seconds at most, each move says its gain, and what is left out stays', async () => {
  const { planning } = server().deps
  const { optimiser } = planning
  const stops: unknown[] = []
  // So many tries are the same on every machine.
  planning.optimiser = {
    ...optimiser,
    ask: (task) => {
      stops.push(task.stop)
      return optimiser.ask({ ...task, stop: { iterations: 500 } })
    },
  }
  const rides = []
  for (const [index, name] of ['Ann Ash', 'Ben Bay', 'Cy Cox', 'Dee Dun', 'Eve Elm'].entries()) {
    const far = index % 2 === 1
    const to = far ? ('Hospital' as const) : ('Market' as const)
    rides.push(await book(name, `10:${index}0`, { from: far ? 'Station' : 'Harbour', to }))
  }
  const two = await town().vehicle('Van 2')
  for (const { client, trip_id } of [one(), two]) await client.call(api.driver.signOn, { params: { id: trip_id } })
  const before = await plan()
  const optimise = { kind: 'optimise_now' as const, zone_id: town().zone_id }
  const shown = await preview(optimise)
  expect(await plan()).toEqual(before)
  expect(stops).toEqual([{ milliseconds: 5000 }])
  const [option] = shown.options
  const moved = option!.effect.bookings.filter(({ outcome }) => outcome === 'moved')
  expect(moved.length).toBeGreaterThan(1)
  expect(option!.title).toBe(`Optimise: ${moved.length} moves`)
  const gains = moved.map(({ service_request_id: id }) =>
    option!.effect.notes.find((note) => note.startsWith(`Booking ${id} to `)),
  )
  expect(gains).toEqual(
    moved.map(({ after }) => expect.stringMatching(`to ${after?.vehicle_number}: saves \\d+ (seconds|minutes)`)),
  )
  expect((await preview(optimise)).options).toEqual(shown.options)
  planning.optimiser = optimiser
  // One move is left out: what is left is worked out anew, and has a token of its own.
  const [first] = moved
  const less = await preview({ ...optimise, found: option!.found, leave: [first!.service_request_id] })
  expect(less.options[0]!.effect.bookings.map((one) => [one.service_request_id, one.outcome])).not.toContainEqual([
    first!.service_request_id,
    'moved',
  ])
  const wrong = { action: less.action, option: 'asked', token: option!.token }
  expect(await refusal(town().dispatcher.call(api.effectPreviews.accept, { body: wrong }))).toMatchObject({
    status: 422,
    errors: [{ source: { pointer: '/token' } }],
  })
  const { action } = await accept(less)
  expect((await booking(first!.service_request_id)).trip_id).toBe(first!.before?.trip_id)
  const others = moved.slice(1).map(({ service_request_id }) => service_request_id)
  const trips = await Promise.all(others.map(async (id) => (await booking(id)).trip_id))
  expect(new Set(trips)).toContain(two.trip_id)
  expect((await history(others[0]!)).at(-1)).toEqual(['assigned', 'optimised', true])
  await undo(action!.id)
  expect(await plan()).toEqual(before)
  expect(rides).toHaveLength(5)
  const nonsense = preview({ ...optimise, found: 'bm90aGluZw' })
  expect(await refusal(nonsense)).toMatchObject({ status: 422, errors: [{ source: { pointer: '/found' } }] })
})

test('a driver whom an undo takes off a trip stands in its history, and may still tell what happened on the road', async () => {
  await book('Ann Bell')
  const spare = await town().vehicle('Van 2', { from: '18:30', until: '20:00' })
  const { trip_id } = one()
  const crew = { kind: 'change_crew' as const, trip_id, vehicle_id: spare.vehicle_id, driver_id: spare.driver_id }
  const { id: done } = await act(crew, { confirmed: true, reason: 'By the test' }, administrator())
  await undo(done, {}, administrator())
  const { data: history } = await town().dispatcher.call(api.trips.history, { params: { id: trip_id } })
  const names = history.filter(({ change }) => change === 'driver' || change === 'vehicle')
  expect(names.map(({ change, before, after }) => [change, before, after])).toEqual([
    ['driver', expect.any(String), expect.any(String)],
    ['vehicle', 'Van 1', 'Van 2'],
    ['driver', names[0]?.after, names[0]?.before],
    ['vehicle', 'Van 2', 'Van 1'],
  ])
  // It is not theirs any more, but they may have driven it.
  const params = { id: trip_id }
  expect((await refusal(spare.client.call(api.driver.trip, { params }))).status).toBe(404)
  await spare.client.call(api.driver.planConfirmation, { params, body: { confirmed: true } })
})

test('an undo that finds the former driver and vehicle on the trip already writes no change of them into its history', async () => {
  await book('Ann Bell')
  const spare = await town().vehicle('Van 2', { from: '18:30', until: '20:00' })
  const { trip_id, vehicle_id, driver_id } = one()
  const crew = { kind: 'change_crew' as const, trip_id, vehicle_id: spare.vehicle_id, driver_id: spare.driver_id }
  const { id: done } = await act(crew, { confirmed: true, reason: 'By the test' }, administrator())
  await server().deps.db.updateTable('trips').set({ vehicle_id, driver_id }).where('id', '=', trip_id).execute()
  const crews = async () =>
    (await town().dispatcher.call(api.trips.history, { params: { id: trip_id } })).data.filter(
      ({ change }) => change === 'driver' || change === 'vehicle',
    ).length
  expect(await crews()).toBe(2)
  const { token } = await undoPreview(done, administrator())
  await undo(done, { token, confirmed: true }, administrator())
  expect(await crews()).toBe(2)
})
