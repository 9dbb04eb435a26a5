import { expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { readVersion } from '../planning/plan/queries.ts'
import { reoptimise } from '../planning/reassign/reoptimise.ts'
import { rescueBookings } from '../planning/reassign/rescue.ts'
import { startDispatch } from '../testing/dispatch.ts'
import { refusal } from '../testing/refusal.ts'
import { clockOf, type Crew } from '../testing/small-town.ts'

const { server, town, one, preview, accept, act, undo, booking, history, book, clock, arriveAt } = startDispatch()

const rescue = async () => rescueBookings(server().deps, await readVersion(server().deps.db, town().zone_id))
const look = (iterations = 300) => reoptimise(server().deps, town().zone_id, { iterations })
const signOn = ({ client, trip_id }: Crew) => client.call(api.driver.signOn, { params: { id: trip_id } })
const stopsOf = async ({ trip_id }: Crew) =>
  (await town().dispatcher.call(api.trips.show, { params: { id: trip_id } })).data.trip_stops

// covers: FX-34
test('a booking goes to the best place of a trip or to the place chosen, with both its stops, and boards first', async () => {
  const { id } = await book('Ann Bell', '09:00', { from: 'School', to: 'Hospital' })
  const two = await town().vehicle('Van 2')
  await act({ kind: 'pause_vehicle', trip_id: one().trip_id })
  const tom = await book('Tom Reed', '09:00', { from: 'Market' })
  expect((await booking(tom.id)).trip_id).toBe(two.trip_id)
  const stops = (await stopsOf(two)).map((stop) => stop.id)
  const assign = { kind: 'assign' as const, service_request_ids: [id], trip_id: two.trip_id }
  const order = async (place?: { pickup_before: number | null; dropoff_before: number | null }) => {
    const { options } = await preview({ ...assign, place: place ?? null })
    const way = options[0]?.effect.trips.find(({ trip_id }) => trip_id === two.trip_id)?.after
    return way?.stops.map(({ boardings, alightings }) => [boardings, alightings])
  }
  // Between Tom's stops the vehicle drives no metre more.
  expect(await order()).toEqual([
    [[tom.id], []],
    [[id], []],
    [[], [id]],
    [[], [tom.id]],
  ])
  expect(await order({ pickup_before: stops[0]!, dropoff_before: stops[1]! })).toEqual([
    [[id], []],
    [[tom.id], []],
    [[], [id]],
    [[], [tom.id]],
  ])
  expect(await refusal(order({ pickup_before: stops[1]!, dropoff_before: stops[0]! }))).toMatchObject({
    status: 422,
    errors: [{ source: { pointer: '/place/dropoff_before' }, detail: 'The drop-off cannot come before the pick-up' }],
  })
  const elsewhere = (await stopsOf(one()))[0]!.id
  expect(await refusal(order({ pickup_before: elsewhere, dropoff_before: null }))).toMatchObject({
    errors: [{ source: { pointer: '/place/pickup_before' } }],
  })
  await act(assign)
  expect(await stopsOf(one())).toEqual([])
  expect((await stopsOf(two)).map(({ location_name }) => location_name)).toEqual([
    'Market',
    'School',
    'Hospital',
    'Station',
  ])
})

// covers: FX-35
test('an assigned booking is held for a quarter of an hour, until it is done, or not at all', async () => {
  const { id } = await book('Ann Bell')
  const two = await town().vehicle('Van 2')
  const held = async (hold: 'short' | 'keep' | 'planning', crew: Crew) => {
    await act({ kind: 'assign', service_request_ids: [id], trip_id: crew.trip_id, hold })
    const { trip_id, pin } = await booking(id)
    return [trip_id, pin === null ? null : pin.until]
  }
  expect(await held('short', two)).toEqual([two.trip_id, '2026-11-22T22:15:00.000Z'])
  expect(await held('keep', one())).toEqual([one().trip_id, null])
  expect((await booking(id)).pin).toMatchObject({ reason: 'Assigned by hand' })
  expect(await held('planning', two)).toEqual([two.trip_id, null])
  expect((await booking(id)).pin).toBeNull()
})

// covers: FX-38
test('a booking that was taken off says who would take it and when it is given up, and may return after ten minutes', async () => {
  const { id } = await book('Ann Bell')
  const two = await town().vehicle('Van 2')
  await signOn(one())
  const { pickup } = await booking(id)
  const given = new Date(Date.parse(pickup.upper_bound) + 15 * 60_000)
  const time = Number(clockOf(given.toISOString()).slice(0, 2)) + clockOf(given.toISOString()).slice(2)
  const shown = await preview({ kind: 'unassign', service_request_ids: [id] })
  expect(shown.options[0]?.effect.notes).toEqual([
    `Van 2 would take booking ${id}; without a vehicle it is given up at ${time} am`,
  ])
  await act({ kind: 'pause_vehicle', trip_id: two.trip_id })
  await accept(await preview({ kind: 'unassign', service_request_ids: [id] }), 'asked', { confirmed: true })
  expect(await booking(id)).toMatchObject({ status: 'unassigned', trip_id: null })
  clock('08:09')
  await rescue()
  expect((await booking(id)).trip_id).toBeNull()
  clock('08:10')
  await rescue()
  expect(await booking(id)).toMatchObject({ status: 'assigned', trip_id: one().trip_id })
})

/** Five rides in a bad order for one vehicle, and a second one that has just come: the optimiser moves three. */
const badOrder = async () => {
  const ids: number[] = []
  for (const [index, name] of ['Ann Ash', 'Ben Bay', 'Cy Cox', 'Dee Dun', 'Eve Elm'].entries()) {
    const far = index % 2 === 1
    const to = far ? ('Hospital' as const) : ('Market' as const)
    ids.push((await book(name, `10:${index}0`, { from: far ? 'Station' : 'Harbour', to })).id)
  }
  const two = await town().vehicle('Van 2')
  await signOn(one())
  await signOn(two)
  return { ids, two }
}
const tripsOf = async (ids: readonly number[]) => {
  const trips: (number | null)[] = []
  for (const id of ids) trips.push((await booking(id)).trip_id)
  return trips
}

// covers: FX-36, FX-95
test('pinned bookings stay through a hundred looks of an optimiser that would move them, and leave a lost vehicle', async () => {
  const { ids, two } = await badOrder()
  await act({ kind: 'pin', service_request_ids: ids, because: 'Know the driver' })
  const own = ids.map(() => one().trip_id)
  for (let time = 0; time < 100; time++) expect(await look(20)).toBe(0)
  expect(await tripsOf(ids)).toEqual(own)
  await act({ kind: 'unpin', service_request_ids: ids })
  expect(await look()).toBeGreaterThan(0)
  expect(await tripsOf(ids)).not.toEqual(own)
  await act({ kind: 'pin', service_request_ids: ids, because: 'Know the driver' })
  const left = (await tripsOf(ids)).flatMap((trip, index) => (trip === two.trip_id ? [ids[index]!] : []))
  await act({ kind: 'vehicle_lost', trip_id: two.trip_id, message: 'Engine' }, { confirmed: true })
  for (const id of left) {
    expect(await booking(id)).toMatchObject({ trip_id: one().trip_id, pin: null })
    const { data } = await town().dispatcher.call(api.serviceRequests.history, { params: { id } })
    expect(data.at(-1)?.reasons.map(({ code }) => code)).toContain('unpinned')
  }
})

// covers: FX-45
test('a paused vehicle is left alone by searches, the optimiser and rescue, keeps its bookings, and takes one by hand', async () => {
  const { ids, two } = await badOrder()
  const own = await tripsOf(ids)
  await act({ kind: 'pause_vehicle', trip_id: two.trip_id, until: '2026-11-23T11:00:00+10:00' })
  expect(await look()).toBe(0)
  expect(await tripsOf(ids)).toEqual(own)
  await act({ kind: 'assign', service_request_ids: [ids[1]!], trip_id: two.trip_id, hold: 'planning' })
  expect((await booking(ids[1]!)).trip_id).toBe(two.trip_id)
  // It is expected long after its window: rescue would give the booking up, and leaves it.
  clock('10:58')
  await server()
    .deps.db.updateTable('trip_stops')
    .set({ eta: new Date('2026-11-23T12:00:00+10:00') })
    .where('trip_id', '=', two.trip_id)
    .execute()
  await rescue()
  expect(await booking(ids[1]!)).toMatchObject({ status: 'assigned', trip_id: two.trip_id })
})

// covers: FX-48
test('several bookings move as one effect and one undo, and those that cannot follow are named with the reason', async () => {
  const ann = await book('Ann Bell', '08:10', { from: 'Harbour' })
  const tom = await book('Tom Reed', '10:00')
  const eva = await book('Eva Holm', '11:00', { people: 3 })
  await arriveAt(one(), '08:10')
  await one().client.call(api.driver.board, { params: { id: ann.id } })
  const two = await town().vehicle('Van 2', { seats: 2 })
  const ids = [ann.id, tom.id, eva.id]
  const shown = await preview({ kind: 'assign', service_request_ids: ids, trip_id: two.trip_id })
  expect(shown.left_out).toMatchObject([
    { service_request_id: ann.id, traveler_name: 'Ann Bell', reason: `Booking ${ann.id} is on board of Van 1` },
    { service_request_id: eva.id, reason: '1 vehicle has at most 2 seats' },
  ])
  expect(shown.options[0]?.title).toBe(`Booking ${tom.id} to Van 2`)
  const { action } = await accept(shown)
  expect(await tripsOf(ids)).toEqual([one().trip_id, two.trip_id, one().trip_id])
  const cancelled = await act({ kind: 'cancel', service_request_ids: [tom.id, eva.id] })
  expect(cancelled).toMatchObject({ title: 'Cancel 2 bookings', service_request_ids: [tom.id, eva.id] })
  await undo(cancelled.id)
  expect((await booking(tom.id)).status).toBe('assigned')
  expect((await booking(eva.id)).status).toBe('assigned')
  expect((await history(eva.id)).at(-1)).toEqual(['assigned', 'undone', true])
  await undo(action!.id)
  expect((await booking(tom.id)).trip_id).toBe(one().trip_id)
  const many = Array.from({ length: 51 }, (_, index) => index + 1)
  expect(await refusal(preview({ kind: 'cancel', service_request_ids: many }))).toMatchObject({
    status: 422,
    errors: [{ source: { pointer: '/service_request_ids' }, detail: 'Please choose at most 50 bookings' }],
  })
})
