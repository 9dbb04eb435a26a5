import { expect, test } from 'vitest'
import { dispatchActionKinds } from '@ambit/contract'
import type { DispatchActionKind } from '@ambit/contract'
import { api } from '@ambit/contract'
import { type AskedAction, startDispatch } from '../testing/dispatch.ts'
import { planOf } from '../testing/plan-of.ts'
import { refusal } from '../testing/refusal.ts'
import { at } from '../testing/small-town.ts'

// Five stops a kilometre apart along one road: 100 s each.
const { server, town, one, preview, accept, act, booking, book, arriveAt } = startDispatch()

const plan = () => planOf(server(), town().zone_id)
const messages = () =>
  server()
    .deps.db.selectFrom('messages')
    .innerJoin('service_requests as r', 'r.id', 'messages.service_request_id')
    .where('r.zone_id', '=', town().zone_id)
    .select(['event', 'service_request_id', 'own_words'])
    .orderBy('messages.id')
    .execute()

// covers: FX-01
test('every kind of action shows its effect before it happens, and nothing has changed then', async () => {
  const ann = await book('Ann Bell', '08:10', { from: 'Harbour' })
  await arriveAt(one(), '08:10')
  const { id } = await book('Tom Reed', '10:00')
  const gone = await book('Eva Holm', '11:00')
  await act({ kind: 'cancel', service_request_ids: [gone.id] })
  const held = await book('Ben Carr', '12:00')
  await act({ kind: 'pin', service_request_ids: [held.id], because: 'Knows the driver' })
  const two = await town().vehicle('Van 2')
  const spare = await town().vehicle('Van 3', { from: '19:00', until: '20:00' })
  await act({ kind: 'pause_vehicle', trip_id: two.trip_id })
  const [longitude, latitude] = at(1500)
  const closed = { kind: 'road_closed' as const, region_id: town().region_id, longitude, latitude }
  await act({ ...closed, longitude: at(-1000)[0] })
  const { data: roads } = await town().dispatcher.call(api.roadClosures.list, {})
  const road = roads.find((road) => road.region_id === town().region_id)!
  const { data: trip } = await town().dispatcher.call(api.trips.show, { params: { id: one().trip_id } })
  server().deps.clock.set('2026-11-23T08:13:00+10:00')
  const { trip_id } = one()
  const service_request_ids = [id]
  const [, , from, to] = trip.trip_stops.map((stop) => stop.id)
  const asked: Record<Exclude<DispatchActionKind, 'optimise_now'>, AskedAction> = {
    assign: { kind: 'assign', service_request_ids, trip_id: two.trip_id },
    pin: { kind: 'pin', service_request_ids, because: 'Knows the driver' },
    unpin: { kind: 'unpin', service_request_ids: [held.id] },
    unassign: { kind: 'unassign', service_request_ids },
    cancel: { kind: 'cancel', service_request_ids },
    no_show: { kind: 'no_show', service_request_ids: [ann.id] },
    reinstate: { kind: 'reinstate', service_request_ids: [gone.id] },
    reorder: { kind: 'reorder', trip_id, trip_stop_id: from!, before: to! },
    change_crew: { kind: 'change_crew', trip_id, vehicle_id: one().vehicle_id, driver_id: spare.driver_id },
    trip_state: { kind: 'trip_state', trip_id, status: 'in_transit' },
    pause_vehicle: { kind: 'pause_vehicle', trip_id },
    resume_vehicle: { kind: 'resume_vehicle', trip_id: two.trip_id },
    vehicle_lost: { kind: 'vehicle_lost', trip_id },
    trip_cancelled: { kind: 'trip_cancelled', trip_id: two.trip_id },
    schedule_shortened: {
      kind: 'schedule_shortened',
      service_plan_id: trip.service_plan_id ?? 0,
      end_time: '2026-11-23T11:00:00+10:00',
    },
    road_closed: closed,
    road_opened: { kind: 'road_opened', road_closure_id: road.id },
  }
  const before = await plan()
  for (const [kind, action] of Object.entries(asked)) {
    const { options } = await preview(action)
    expect([kind, options[0]?.acceptable, options[0]?.effect.totals, options.at(-1)?.key]).toEqual([
      kind,
      true,
      expect.anything(),
      'nothing',
    ])
  }
  // Optimising is shown in a test of its own: it needs a plan that can be better.
  expect([...Object.keys(asked), 'optimise_now'].toSorted()).toEqual(dispatchActionKinds.toSorted())
  expect(await plan()).toEqual(before)
  await town().dispatcher.call(api.roadClosures.lift, { params: { id: road.id } })
})

// covers: FX-10, FX-11
test('who is not served comes first, then who is late, who moves and who changes; less than a minute is counted', async () => {
  const chair = async (name: string, time: string) => {
    const who = await town().passenger(name, { handicapped: true })
    return town().book({ who, from: 'Market', to: 'Station', at: time, wheelchairs: 1 })
  }
  const lost = await town().vehicle('Van 2', { wheelchairs: 1 })
  await act({ kind: 'pause_vehicle', trip_id: one().trip_id })
  const moved = await book('Mo Lane', '11:00', { to: 'Hospital' })
  const joins = await book('Max Lane', '14:00')
  const late = await chair('Lea Holm', '09:10')
  const left = await chair('Ida Holm', '12:30')
  await act({ kind: 'resume_vehicle', trip_id: one().trip_id })
  await act({ kind: 'pause_vehicle', trip_id: lost.trip_id })
  const changes = await book('Nia Park', '11:00', { from: 'Harbour' })
  const shifts = await book('Zed Park', '14:00', { to: 'Hospital' })
  await town().vehicle('Van 3', { wheelchairs: 1, from: '09:25', until: '10:30' })
  for (const { id } of [moved, joins, late, left]) expect((await booking(id)).trip_id).toBe(lost.trip_id)
  for (const { id } of [changes, shifts]) expect((await booking(id)).trip_id).toBe(one().trip_id)
  const shown = await preview({ kind: 'vehicle_lost', trip_id: lost.trip_id })
  const { bookings, totals } = shown.options[0]!.effect
  expect(bookings.map((row) => [row.service_request_id, row.outcome, row.late_s > 0])).toEqual([
    [left.id, 'not_served', false],
    [late.id, 'moved', true],
    [moved.id, 'moved', false],
    [joins.id, 'moved', false],
    [changes.id, 'changed', false],
  ])
  expect(totals).toMatchObject({ not_served: 1, broken: 1, moved: 3, shifted: 1 })
  expect(totals.worst_late_s).toBe(bookings[1]!.late_s)
})

// covers: FX-11
test('the head of an effect adds up who is left out, and what is ridden and driven more or less', async () => {
  const { id } = await book('Ann Bell', '09:00', { people: 2 })
  const { options } = await preview({ kind: 'unassign', service_request_ids: [id] })
  // Two people ride 300 s and wait for 50 s while both get in; the vehicle drives 1 km to them and 3 km with them.
  expect(options[0]?.effect.totals).toEqual({
    not_served: 1,
    broken: 0,
    worst_late_s: 0,
    moved: 0,
    shifted: 0,
    passenger_s: -700,
    vehicle_s: -400,
    distance_m: -4000,
    empty_m: -1000,
    drivers: 1,
  })
})

// covers: FX-13, MSG-63
test('who is told what is listed with channel and words, and each message is left out or worded otherwise', async () => {
  const { id } = await book('Ann Bell')
  const tom = await book('Tom Reed', '09:05')
  // It comes after the windows that were promised: both are told new ones.
  const two = await town().vehicle('Van 2', { from: '09:20' })
  const shown = await preview({ kind: 'vehicle_lost', trip_id: one().trip_id, message: 'Engine' })
  const told = shown.options[0]!.effect
  expect(told.messages.toSorted((a, b) => a.service_request_id - b.service_request_id)).toMatchObject([
    {
      key: `booking_changed:${id}`,
      traveler_name: 'Ann Bell',
      channel: 'email',
      recipient: 'ann.bell@example.org',
      text: expect.stringMatching(/\w+ \w+/),
    },
    { key: `booking_changed:${tom.id}`, traveler_name: 'Tom Reed' },
  ])
  expect(told.drivers.map(({ vehicle_number }) => vehicle_number)).toContain('Van 2')
  const before = await messages()
  const long = { key: `booking_changed:${id}`, text: 'x'.repeat(321) }
  expect(await refusal(accept(shown, 'asked', { confirmed: true, messages: [long] }))).toMatchObject({
    status: 422,
    errors: [{ source: { pointer: '/messages/0/text' }, detail: 'Please keep it to 320 characters' }],
  })
  await accept(shown, 'asked', {
    confirmed: true,
    messages: [
      { key: `booking_changed:${id}`, text: 'Ann, another vehicle fetches you.' },
      { key: `booking_changed:${tom.id}`, send: false },
    ],
  })
  expect((await messages()).slice(before.length)).toEqual([
    { event: 'booking_changed', service_request_id: id, own_words: 'Ann, another vehicle fetches you.' },
  ])
  expect((await booking(tom.id)).trip_id).toBe(two.trip_id)
})

// covers: FX-14
test('a passenger without a channel that messages reach is listed with the number to call', async () => {
  const who = await town().passenger('Ada King')
  await server()
    .deps.db.updateTable('travelers')
    .set({ email: null, phone_number: '+61755500123', low_tech: true })
    .where('id', '=', who)
    .execute()
  await town().book({ who, from: 'Market', to: 'Station', at: '09:00' })
  await town().vehicle('Van 2', { from: '09:20' })
  const shown = await preview({ kind: 'vehicle_lost', trip_id: one().trip_id, message: 'Engine' })
  expect(shown.options[0]!.effect.to_call).toMatchObject([
    { traveler_name: 'Ada King', phone_number: '+61755500123', event: 'booking_changed' },
  ])
})

// covers: FX-22, FX-23
test('each vehicle that was not chosen says what it lacked, and where there is no other way the commonest limit is told', async () => {
  const { id } = await book('Ann Bell', '09:00', { people: 3 })
  const two = await town().vehicle('Van 2', { seats: 2 })
  const three = await town().vehicle('Van 3', { seats: 2 })
  const late = await town().vehicle('Van 4', { from: '09:11' })
  const shown = await preview({ kind: 'assign', service_request_ids: [id], trip_id: one().trip_id })
  expect(shown.not_chosen.map(({ trip_id, reasons }) => [trip_id, reasons[0]?.code, reasons[0]?.text])).toEqual([
    [two.trip_id, 'too_small_seats', '1 vehicle has at most 2 seats'],
    [three.trip_id, 'too_small_seats', '1 vehicle has at most 2 seats'],
    [late.trip_id, expect.any(String), expect.stringMatching(/\d/)],
  ])
  const off = await preview({ kind: 'unassign', service_request_ids: [id] })
  expect(off.no_other_way).toMatchObject({
    text: 'No other way was found: 2 vehicles have at most 2 seats',
    vehicles: 2,
  })
})

// covers: FX-19
test('ways that are the same to everybody are one option, and those that leave somebody out or late are two', async () => {
  const { id } = await book('Ann Bell')
  await town().vehicle('Van 2', { from: '09:20' })
  const lost = { kind: 'vehicle_lost' as const, trip_id: one().trip_id }
  // Vehicles of the tests before may be free.
  const onTheRoad = async () => (await preview(lost)).options.filter(({ key }) => key !== 'one_more')
  expect((await onTheRoad()).map(({ key, needs_confirmation }) => [key, needs_confirmation?.text ?? null])).toEqual([
    ['asked', 'Accept: 1 late'],
    ['in_time', 'Accept: 1 not served'],
    ['nothing', null],
  ])
  await town().vehicle('Van 3')
  expect((await onTheRoad()).map(({ key }) => key)).toEqual(['asked', 'nothing'])
  expect((await booking(id)).trip_id).toBe(one().trip_id)
})

// covers: FX-24
test('the same action on the same plan has the same options in the same order', async () => {
  const { id } = await book('Ann Bell')
  await book('Tom Reed', '09:10')
  const two = await town().vehicle('Van 2')
  await town().vehicle('Van 3')
  const actions: AskedAction[] = [
    { kind: 'assign', service_request_ids: [id], trip_id: two.trip_id },
    { kind: 'unassign', service_request_ids: [id] },
    { kind: 'vehicle_lost', trip_id: one().trip_id },
  ]
  for (const action of actions) {
    const [first, again] = [await preview(action), await preview(action)]
    expect(again.options).toEqual(first.options)
    expect(again.options.length).toBeGreaterThan(1)
  }
})
