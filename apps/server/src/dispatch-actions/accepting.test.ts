import { expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { startDispatch } from '../testing/dispatch.ts'
import { asJourney } from '../testing/journeys.ts'
import { planOf } from '../testing/plan-of.ts'
import { refusal } from '../testing/refusal.ts'

const { server, town, one, preview, accept, act, action, booking, book, arriveAt } = startDispatch()

const plan = () => planOf(server(), town().zone_id)
const listed = async () =>
  (await town().dispatcher.call(api.dispatchActions.list, { query: { filter: { zone: [town().zone_id] } } })).data

// covers: FX-04, FX-20
test('exactly the option that was chosen is carried out, with its reason, and says why it stands where it does', async () => {
  const { id } = await book('Ann Bell', '08:15')
  const two = await town().vehicle('Van 2')
  const three = await town().vehicle('Van 3', { from: '08:22' })
  const shown = await preview({ kind: 'assign', service_request_ids: [id], trip_id: two.trip_id })
  expect(shown.options.map(({ key }) => key)).toEqual(['asked', 'best', 'nothing'])
  const [asked, best, nothing] = shown.options
  expect(asked?.why).toBe('Serves everybody; every promise is kept')
  expect(best?.why).toMatch(/^Serves everybody; \d+ min later for 1 person than option 1$/)
  expect(nothing?.why).toMatch(/^The plan stays as it is: 1 booking stays with its vehicle, in time$/)
  const { action: done } = await accept(shown, 'best', { reason: 'Knows the driver' })
  expect(await action(done!.id)).toMatchObject({
    option: { key: 'best', title: best!.title },
    reason: 'Knows the driver',
    shown: [{ service_request_id: id, after: best!.effect.bookings[0]!.after }],
    came_out: [{ service_request_id: id, after: best!.effect.bookings[0]!.after }],
  })
  expect((await booking(id)).trip_id).toBe(three.trip_id)
  const wrong = { action: shown.action, option: 'third', token: asked!.token }
  expect(await refusal(town().dispatcher.call(api.effectPreviews.accept, { body: wrong }))).toMatchObject({
    status: 422,
    errors: [{ source: { pointer: '/option' } }],
  })
})

// covers: FX-26
test('what is accepted is planned again: others may have been booked meanwhile, but nobody comes a minute later than shown', async () => {
  const { id } = await book('Ann Bell')
  const two = await town().vehicle('Van 2')
  const assign = { kind: 'assign' as const, service_request_ids: [id], trip_id: two.trip_id }
  const shown = await preview(assign)
  await book('Tom Reed', '12:00')
  await accept(shown)
  expect((await booking(id)).trip_id).toBe(two.trip_id)
  await act({ kind: 'assign', service_request_ids: [id], trip_id: one().trip_id, hold: 'planning' })
  const again = await preview(assign)
  // Somebody is fetched on the way before her: she would come later than she was shown.
  await act({ kind: 'pause_vehicle', trip_id: one().trip_id })
  const ben = await book('Ben Carr', '08:52', { from: 'Station', to: 'Harbour' })
  expect((await booking(ben.id)).trip_id).toBe(two.trip_id)
  const later = (await preview(assign)).options[0]!.effect.bookings.find((one) => one.service_request_id === id)
  const was = again.options[0]!.effect.bookings[0]!
  expect(Date.parse(later!.after!.dropoff_at) - Date.parse(was.after!.dropoff_at)).toBeGreaterThan(60_000)
  const before = await plan()
  expect(await refusal(accept(again))).toMatchObject({ status: 409 })
  expect(await plan()).toEqual(before)
})

// covers: FX-30
test('an option that leaves people out or late needs a second confirmation that names how many', async () => {
  const who = await town().passenger('Ida Holm', { handicapped: true })
  const wide = await town().vehicle('Van 2', { wheelchairs: 1 })
  await town().book({ who, from: 'Market', to: 'Station', at: '08:30', wheelchairs: 1 })
  const { id } = await book('Ann Bell', '08:30')
  await act({ kind: 'assign', service_request_ids: [id], trip_id: wide.trip_id })
  await act({ kind: 'trip_cancelled', trip_id: one().trip_id })
  await town().vehicle('Van 3', { from: '08:55' })
  const before = await plan()
  const shown = await preview({ kind: 'vehicle_lost', trip_id: wide.trip_id, message: 'Engine' })
  expect(shown.options[0]?.needs_confirmation).toEqual({
    not_served: 1,
    late: 1,
    text: 'Accept: 1 not served, 1 late',
  })
  expect(await refusal(accept(shown))).toMatchObject({
    status: 422,
    errors: [{ source: { pointer: '/confirmed' }, detail: 'Please confirm: Accept: 1 not served, 1 late' }],
  })
  expect(await plan()).toEqual(before)
  await accept(shown, 'asked', { confirmed: true })
  expect((await booking(id)).trip_id).not.toBe(wide.trip_id)
})

// covers: FX-32
test('an option that is accepted again, because its answer was lost, is carried out once and answered as before', async () => {
  const { id } = await book('Ann Bell')
  const two = await town().vehicle('Van 2')
  const shown = await preview({ kind: 'assign', service_request_ids: [id], trip_id: two.trip_id })
  const body = { action: shown.action, option: 'asked', token: shown.options[0]!.token }
  const again = () => town().dispatcher.call(api.effectPreviews.accept, { body, idempotencyKey: 'assigned once' })
  const first = await again()
  const after = await plan()
  expect(await again()).toEqual(first)
  expect(await plan()).toEqual(after)
  expect(await listed()).toHaveLength(1)
})

// covers: FX-89
test('a token that was altered, or is of another action, option or user, changes nothing', async () => {
  const { id } = await book('Ann Bell', '08:15')
  const two = await town().vehicle('Van 2')
  await town().vehicle('Van 3')
  const assign = { kind: 'assign' as const, service_request_ids: [id], trip_id: two.trip_id }
  const shown = await preview(assign)
  const [asked, best] = shown.options
  const before = await plan()
  const base = { action: shown.action, option: 'asked', token: asked!.token }
  const [content = '', signature = ''] = asked!.token.split('.')
  const forged = JSON.parse(Buffer.from(content, 'base64url').toString()) as object // as tokens are written
  const body = Buffer.from(JSON.stringify({ ...forged, at: Date.now() + 86_400_000 })).toString('base64url')
  const olivia = server().client('operations_manager')
  const wrong = [
    { body: { ...base, token: `${body}.${signature}` }, as: town().dispatcher },
    { body: { ...base, token: 'nothing' }, as: town().dispatcher },
    { body: { ...base, token: best!.token }, as: town().dispatcher },
    { body: { ...base, option: 'best' }, as: town().dispatcher },
    {
      body: { ...base, action: { ...assign, trip_id: one().trip_id } },
      as: town().dispatcher,
    },
    { body: base, as: olivia },
  ]
  for (const one of wrong)
    expect(await refusal(one.as.call(api.effectPreviews.accept, { body: one.body }))).toMatchObject({
      status: 422,
      errors: [{ source: { pointer: '/token' } }],
    })
  expect(await plan()).toEqual(before)
  expect(await listed()).toEqual([])
})

// covers: FX-87
test('the calls of effects and undo are these', () => {
  const calls = [
    api.dispatchBoard.show,
    api.dispatchBoard.probe,
    api.effectPreviews.create,
    api.effectPreviews.accept,
    api.dispatchActions.list,
    api.dispatchActions.show,
    api.dispatchActions.undoPreview,
    api.dispatchActions.undo,
    api.overrides.list,
    api.overrides.approve,
  ]
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /dispatch_board',
    'POST /dispatch_probes',
    'POST /effect_previews',
    'POST /effect_previews/accept',
    'GET /dispatch_actions',
    'GET /dispatch_actions/:id',
    'POST /dispatch_actions/:id/undo_preview',
    'POST /dispatch_actions/:id/undo',
    'GET /overrides',
    'POST /overrides/:id/approve',
  ])
})

// covers: FX-88
test('what is missing, over, of another zone, out of sight or without streets is refused as such', async () => {
  const { id } = await book('Ann Bell')
  const assign = { kind: 'assign' as const, service_request_ids: [id], trip_id: one().trip_id }
  const missing = { kind: 'assign', service_request_ids: [id] } as unknown as typeof assign // it is to be refused
  expect(await refusal(preview(missing))).toMatchObject({ status: 422, errors: [{ source: { pointer: '/trip_id' } }] })
  const unknown = { ...assign, kind: 'teleport' } as unknown as typeof assign // likewise
  expect(await refusal(preview(unknown))).toMatchObject({ status: 422, errors: [{ source: { pointer: '/kind' } }] })
  expect(await refusal(preview({ ...assign, trip_id: 999_999 }))).toMatchObject({ status: 404 })
  const elsewhere = server().client({ permissions: ['LiveBooking:booking:canRead'], region_ids: [999_999] })
  expect(await refusal(preview(assign, elsewhere))).toMatchObject({ status: 404 })
  const { streets } = server().deps
  const { current } = streets
  streets.current = () => null
  try {
    expect(await refusal(preview(assign))).toMatchObject({ status: 503 })
  } finally {
    streets.current = current
  }
  const { db, clock } = server().deps
  const { id: hills } = await db
    .insertInto('zones')
    .values({
      region_id: town().region_id,
      name: 'Hillside',
      abbreviation: 'HIL',
      time_zone: 'Australia/Brisbane',
      longitude: 153,
      latitude: -27,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const away = await town().vehicle('Van 2')
  await db.updateTable('service_plans').set({ zone_id: hills }).where('vehicle_id', '=', away.vehicle_id).execute()
  await db.updateTable('trips').set({ zone_id: hills }).where('id', '=', away.trip_id).execute()
  expect(await refusal(preview({ ...assign, trip_id: away.trip_id }))).toMatchObject({
    status: 422,
    message: `Booking ${id} belongs to Bayside`,
  })
  const gone = await town().vehicle('Van 3')
  await act({ kind: 'trip_cancelled', trip_id: gone.trip_id })
  expect(await refusal(preview({ ...assign, trip_id: gone.trip_id }))).toMatchObject({
    status: 422,
    errors: [{ source: { pointer: '/trip_id' }, detail: expect.stringMatching(/ is cancelled$/) }],
  })
  await act({ kind: 'cancel', service_request_ids: [id] })
  expect(await refusal(preview(assign))).toMatchObject({ status: 422, message: `Booking ${id} is cancelled` })
})

// covers: FX-60
test('what no undo brings back is said before accepting: who has boarded, what was driven, what was told', async () => {
  const ann = await book('Ann Bell', '08:10', { from: 'Harbour' })
  await arriveAt(one(), '08:10')
  await one().client.call(api.driver.board, { params: { id: ann.id } })
  const { data } = await one().client.call(api.driver.trip, { params: { id: one().trip_id } })
  await one().client.call(api.driver.depart, { params: { id: data.trip_stops[0]!.id } })
  await town().vehicle('Van 2')
  const shown = await preview({ kind: 'vehicle_lost', trip_id: one().trip_id, message: 'Engine' })
  expect(shown.options[0]?.effect.irreversible).toMatchObject([
    { kind: 'boarded', service_request_id: ann.id },
    { kind: 'driven', trip_id: one().trip_id, text: 'Van 1 is on its way: what it has driven by then stays driven' },
    { kind: 'message_delivered', text: expect.stringMatching(/delivered/) },
  ])
})

// covers: FX-40
test('cancelling says what it frees, whom it could serve, and what becomes of the fare and the way back', async () => {
  const who = await town().passenger('Ann Bell')
  const ride = { who, at: '09:00', people: 5 }
  const { id } = await town().book({ ...ride, from: 'Station', to: 'Market' })
  const back = await town().book({ ...ride, from: 'Market', to: 'Station', at: '15:00' })
  await asJourney(server(), id, back.id)
  // Tom's four people do not fit beside Ann's five; his own vehicle is taken off him and paused.
  const two = await town().vehicle('Van 2')
  const tom = await book('Tom Reed', '09:00', { from: 'Station', to: 'Market', people: 4 })
  await act({ kind: 'pause_vehicle', trip_id: two.trip_id })
  await act({ kind: 'unassign', service_request_ids: [tom.id] }, { confirmed: true })
  const shown = await preview({ kind: 'cancel', service_request_ids: [id] })
  const { totals, could_serve, fares } = shown.options[0]!.effect
  expect([totals.vehicle_s, totals.distance_m, could_serve]).toEqual([-600, -6000, [tom.id]])
  expect(fares).toEqual([
    {
      service_request_id: id,
      text: `The fare of booking ${id}, $17.50, is not charged; its way back, booking ${back.id}, stays booked`,
      return_service_request_id: back.id,
    },
  ])
})
