import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { EffectPreview } from '@ambit/contract'
import type { Client } from '@ambit/contract'
import type { z } from 'zod'
import { tellLeft } from '../disruptions/tell-left.ts'
import { rescueBookings } from '../planning/reassign/rescue.ts'
import { readVersion } from '../planning/plan/queries.ts'
import { planOf } from '../testing/plan-of.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import type { Crew, SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let one: Crew
let two: Crew
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  one = await town.vehicle('Van 1')
})
afterEach(() => nothingBroken(server))

type Action = z.input<typeof api.effectPreviews.create.body>
const preview = async (body: Action, as: Client = town.dispatcher) =>
  (await as.call(api.effectPreviews.create, { body })).data
const accept = async (
  { action, options }: EffectPreview,
  option = 'asked',
  more: object = {},
  as: Client = town.dispatcher,
) => {
  const token = options.find(({ key }) => key === option)?.token ?? ''
  return (await as.call(api.effectPreviews.accept, { body: { action, option, token, ...more } })).data
}
const undo = async (id: number, as: Client = town.dispatcher) =>
  (await as.call(api.dispatchActions.undo, { params: { id }, body: {} })).data
const booking = async (id: number) => (await town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data
const history = async (id: number) =>
  (await town.dispatcher.call(api.serviceRequests.history, { params: { id } })).data.map((row) => [
    row.status,
    row.reasons[0]?.code,
    row.dispatch_action_id !== null,
  ])
const book = async (name: string, at = '09:00') =>
  town.book({ who: await town.passenger(name), from: 'Market', to: 'Station', at })
const clock = (time: string) => server.deps.clock.set(`2026-11-23T${time}:00+10:00`)

// covers: FX-03, FX-08, FX-57, FX-65, FX-90
test('a booking is shown on another vehicle, put there, pinned for a quarter of an hour, and brought back exactly', async () => {
  const { id } = await book('Ann Bell')
  two = await town.vehicle('Van 2')
  const before = await planOf(server, town.zone_id)
  const shown = await preview({ kind: 'assign', service_request_ids: [id], trip_id: two.trip_id })
  expect(await planOf(server, town.zone_id)).toEqual(before)
  expect(shown.options.map(({ key }) => key)).toEqual(['asked', 'nothing'])
  const [option] = shown.options
  expect(option?.title).toBe(`Booking ${id} to Van 2`)
  expect(option?.effect.bookings).toMatchObject([
    {
      service_request_id: id,
      traveler_name: 'Ann Bell',
      outcome: 'moved',
      before: { vehicle_number: 'Van 1' },
      after: { vehicle_number: 'Van 2' },
      late_s: 0,
    },
  ])
  expect(option?.effect.totals).toMatchObject({ moved: 1, not_served: 0, broken: 0 })
  expect(shown.touches_nobody_else).toBe(true)
  const { action } = await accept(shown)
  expect(action).toMatchObject({ kind: 'assign', service_request_ids: [id], undo: { possible: true } })
  expect(await booking(id)).toMatchObject({ trip_id: two.trip_id, pin: { until: '2026-11-22T22:15:00.000Z' } })
  const undone = await undo(action!.id)
  expect(undone).toMatchObject({ undo_of: action!.id, title: `Undo: Booking ${id} to Van 2` })
  expect(await planOf(server, town.zone_id)).toEqual(before)
  expect(await history(id)).toEqual([
    ['created', undefined, false],
    ['assigned', expect.anything(), false],
    ['assigned', 'by_hand', true],
    ['assigned', 'undone', true],
  ])
  const { data: kept } = await town.dispatcher.call(api.dispatchActions.show, { params: { id: action!.id } })
  expect(kept).toMatchObject({ undone_by: undone.id, undo: { possible: false, reason: 'It has been undone' } })
  expect(kept.shown).toEqual([expect.objectContaining({ service_request_id: id, traveler_name: 'Ann Bell' })])
  expect(kept.plans[0]!.after).toBeGreaterThan(kept.plans[0]!.before)
})

// covers: FX-36
test('a pinned booking is moved by no rescue, says who pinned it and why, and loses its pin with its vehicle', async () => {
  const { id } = await book('Ann Bell')
  two = await town.vehicle('Van 2')
  const { action } = await accept(
    await preview({ kind: 'pin', service_request_ids: [id], because: 'Knows the driver' }),
  )
  expect(await booking(id)).toMatchObject({ trip_id: one.trip_id, pin: { reason: 'Knows the driver', until: null } })
  // The driver never comes: another vehicle would take it.
  clock('08:50')
  await rescueBookings(server.deps, await readVersion(server.deps.db, town.zone_id))
  expect((await booking(id)).trip_id).toBe(one.trip_id)
  expect(action!.kind).toBe('pin')
  const lost = (
    await town.dispatcher.call(api.disruptions.preview, { body: { kind: 'trip_cancelled', trip_id: one.trip_id } })
  ).data
  await town.dispatcher.call(api.disruptions.accept, { body: { disruption: lost.disruption, token: lost.token } })
  expect(await booking(id)).toMatchObject({ trip_id: two.trip_id, pin: null })
  const rows = (await town.dispatcher.call(api.serviceRequests.history, { params: { id } })).data
  expect(rows.at(-1)?.reasons.map(({ code }) => code)).toContain('unpinned')
})

test('a booking that is taken off its vehicle is not put back there for ten minutes', async () => {
  const { id } = await book('Ann Bell')
  const shown = await preview({ kind: 'unassign', service_request_ids: [id] })
  expect(shown.options[0]?.needs_confirmation).toEqual({ not_served: 1, late: 0, text: 'Accept: 1 not served' })
  expect(shown.options[0]?.effect.notes).toEqual([expect.stringMatching(/it is given up at \d/)])
  expect(shown.no_other_way?.text).toMatch(/^No other way was found/)
  expect(await refusal(accept(shown))).toMatchObject({ status: 422, errors: [{ source: { pointer: '/confirmed' } }] })
  const { action } = await accept(shown, 'asked', { confirmed: true })
  const rescue = async () => rescueBookings(server.deps, await readVersion(server.deps.db, town.zone_id))
  await rescue()
  expect(await booking(id)).toMatchObject({ status: 'unassigned', trip_id: null })
  clock('08:09')
  const again = await undo(action!.id)
  expect(again.undo_of).toBe(action!.id)
  expect(await booking(id)).toMatchObject({ status: 'assigned', trip_id: one.trip_id })
})

// covers: FX-46, FX-96
test('a paused vehicle gets no new booking while searches name the pause, and does again after it', async () => {
  const { id } = await book('Ann Bell')
  await accept(await preview({ kind: 'pause_vehicle', trip_id: one.trip_id, minutes: 10 }))
  const tom = await town.passenger('Tom Reed')
  const refused = await town.search({ who: tom, from: 'Market', to: 'Station', at: '09:30' })
  expect(refused.reasons.map(({ text }) => text)).toContain('1 vehicle is paused')
  expect((await booking(id)).trip_id).toBe(one.trip_id)
  clock('08:11')
  await town.book({ who: tom, from: 'Market', to: 'Station', at: '09:30' })
})

// covers: FX-05
test('a lost vehicle has the outcome of the disruption preview first, and undoing it at once brings everything back', async () => {
  const { id } = await book('Ann Bell')
  two = await town.vehicle('Van 2')
  const before = await planOf(server, town.zone_id)
  const shown = await preview({ kind: 'vehicle_lost', trip_id: one.trip_id, message: 'Engine' })
  const old = (
    await town.dispatcher.call(api.disruptions.preview, { body: { kind: 'vehicle_lost', trip_id: one.trip_id } })
  ).data
  const rides = (list: readonly { service_request_id: number; after: object | null }[]) =>
    list.map((row) => [row.service_request_id, row.after])
  expect(rides(shown.options[0]!.effect.bookings)).toEqual(rides(old.service_requests))
  const { action } = await accept(shown)
  expect(await booking(id)).toMatchObject({ trip_id: two.trip_id })
  await undo(action!.id)
  expect(await planOf(server, town.zone_id)).toEqual(before)
})

const needing = async () =>
  (await town.dispatcher.call(api.exceptions.list, { query: { filter: { zone: town.zone_id } } })).data
    .filter(({ kind }) => kind === 'disruption')
    .map(({ trip_id, state, bookings }) => [trip_id, state, bookings.map((one) => one.service_request_id)])

// covers: EXC-25
test('whom a lost vehicle leaves without one needs a person, until the loss is undone', async () => {
  const { id } = await book('Ann Bell')
  const shown = await preview({ kind: 'vehicle_lost', trip_id: one.trip_id, message: 'Engine' })
  const { action } = await accept(shown, 'asked', { confirmed: true })
  expect(await needing()).toEqual([[one.trip_id, 'open', [id]]])
  await undo(action!.id)
  expect(await needing()).toEqual([])
})

test('undoing something else on a disrupted trip leaves those whom the disruption left to a person', async () => {
  const { id } = await book('Ann Bell')
  const disrupted = { subject: `trip:${one.trip_id}`, trip_id: one.trip_id, at: server.deps.clock.now() }
  const outcomes = [{ service_request_id: id, outcome: 'not_served', late_s: 0 }]
  await server.deps.db.transaction().execute((tx) => tellLeft(tx, outcomes, disrupted))
  const { driver_id } = await town.vehicle('Van 2', { from: '18:30', until: '20:00' })
  const crew = { kind: 'change_crew', trip_id: one.trip_id, vehicle_id: one.vehicle_id, driver_id } as const
  const { action } = await accept(await preview(crew))
  await undo(action!.id)
  expect(await needing()).toEqual([[one.trip_id, 'open', [id]]])
})

// covers: FX-43
test('a stop is moved within its trip, and an order that sets somebody down before they board is refused', async () => {
  const { id } = await book('Ann Bell')
  await book('Tom Reed', '09:40')
  const { data: trip } = await town.dispatcher.call(api.trips.show, { params: { id: one.trip_id } })
  const stops = trip.trip_stops.map((stop) => stop.id)
  const wrong = preview({ kind: 'reorder', trip_id: one.trip_id, trip_stop_id: stops[0]!, before: null })
  expect(await refusal(wrong)).toMatchObject({
    status: 422,
    errors: [{ detail: 'Somebody would be set down before they board' }],
  })
  expect((await booking(id)).status).toBe('assigned')
})

test('cancelling says whom it could serve, and undoing it brings the booking back', async () => {
  const { id } = await book('Ann Bell')
  const before = await planOf(server, town.zone_id)
  const shown = await preview({ kind: 'cancel', service_request_ids: [id] })
  expect(shown.options[0]).toMatchObject({ needs_confirmation: null, title: `Cancel booking ${id}` })
  expect(shown.options[0]!.effect.totals.vehicle_s).toBeLessThan(0)
  const { action } = await accept(shown)
  expect((await booking(id)).status).toBe('cancelled')
  await undo(action!.id)
  expect(await planOf(server, town.zone_id)).toEqual(before)
})

test('only vehicles that are in service at the time of the booking are named as not chosen', async () => {
  const { id } = await book('Ann Bell')
  const small = await town.vehicle('Van 2', { seats: 0, wheelchairs: 1 })
  await town.vehicle('Van 3', { from: '20:00', until: '22:00' })
  const pinned = await preview({ kind: 'assign', service_request_ids: [id], trip_id: one.trip_id })
  expect(pinned.not_chosen).toMatchObject([{ trip_id: small.trip_id, vehicle_number: 'Van 2' }])
})

// @test-tag long
test('a late cancellation counts no longer as a miss of the passenger once it is undone or the booking reinstated', async () => {
  const { id } = await book('Ann Bell')
  clock('08:40')
  const misses = () => server.deps.db.selectFrom('misses').select(['service_request_id', 'kind']).execute()
  const { action } = await accept(await preview({ kind: 'cancel', service_request_ids: [id] }))
  expect(await misses()).toEqual([{ service_request_id: id, kind: 'late_cancellation' }])
  await undo(action!.id)
  expect([(await booking(id)).status, await misses()]).toEqual(['assigned', []])
  await accept(await preview({ kind: 'cancel', service_request_ids: [id] }))
  expect(await misses()).toHaveLength(1)
  await accept(await preview({ kind: 'reinstate', service_request_ids: [id] }))
  expect([(await booking(id)).status, (await booking(id)).trip_id, await misses()]).toEqual([
    'assigned',
    one.trip_id,
    [],
  ])
})

// covers: FX-27, FX-33
test('a preview that no longer holds is shown again, and a token of another action is refused', async () => {
  const { id } = await book('Ann Bell')
  const other = await book('Tom Reed', '09:20')
  two = await town.vehicle('Van 2')
  const shown = await preview({ kind: 'assign', service_request_ids: [id], trip_id: two.trip_id })
  const token = shown.options[0]!.token
  const wrong = { kind: 'assign' as const, service_request_ids: [other.id], trip_id: two.trip_id }
  expect(
    await refusal(town.dispatcher.call(api.effectPreviews.accept, { body: { action: wrong, option: 'asked', token } })),
  ).toMatchObject({ status: 422, errors: [{ source: { pointer: '/token' } }] })
  const changed = `${token.slice(0, -4)}AAAA`
  expect(
    await refusal(
      town.dispatcher.call(api.effectPreviews.accept, {
        body: { action: shown.action, option: 'asked', token: changed },
      }),
    ),
  ).toMatchObject({ status: 422, errors: [{ source: { pointer: '/token' } }] })
  // Somebody else is quicker.
  const olivia = server.client('operations_manager')
  await accept(await preview(shown.action, olivia), 'asked', {}, olivia)
  const late = await refusal(accept(shown))
  expect(late).toMatchObject({ status: 409, message: 'The plan has changed since this was shown. Please look again.' })
  const fresh = EffectPreview.parse(late.meta?.['effect_preview'])
  expect(fresh.changed_since).toMatchObject([
    { title: `Booking ${id} to Van 2`, user_name: expect.stringContaining(' ') },
  ])
  const query = { filter: { zone: [town.zone_id] } }
  expect((await town.dispatcher.call(api.dispatchActions.list, { query })).data).toHaveLength(1)
})

// covers: FX-29
test('a preview of more than ten minutes ago is shown again before it can be accepted', async () => {
  const { id } = await book('Ann Bell')
  two = await town.vehicle('Van 2')
  const shown = await preview({ kind: 'assign', service_request_ids: [id], trip_id: two.trip_id })
  clock('08:11')
  expect(await refusal(accept(shown))).toMatchObject({ status: 409, meta: { effect_preview: expect.anything() } })
})

// covers: FX-39, FX-85
test('what cannot be is refused with the reason, at its field, and for want of a key', async () => {
  const { id } = await book('Ann Bell')
  two = await town.vehicle('Van 2')
  const assign = { kind: 'assign' as const, service_request_ids: [id], trip_id: two.trip_id }
  expect(await refusal(preview({ ...assign, service_request_ids: [999_999] }))).toMatchObject({ status: 404 })
  const unknown = { kind: 'teleport' } as unknown as Action
  expect(await refusal(preview(unknown))).toMatchObject({ status: 422, errors: [{ source: { pointer: '/kind' } }] })
  const chris = server.client('customer_service')
  const shown = await preview(assign, chris)
  expect(await refusal(accept(shown, 'asked', {}, chris))).toMatchObject({
    status: 403,
    message: 'You need the permission DispatchManagement:assign:canUpdate',
  })
  await one.client.call(api.driver.signOn, { params: { id: one.trip_id } })
  clock('09:05')
  const { data } = await one.client.call(api.driver.trip, { params: { id: one.trip_id } })
  const params = { id: data.trip_stops[0]!.id }
  await one.client.call(api.driver.arrive, { params })
  await one.client.call(api.driver.board, { params: { id } })
  expect(await refusal(preview(assign))).toMatchObject({ status: 422, message: 'Ann Bell is on board of Van 1' })
})

// covers: FX-31, FX-53, EXC-32
test('a promise is broken on purpose by who may, and else an approval is asked for, refused and given', async () => {
  const { id } = await book('Ann Bell', '08:20')
  two = await town.vehicle('Van 2', { from: '08:50' })
  const shown = await preview({ kind: 'assign', service_request_ids: [id], trip_id: two.trip_id })
  const [option] = shown.options
  expect(option).toMatchObject({
    needs_approval: true,
    violations: [{ kind: 'promise', text: expect.stringMatching(/ min after the promise of /) }],
  })
  const more = { confirmed: true, reason: 'She asked for this driver' }
  expect(await refusal(accept(shown, 'asked', { confirmed: true }))).toMatchObject({
    status: 422,
    errors: [{ source: { pointer: '/reason' } }],
  })
  const olivia = server.client('operations_manager')
  const query = { filter: { zone: [town.zone_id] } }
  const waiting = async () => (await olivia.call(api.exceptions.list, { query })).data
  const refused = await accept(shown, 'asked', more)
  const [first] = await waiting()
  await olivia.call(api.exceptions.resolve, { params: { id: first!.id }, body: { outcome: 'no_action_needed' } })
  expect(await waiting()).toEqual([])
  const approve = (override = refused.override!.id) => olivia.call(api.overrides.approve, { params: { id: override } })
  expect((await refusal(approve())).status).toBe(422)
  expect((await booking(id)).trip_id).toBe(one.trip_id)
  const asked = await accept(shown, 'asked', more)
  expect(asked).toMatchObject({ action: null, override: { state: 'waiting', reason: more.reason } })
  expect((await booking(id)).trip_id).toBe(one.trip_id)
  expect(await waiting()).toMatchObject([
    { kind: 'approval', severity: 'soon', facts: { override: asked.override!.id } },
  ])
  await approve(asked.override!.id)
  const moved = await booking(id)
  expect(moved.trip_id).toBe(two.trip_id)
  expect(moved.pickup.upper_bound > moved.pickup.promised_upper_bound).toBe(true)
  expect(await waiting()).toEqual([])
  const { data, meta } = await olivia.call(api.overrides.list, { query })
  expect(data).toMatchObject([
    {
      id: asked.override!.id,
      state: 'carried_out',
      minutes: option!.violations[0]!.minutes,
      dispatch_action_id: expect.any(Number),
    },
    { id: refused.override!.id, state: 'lapsed', dispatch_action_id: null },
  ])
  expect(meta.per_100_bookings).toBeGreaterThan(0)
})
