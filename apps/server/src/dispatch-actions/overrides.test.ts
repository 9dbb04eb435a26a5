import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { startDispatch } from '../testing/dispatch.ts'
import { planOf } from '../testing/plan-of.ts'
import { refusal } from '../testing/refusal.ts'
import { at, type StopName, stopPoint } from '../testing/small-town.ts'

const { server, town, one, preview, accept, act, booking, book, clock, arriveAt } = startDispatch()

const plan = () => planOf(server(), town().zone_id)
const olivia = () => server().client('operations_manager')
const nameOf = async (client: ReturnType<typeof olivia>) => (await client.call(api.sessions.current)).data.full_name
const overrides = async (filter: object = {}, search = '') =>
  olivia().call(api.overrides.list, { query: { filter: { zone: [town().zone_id], ...filter }, search } })
const limitTo = async (override_limit_minutes: number) => {
  const admin = server().client('superadmin')
  const { data } = await admin.call(api.serviceStrategies.list, { query: { filter: { zone: town().zone_id } } })
  const [strategy] = data
  const { id, created_at: _, updated_at: __, version: ___, ...kept } = strategy!
  const body = { ...kept, configuration: { ...strategy!.configuration, override_limit_minutes } }
  await admin.call(api.serviceStrategies.update, { params: { id }, body: body as never }) // as it was answered
}

// covers: FX-97
test('a promise is broken on purpose with an approval, and the history says what, why and by both people', async () => {
  const { id } = await book('Ann Bell', '08:20')
  const two = await town().vehicle('Van 2', { from: '08:50' })
  const shown = await preview({ kind: 'assign', service_request_ids: [id], trip_id: two.trip_id })
  const [violation] = shown.options[0]!.violations
  const reason = 'She asked for this driver'
  const asked = await accept(shown, 'asked', { confirmed: true, reason })
  expect(asked).toMatchObject({ action: null, override: { state: 'waiting' } })
  await olivia().call(api.overrides.approve, { params: { id: asked.override!.id } })
  const [asker, approver] = [await nameOf(town().dispatcher), await nameOf(olivia())]
  const { data } = await town().dispatcher.call(api.serviceRequests.history, { params: { id } })
  expect(data.at(-1)).toMatchObject({ user_name: asker, dispatch_action_id: expect.any(Number) })
  expect(data.at(-1)?.reasons.at(-1)).toEqual({
    code: 'override',
    text: `${violation!.text}, on purpose (${reason}): asked for by ${asker}, approved by ${approver}`,
  })
  expect((await overrides()).data).toMatchObject([
    { reason, asked_by: asker, approved_by: approver, state: 'carried_out', violations: [violation] },
  ])
})

test('what was refused in the moment in which another approves it is not carried out', async () => {
  const { db } = server().deps
  const { id, trip_id } = await book('Ann Bell', '08:20')
  const two = await town().vehicle('Van 2', { from: '08:50' })
  const shown = await preview({ kind: 'assign', service_request_ids: [id], trip_id: two.trip_id })
  const asked = await accept(shown, 'asked', { confirmed: true, reason: 'She asked for this driver' })
  const override = asked.override!.id
  // Where the refusal comes after the approval has been looked at.
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
    update overrides set state = 'lapsed' where state = 'waiting'; return new; end $$`.execute(db)
  await sql`create trigger refuse before insert on dispatch_actions for each row execute function refuse()`.execute(db)
  try {
    const refused = await refusal(olivia().call(api.overrides.approve, { params: { id: override } }))
    expect([refused.status, refused.message]).toEqual([409, 'This was approved or refused in the meantime'])
    expect((await booking(id)).trip_id).toBe(trip_id)
  } finally {
    await sql`drop trigger refuse on dispatch_actions; drop function refuse()`.execute(db)
  }
})

// covers: FX-09, FX-54
test('overrides are measured against the first promise, and listed by day, person and reason with their rate', async () => {
  const { id } = await book('Ann Bell', '08:20')
  const two = await town().vehicle('Van 2', { from: '08:50' })
  const three = await town().vehicle('Van 3', { from: '08:55' })
  const assign = { kind: 'assign' as const, service_request_ids: [id] }
  const more = { confirmed: true, reason: 'He asked for this driver' }
  await act({ ...assign, trip_id: two.trip_id }, more, olivia())
  const late = await booking(id)
  const first = Date.parse(late.pickup.promised_upper_bound)
  expect(Date.parse(late.pickup.upper_bound)).toBeGreaterThan(first)
  // The window that was promised in its place does not make the second lateness less.
  const shown = await preview({ ...assign, trip_id: three.trip_id }, olivia())
  const [row] = shown.options[0]!.effect.bookings
  const [pickup, dropoff] = [
    Date.parse(row!.after!.pickup_at!) - first,
    Date.parse(row!.after!.dropoff_at) - Date.parse(late.dropoff.promised_upper_bound),
  ]
  expect(row?.late_s).toBe(Math.max(pickup, dropoff) / 1000)
  expect(row?.late_before_s).toBe(row!.late_s - 300)
  await act({ ...assign, trip_id: three.trip_id }, { confirmed: true, reason: 'Traffic at the bridge' }, olivia())
  clock('08:01')
  const { data, meta } = await overrides()
  expect(data.map(({ reason, minutes, asked_by }) => [reason, minutes, asked_by])).toEqual([
    ['Traffic at the bridge', Math.ceil(row!.late_s / 60), await nameOf(olivia())],
    ['He asked for this driver', Math.ceil(row!.late_s / 60) - 5, await nameOf(olivia())],
  ])
  // Two of one booking.
  expect(meta.per_100_bookings).toBe(200)
  const { id: me } = (await olivia().call(api.sessions.current)).data
  const { id: other } = (await town().dispatcher.call(api.sessions.current)).data
  expect((await overrides({ user: [me] })).data).toHaveLength(2)
  expect((await overrides({ user: [other] })).data).toEqual([])
  expect((await overrides({}, 'bridge')).data).toHaveLength(1)
  const day = (date: number) => [`2026-11-${date}T00:00:00+10:00`, `2026-11-${date + 1}T00:00:00+10:00`]
  expect((await overrides({ date_range: day(23) })).data).toHaveLength(2)
  expect((await overrides({ date_range: day(24) })).data).toEqual([])
})

// covers: FX-09, FX-49
test('a longer ride than allowed, a break out of its window and a later end of a schedule are overrides with their figures', async () => {
  const rest = { minutes: 20, from: '09:00', until: '09:40' }
  const two = await town().vehicle('Van 2', { rest, until: '10:10' })
  await act({ kind: 'pause_vehicle', trip_id: one().trip_id })
  const ann = await book('Ann Bell', '09:45', { from: 'Harbour', to: 'Market' })
  const tom = await book('Tom Reed', '09:48', { from: 'Station', to: 'Harbour' })
  const { data: trip } = await town().dispatcher.call(api.trips.show, { params: { id: two.trip_id } })
  const [pause, , down] = trip.trip_stops
  expect([pause?.kind, down?.alightings.length, ann.trip_id]).toEqual(['break', 1, two.trip_id])
  const last = (trip_stop_id: number) => ({
    kind: 'reorder' as const,
    trip_id: two.trip_id,
    trip_stop_id,
    before: null,
  })
  const broken = async (stop: number) =>
    (await preview(last(stop), olivia())).options[0]!.violations.map(({ kind, text, minutes }) => [kind, text, minutes])
  expect(await broken(pause!.id)).toEqual([
    [
      'schedule_end',
      expect.stringMatching(/^Van 2 ends \d+ min after its schedule, at 10:\d\d am$/),
      expect.any(Number),
    ],
    ['break', expect.stringMatching(/^Break of Van 2 \d+ min after the latest of 9:20 am$/), expect.any(Number)],
  ])
  expect(await broken(down!.id)).toContainEqual([
    'longest_ride',
    expect.stringMatching(/^Ride \d+ min longer than the longest allowed$/),
    expect.any(Number),
  ])
  const more = { confirmed: true, reason: 'The school asked for it' }
  expect(await refusal(act(last(pause!.id), { confirmed: true }, olivia()))).toMatchObject({
    status: 422,
    errors: [{ source: { pointer: '/reason' } }],
  })
  // A dispatcher asks for it instead.
  const asked = await accept(await preview(last(down!.id)), 'asked', more)
  expect(asked).toMatchObject({ action: null, override: { state: 'waiting' } })
  await act(last(pause!.id), more, olivia())
  const after = (await town().dispatcher.call(api.trips.show, { params: { id: two.trip_id } })).data
  expect(after.trip_stops.at(-1)?.kind).toBe('break')
  expect((await booking(tom.id)).trip_id).toBe(two.trip_id)
})

// covers: FX-50
test('an override beyond the limit of the zone is not offered, and asking for one names the limit', async () => {
  const { id } = await book('Ann Bell', '08:20')
  const two = await town().vehicle('Van 2', { from: '08:50' })
  const assign = { kind: 'assign' as const, service_request_ids: [id], trip_id: two.trip_id }
  const shown = await preview(assign, olivia())
  const [violation] = shown.options[0]!.violations
  expect(violation!.minutes).toBeLessThanOrEqual(60)
  await limitTo(violation!.minutes - 1)
  const before = await plan()
  const over = await preview(assign, olivia())
  expect(over.options.map(({ key }) => key)).toEqual(['nothing'])
  // At a place of a person's own choice nothing else is tried: the answer is what stands against it.
  const place = { pickup_before: null, dropoff_before: null }
  expect(await refusal(preview({ ...assign, place }, olivia()))).toMatchObject({
    status: 422,
    message: `${violation!.text}: an override may be ${violation!.minutes - 1} min late at most`,
  })
  const more = { confirmed: true, reason: 'She asked for this driver' }
  expect(await refusal(accept(shown, 'asked', more, olivia()))).toMatchObject({ status: 409 })
  expect(await plan()).toEqual(before)
  await limitTo(0)
  expect((await preview(assign, olivia())).options.map(({ key }) => key)).toEqual(['nothing'])
  expect(await refusal(limitTo(241))).toMatchObject({ status: 422 })
})

/** Whether somebody with every key is offered a ride from the harbour to the stop. */
const offered = async (who: number, to: StopName, mobility_support = 0): Promise<boolean> => {
  const placed = (name: StopName) => ({ name, point: stopPoint(name) })
  const { data } = await server()
    .client('superadmin')
    .call(api.searches.create, {
      body: {
        traveler_id: who,
        passengers: [{ fare_type: 'adult' }],
        origin: placed('Harbour'),
        destination: placed(to),
        traveling_at: '2026-11-23T12:00:00+10:00',
        departing: true,
        mobility_support,
        service_request_id: null,
        zone_id: null,
      },
    })
  return data.service_offerings.length > 0
}

// covers: FX-51
test('no key leads to a stop without access for a wheelchair, or to one that needs an exemption without it', async () => {
  await town().vehicle('Van 2', { wheelchairs: 1 })
  const who = await town().passenger('Ida Holm', { handicapped: true })
  expect([await offered(who, 'School', 1), await offered(who, 'Hospital')]).toEqual([true, true])
  const { db } = server().deps
  const { School, Hospital } = town().stops
  await db.updateTable('zone_stops').set({ not_accessible: true }).where('location_id', '=', School).execute()
  await db.updateTable('zone_stops').set({ medically_exempt: true }).where('location_id', '=', Hospital).execute()
  expect([await offered(who, 'School', 1), await offered(who, 'Hospital')]).toEqual([false, false])
})

// covers: FX-51
// @test-tag long
test('no key overrides seats, wheelchair spaces, closed roads, people on board or two schedules at a time', async () => {
  const admin = server().client('superadmin')
  const options = async (id: number, trip_id: number) =>
    (await preview({ kind: 'assign', service_request_ids: [id], trip_id }, admin)).options.map(({ key }) => key)
  const group = await book('Ann Bell', '09:00', { people: 3 })
  const small = await town().vehicle('Van 2', { seats: 2 })
  expect(await options(group.id, small.trip_id)).not.toContain('asked')
  const who = await town().passenger('Ida Holm', { handicapped: true })
  const wide = await town().vehicle('Van 3', { wheelchairs: 1 })
  const chair = await town().book({ who, from: 'Harbour', to: 'Station', at: '10:00', wheelchairs: 1 })
  expect(chair.trip_id).toBe(wide.trip_id)
  expect(await options(chair.id, one().trip_id)).not.toContain('asked')
  const clash = {
    kind: 'change_crew' as const,
    trip_id: one().trip_id,
    vehicle_id: one().vehicle_id,
    driver_id: wide.driver_id,
  }
  expect(await refusal(preview(clash, admin))).toMatchObject({
    status: 422,
    errors: [{ source: { pointer: '/driver_id' } }],
  })
  const [longitude, latitude] = at(4000)
  const road = await act(
    { kind: 'road_closed', region_id: town().region_id, longitude, latitude },
    { confirmed: true },
    admin,
  )
  expect((await booking(group.id)).status).toBe('cancelled')
  expect(await options(group.id, wide.trip_id).catch(() => [])).not.toContain('asked')
  await admin.call(api.dispatchActions.undo, { params: { id: road.id }, body: {} })
  const rider = await book('Tom Reed', '08:10', { from: 'Harbour' })
  const crew = [one(), small, wide].find(({ trip_id }) => trip_id === rider.trip_id)!
  await arriveAt(crew, '08:10')
  await crew.client.call(api.driver.board, { params: { id: rider.id } })
  expect(await refusal(options(rider.id, small.trip_id))).toMatchObject({
    status: 422,
    message: expect.stringMatching(/^Tom Reed is on board of /),
  })
})

// covers: FX-52
test('an override says in words and figures what it breaks, needs a reason that the region keeps or words of one’s own, and says who was told', async () => {
  const admin = server().client('administrator')
  const region = { id: town().region_id }
  const { data: kept } = await admin.call(api.regions.show, { params: region })
  expect(kept.override_reasons).toContain('The passenger asked for it')
  const wrong = admin.call(api.regions.update, {
    params: region,
    body: { name: kept.name, time_zone: kept.time_zone, override_reasons: ['No'] },
  })
  expect(await refusal(wrong)).toMatchObject({ status: 422, errors: [{ source: { pointer: '/override_reasons/0' } }] })
  const own = 'The clinic closes early'
  await admin.call(api.regions.update, {
    params: region,
    body: { name: kept.name, time_zone: kept.time_zone, override_reasons: [own] },
  })
  const { id } = await book('Ann Bell', '08:20')
  const two = await town().vehicle('Van 2', { from: '08:50' })
  const shown = await preview({ kind: 'assign', service_request_ids: [id], trip_id: two.trip_id }, olivia())
  expect(shown.override_reasons).toEqual([own])
  const texts = shown.options[0]!.violations.map(({ text }) => text)
  expect(texts.length).toBeGreaterThan(0)
  for (const text of texts)
    expect(text).toMatch(/^(Pick-up|Drop-off) \d+ min after the promise of \d{1,2}:\d{2} [ap]m$/)
  for (const reason of [undefined, 'No'])
    expect(await refusal(accept(shown, 'asked', { confirmed: true, reason }, olivia()))).toMatchObject({
      status: 422,
      errors: [{ source: { pointer: '/reason' } }],
    })
  await accept(shown, 'asked', { confirmed: true, reason: own }, olivia())
  expect((await overrides()).data).toMatchObject([
    { reason: own, told: [id], violations: texts.map((text) => ({ text })) },
  ])
})
