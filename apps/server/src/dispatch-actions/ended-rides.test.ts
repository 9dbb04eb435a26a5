import { expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { startDispatch } from '../testing/dispatch.ts'
import { byPassenger, recordHistory } from '../planning/change/booking-history.ts'
import { deedsOf } from '../ride-bookings/events.ts'
import { asJourney } from '../testing/journeys.ts'
import { planOf } from '../testing/plan-of.ts'
import { refusal } from '../testing/refusal.ts'

const { server, town, one, preview, accept, act, undo, undoPreview, booking, history, book, clock, arriveAt } =
  startDispatch()

const misses = () => server().deps.db.selectFrom('misses').select(['service_request_id', 'kind']).execute()

// covers: FX-41
test('staff declare a no-show once the vehicle has waited as long as it must, and not a minute sooner', async () => {
  const { id } = await book('Ann Bell')
  const noShow = { kind: 'no_show' as const, service_request_ids: [id] }
  expect(await refusal(preview(noShow))).toMatchObject({
    status: 422,
    message: 'The vehicle has not arrived at the pick-up',
  })
  await arriveAt(one(), '09:00')
  // The vehicle waits three minutes where nothing else is set.
  clock('09:02')
  expect(await refusal(preview(noShow))).toMatchObject({ status: 422, message: 'Possible from 9:03 am' })
  expect((await booking(id)).status).toBe('assigned')
  clock('09:03')
  const before = await planOf(server(), town().zone_id)
  const shown = await preview(noShow)
  expect(await planOf(server(), town().zone_id)).toEqual(before)
  expect(shown.options[0]).toMatchObject({ title: `Booking ${id}: no-show`, needs_confirmation: null })
  expect(shown.options[0]?.effect.bookings).toMatchObject([
    { service_request_id: id, outcome: 'changed', status_before: 'assigned', status_after: 'no_show', after: null },
  ])
  const { action } = await accept(shown)
  expect([(await booking(id)).status, await misses()]).toEqual([
    'no_show',
    [{ service_request_id: id, kind: 'no_show' }],
  ])
  expect((await history(id)).at(-1)).toEqual(['no_show', 'no_show', true])
  await undo(action!.id)
  expect([(await booking(id)).status, await misses()]).toEqual(['assigned', []])
  expect(await planOf(server(), town().zone_id)).toEqual(before)
})

// covers: JRN-09
test('undoing a no-show on the way there ends the question about the way back', async () => {
  const there = await book('Ann Bell')
  const back = await book('Bea Kahn', '15:00', { from: 'Market', to: 'Station' })
  await asJourney(server(), there.id, back.id)
  await arriveAt(one(), '09:00')
  clock('09:03')
  const asked = async () =>
    (await town().dispatcher.call(api.exceptions.list, { query: {} })).data.filter(
      ({ kind, zone_id }) => kind === 'passenger_call' && zone_id === town().zone_id,
    ).length
  const action = await act({ kind: 'no_show', service_request_ids: [there.id] })
  expect(await asked()).toBe(1)
  await undo(action.id)
  expect(await asked()).toBe(0)
})

const reinstate = (id: number) => ({ kind: 'reinstate' as const, service_request_ids: [id] })

// covers: FX-42
// @test-tag long
test('a no-show is taken back with its miss, and rides with the vehicle that still stands there', async () => {
  const { id } = await book('Ann Bell')
  await arriveAt(one(), '09:00')
  clock('09:03')
  await act({ kind: 'no_show', service_request_ids: [id] })
  expect(await misses()).toHaveLength(1)
  const ended = await planOf(server(), town().zone_id)
  const shown = await preview(reinstate(id))
  expect(shown.options[0]).toMatchObject({
    title: `Take booking ${id} back, within the promise`,
    needs_confirmation: null,
    effect: { bookings: [{ service_request_id: id, status_before: 'no_show', after: { vehicle_number: 'Van 1' } }] },
  })
  const { action } = await accept(shown, 'asked', { reason: 'She stood at the other door' })
  expect([await booking(id), await misses()]).toMatchObject([{ trip_id: one().trip_id, status: 'assigned' }, []])
  expect((await history(id)).slice(-3)).toEqual([
    ['no_show', 'no_show', true],
    ['unassigned', 'reinstated', true],
    ['assigned', 'reinstated', true],
  ])
  // The no-show was taken back on purpose: undoing that makes it one again.
  await undo(action!.id)
  expect((await booking(id)).status).toBe('no_show')
  expect(await planOf(server(), town().zone_id)).toEqual(ended)
})

// covers: FX-42
test('a cancelled booking whose vehicle is gone is planned anew within its promise, or at the nearest time that works', async () => {
  const { id } = await book('Ann Bell')
  await act({ kind: 'cancel', service_request_ids: [id] })
  await act({ kind: 'trip_cancelled', trip_id: one().trip_id })
  const two = await town().vehicle('Van 2', { from: '09:25' })
  const late = await preview(reinstate(id))
  expect(late.refused).not.toEqual([])
  expect(late.options.map(({ key }) => key)).toEqual(['later', 'nothing'])
  expect(late.options[0]?.effect.bookings).toMatchObject([
    { after: { trip_id: two.trip_id }, status_before: 'cancelled' },
  ])
  expect(late.options[0]?.needs_confirmation).toMatchObject({ not_served: 0, late: 1 })
  const three = await town().vehicle('Van 3')
  const shown = await preview(reinstate(id))
  expect(shown.options[0]).toMatchObject({ key: 'asked', needs_confirmation: null })
  await accept(shown)
  const back = await booking(id)
  expect(back).toMatchObject({ trip_id: three.trip_id, status: 'assigned' })
  expect(back.pickup.upper_bound).toBe(back.pickup.promised_upper_bound)
})

// covers: FX-42
test('what was cancelled more than an hour ago is not taken back', async () => {
  const { id } = await book('Ann Bell', '12:00')
  await act({ kind: 'cancel', service_request_ids: [id] })
  clock('09:00')
  expect((await preview(reinstate(id))).options[0]?.key).toBe('asked')
  clock('09:01')
  expect(await refusal(preview(reinstate(id)))).toMatchObject({
    status: 422,
    message: `Booking ${id} was ended more than 60 minutes ago`,
  })
})

test('why a ride was cancelled is forgotten once the cancellation is taken back, by reinstating and by undoing', async () => {
  const { id } = await book('Ann Bell')
  const reason = async () => (await booking(id)).cancellation_reason
  const cancelled = async (cancellation_reason_key: string) => {
    const action = await act({ kind: 'cancel', service_request_ids: [id] })
    const body = { service_request_id: id, cancellation_reason_key }
    const { data } = await town().dispatcher.call(api.surveys.create, { body })
    expect([data.cancellation_reason_key, await reason()]).toEqual([cancellation_reason_key, expect.any(String)])
    return action
  }
  await undo((await cancelled('plans_changed')).id)
  expect(await reason()).toBeNull()
  await cancelled('illness')
  await act(reinstate(id))
  expect(await reason()).toBeNull()
})

test('who has booked another ride since is named before a cancelled one is taken back, and who was erased has none', async () => {
  const who = await town().passenger('Ann Bell')
  const first = await town().book({ who, from: 'Market', to: 'Hospital', at: '09:00' })
  await act({ kind: 'cancel', service_request_ids: [first.id] })
  const second = await town().book({ who, from: 'Market', to: 'School', at: '09:00' })
  expect((await preview(reinstate(first.id))).options[0]?.effect.notes).toContainEqual(
    `The passenger of booking ${first.id} has booking ${second.id}, Mon 23 Nov, 9:00 am, at the same time`,
  )
  await server()
    .deps.db.updateTable('travelers')
    .set({ anonymised_at: server().deps.clock.now() })
    .where('id', '=', who)
    .execute()
  expect(await refusal(preview(reinstate(first.id)))).toMatchObject({
    status: 422,
    message: `The passenger of booking ${first.id} has been erased`,
  })
})

test('a call about a cancelled ride is no second cancellation, and leaves no more time to take the ride back', async () => {
  const { db } = server().deps
  const { id } = await book('Ann Bell', '12:00')
  await act({ kind: 'cancel', service_request_ids: [id] })
  clock('08:40')
  await db.transaction().execute((tx) =>
    recordHistory(tx, server().deps.clock.now(), [
      {
        service_request_id: id,
        status: 'cancelled',
        trip_id: null,
        by: byPassenger,
        reasons: [{ code: 'called', text: 'Called: the passenger was told', figures: {} }],
      },
    ]),
  )
  const { errors } = await refusal(town().dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: {} }))
  expect(errors[0]?.detail).toContain('8:00 am, by Test dispatcher')
  expect((await deedsOf(db, [id])).get(id)?.map(({ what, user_type }) => [what, user_type])).toEqual([
    ['booked', 'user'],
    ['cancelled', 'user'],
  ])
  clock('09:01')
  expect((await refusal(preview(reinstate(id)))).message).toBe(`Booking ${id} was ended more than 60 minutes ago`)
})

test('a cancelled booking that comes back after its discount code was used up says so, and is not refused', async () => {
  const body = { name: 'Spring', code: 'SPRING-20', discount_amount: 20, usage_limit: 1 }
  await server().client('operations_manager').call(api.discounts.create, { body })
  const buy = async (name: string, at: string): Promise<number> => {
    const who = await town().passenger(name)
    const { service_offerings } = await town().search({ who, from: 'Market', to: 'Station', at })
    const sold = { service_offering_id: service_offerings[0]!.id, traveler_id: who, payment_method: 'cash' as const }
    const { data } = await town().dispatcher.call(api.serviceRequests.create, {
      body: { ...sold, discount_code: 'SPRING-20' },
    })
    return data.id
  }
  const id = await buy('Ann Bell', '09:00')
  const cancelled = await act({ kind: 'cancel', service_request_ids: [id] })
  expect((await preview(reinstate(id))).options[0]?.effect.notes).toEqual([])
  await buy('Bea Kahn', '12:00')
  const notes = ['Discount code SPRING-20 is used 2 times then: its limit is 1']
  const shown = await undoPreview(cancelled.id)
  expect([shown.exact, shown.effect.notes]).toEqual([false, notes])
  expect((await refusal(undo(cancelled.id))).status).toBe(409)
  await undo(cancelled.id, { token: shown.token })
  expect((await booking(id)).status).toBe('assigned')
  await act({ kind: 'cancel', service_request_ids: [id] })
  const again = await preview(reinstate(id))
  expect(again.options[0]?.effect.notes).toEqual(notes)
  await accept(again)
  expect((await booking(id)).status).toBe('assigned')
})
