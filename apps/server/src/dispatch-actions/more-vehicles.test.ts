import { expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { startDispatch } from '../testing/dispatch.ts'
import { planOf } from '../testing/plan-of.ts'
import { byObjective } from './options.ts'
import type { Outcome } from './carry-out.ts'

// Five stops a kilometre apart along one road: 100 s each.
const { server, town, one, preview, accept, undo, undoPreview, booking, book } = startDispatch()

const plan = () => planOf(server(), town().zone_id)
const tripOf = async (id: number) =>
  (await town().dispatcher.call(api.trips.show, { params: { id: (await booking(id)).trip_id ?? 0 } })).data

// covers: FX-21
test('for a lost vehicle the ways are later pick-ups, the vehicles on the road, one more that is free with a driver, and a schedule that ends later', async () => {
  const { id } = await book('Ann Bell', '09:00')
  const lost = { kind: 'vehicle_lost' as const, trip_id: one().trip_id }
  const keys = async () => (await preview(lost)).options.map(({ key }) => key)
  expect(await keys()).toEqual(['asked', 'nothing'])
  // Its schedule ends before anybody could be set down.
  const two = await town().vehicle('Van 2', { from: '08:00', until: '09:02' })
  expect(await keys()).toEqual(['longer', 'asked', 'nothing'].toSorted((a) => (a === 'asked' ? -1 : 1)))
  await town().vehicle('Van 3', { from: '21:00', until: '22:00' })
  const before = await plan()
  const shown = await preview(lost)
  const titles = shown.options.map(({ title }) => title)
  expect(titles).toEqual([
    'Van 1 out of service: other vehicles, up to 45 min later',
    expect.stringMatching(/^Van 1 out of service: \S.* in addition$|the schedule of Van 2 ends 30 min later$/),
    expect.stringMatching(/^Van 1 out of service: \S.* in addition$|the schedule of Van 2 ends 30 min later$/),
    'Change nothing',
  ])
  expect(await plan()).toEqual(before)

  const longer = await accept(shown, 'longer')
  expect(await booking(id)).toMatchObject({ trip_id: two.trip_id, status: 'assigned' })
  expect((await tripOf(id)).end_datetime).toBe('2026-11-22T23:32:00.000Z')
  await undo(longer.action!.id)
  expect(await plan()).toEqual(before)

  const again = await preview(lost)
  const more = again.options.find(({ key }) => key === 'one_more')!
  expect(more.effect.bookings).toMatchObject([{ service_request_id: id, outcome: 'moved', late_s: 0 }])
  expect(more.effect.trips.find(({ after }) => after !== null && after.stops.length > 0)).toMatchObject({
    before: null,
  })
  server().deps.clock.set('2026-11-23T08:01:30+10:00')
  const { action } = await accept(again, 'one_more')
  const trip = await tripOf(id)
  expect(trip).toMatchObject({ current_state: 'staged', start_datetime: '2026-11-22T22:15:00.000Z' })
  expect([one().trip_id, two.trip_id]).not.toContain(trip.id)
  await undo(action!.id)
  const after = (await plan()) as { trips: { id: number }[] }
  expect({ ...after, trips: after.trips.filter((one) => one.id !== trip.id) }).toEqual(before)
  expect((await town().dispatcher.call(api.trips.show, { params: { id: trip.id } })).data.current_state).toBe(
    'cancelled',
  )
})

// covers: FX-17
test('an action shows what was asked for first and the best other way after it, and what becomes of the bookings if nothing is done', async () => {
  const { id } = await book('Ann Bell', '09:00')
  await book('Eva Holm', '10:00')
  const two = await town().vehicle('Van 2')
  await town().vehicle('Van 3')
  const plan_id =
    (await town().dispatcher.call(api.trips.show, { params: { id: one().trip_id } })).data.service_plan_id ?? 0
  const titles = async (action: Parameters<typeof preview>[0]) =>
    (await preview(action)).options.map(({ title, why }) => (title === 'Change nothing' ? why : title))
  const kept = 'The plan stays as it is: 2 bookings stay with their vehicles, in time'
  expect(await titles({ kind: 'assign', service_request_ids: [id], trip_id: two.trip_id })).toEqual([
    `Booking ${id} to Van 2`,
    `Booking ${id} to the best other vehicle`,
    kept,
  ])
  expect(await titles({ kind: 'unassign', service_request_ids: [id] })).toEqual([
    expect.stringContaining(`${id}`),
    `Booking ${id} to the best other vehicle`,
    kept,
  ])
  const late = { kind: 'vehicle_lost' as const, trip_id: one().trip_id }
  const { options } = await preview(late)
  expect(options[0]).toMatchObject({ key: 'asked' })
  expect(options.at(-1)).toMatchObject({ key: 'nothing', acceptable: false })
  server().deps.clock.set('2026-11-23T09:30:00+10:00')
  const overdue = await titles(late)
  expect(overdue.at(-1)).toMatch(
    /^The plan stays as it is: \d bookings? stays? with (its|their) vehicles?, \d of them late, by \d+ min at most$/,
  )
  // What is overdue has to leave as well: no schedule is short enough for it.
  const shorter = {
    kind: 'schedule_shortened' as const,
    service_plan_id: plan_id,
    end_time: '2026-11-23T09:40:00+10:00',
  }
  expect((await titles(shorter))[0]).toBe('Shorten the schedule')
})

// covers: FX-18
test('at most four ways are shown: after what was asked for those that leave fewer out, are less late, move fewer and take less time', async () => {
  const outcome = (not_served: number, late_s: number, moved: number, vehicle_s: number, passenger_s: number) =>
    ({
      effect: { totals: { not_served, moved, vehicle_s, passenger_s }, all: [{ late_s, late_before_s: 0 }] },
    }) as unknown as Outcome // all that is compared
  const ordered = [
    outcome(0, 0, 1, 500, 0),
    outcome(0, 0, 1, 300, 300),
    outcome(0, 0, 2, 0, 0),
    outcome(0, 60, 0, 0, 0),
    outcome(0, 120, 0, 0, 0),
    outcome(1, 0, 0, 0, 0),
  ]
  expect(ordered.toReversed().toSorted(byObjective)).toEqual(ordered)
  await book('Ann Bell', '09:00')
  await town().vehicle('Van 2', { until: '09:02' })
  await town().vehicle('Van 3', { from: '09:20' })
  await town().vehicle('Van 4', { from: '21:00', until: '22:00' })
  const shown = await preview({ kind: 'vehicle_lost', trip_id: one().trip_id })
  const keys = shown.options.map(({ key }) => key)
  // Leaving her out would be the fifth.
  expect([keys[0], keys.slice(1, -1).toSorted(), keys.at(-1)]).toEqual(['asked', ['longer', 'one_more'], 'nothing'])
})

// covers: FX-93
test('those on board of a lost vehicle are fetched where it stands by the second way, and undoing it says who cannot be brought back and why', async () => {
  const crew = one()
  const ann = await book('Ann Bell', '08:10', { from: 'Harbour', people: 2 })
  const dora = await book('Dora Dun', '08:10', { from: 'Harbour', people: 2 })
  const [ben, cy] = [await book('Ben Bay', '09:30'), await book('Cy Cox', '09:40')]
  await crew.client.call(api.driver.signOn, { params: { id: crew.trip_id } })
  server().deps.clock.set('2026-11-23T08:10:00+10:00')
  const { data: trip } = await crew.client.call(api.driver.trip, { params: { id: crew.trip_id } })
  await crew.client.call(api.driver.arrive, { params: { id: trip.trip_stops[0]!.id } })
  for (const { id } of [ann, dora]) await crew.client.call(api.driver.board, { params: { id } })
  const two = await town().vehicle('Van 2', { until: '09:33' })
  await town().vehicle('Van 3', { from: '21:00', until: '22:00' })
  const shown = await preview({ kind: 'vehicle_lost', trip_id: crew.trip_id, message: 'Engine' })
  const ways = shown.options.filter(({ acceptable }) => acceptable)
  expect(ways.length).toBeGreaterThanOrEqual(3)
  const [, second] = ways
  const told = await server().deps.db.selectFrom('messages').select('id').execute()
  const { action } = await accept(shown, second!.key, { confirmed: true })
  expect(await booking(ann.id)).toMatchObject({ status: 'assigned', trip_id: expect.any(Number) })
  expect((await booking(ann.id)).trip_id).not.toBe(crew.trip_id)
  expect((await booking(ann.id)).pickup.name).toMatch(/^Where Van 1 stopped$| near /)
  const messages = await server()
    .deps.db.selectFrom('messages')
    .where('id', 'not in', [0, ...told.map(({ id }) => id)])
    .select(['service_request_id', 'event'])
    .execute()
  expect(messages.map(({ service_request_id }) => service_request_id).toSorted()).toEqual([ann.id, dora.id])

  const fetching = (await booking(ann.id)).trip_id === two.trip_id ? two : null
  expect(fetching).not.toBeNull()
  await two.client.call(api.driver.signOn, { params: { id: two.trip_id } })
  server().deps.clock.set('2026-11-23T08:13:00+10:00')
  const { data: theirs } = await two.client.call(api.driver.trip, { params: { id: two.trip_id } })
  await two.client.call(api.driver.arrive, { params: { id: theirs.trip_stops[0]!.id } })
  for (const { id } of [ann, dora]) await two.client.call(api.driver.board, { params: { id } })
  const back = await undoPreview(action!.id)
  expect(back).toMatchObject({
    exact: false,
    not_back: [ann, dora].map(({ id }) => ({ service_request_id: id, reason: 'It has boarded another vehicle since' })),
  })
  expect(back.brought_back.map(({ service_request_id }) => service_request_id)).toEqual([ben.id, cy.id])
})
