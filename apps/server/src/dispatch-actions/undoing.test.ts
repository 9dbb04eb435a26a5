import { expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { sendMessages } from '../messages/send.ts'
import { startDispatch } from '../testing/dispatch.ts'
import { planOf } from '../testing/plan-of.ts'
import { refusal } from '../testing/refusal.ts'
import { runJob } from '../testing/run-job.ts'

const { server, town, one, preview, act, undo, undoPreview, action, booking, book, clock } = startDispatch()

const plan = () => planOf(server(), town().zone_id)
const olivia = () => server().client('operations_manager')
const nameOf = async (client: ReturnType<typeof olivia>) => (await client.call(api.sessions.current)).data.full_name

// covers: FX-64
// @test-tag long
test('an action is not undone once another one builds on it, or after ten minutes, and says why', async () => {
  const { id } = await book('Ann Bell')
  const [two, three] = [await town().vehicle('Van 2'), await town().vehicle('Van 3')]
  const assign = { kind: 'assign' as const, service_request_ids: [id] }
  const first = await act({ ...assign, trip_id: two.trip_id })
  const second = await act({ ...assign, trip_id: three.trip_id }, {}, olivia())
  const because = `${await nameOf(olivia())} has moved this booking since`
  expect((await action(first.id)).undo).toMatchObject({ possible: false, reason: because })
  expect(await refusal(undo(first.id))).toMatchObject({ status: 422, message: because })
  expect(await refusal(undoPreview(first.id))).toMatchObject({ status: 422, message: because })
  expect((await booking(id)).trip_id).toBe(three.trip_id)
  // Once that is undone, nothing stands on the first one any more.
  await undo(second.id, {}, olivia())
  expect((await action(first.id)).undo.possible).toBe(true)
  const tom = await book('Tom Reed', '11:00')
  const pinned = await act({ kind: 'pin', service_request_ids: [tom.id], because: 'Knows the driver' })
  clock('08:10')
  expect((await action(pinned.id)).undo).toMatchObject({ possible: true, until: '2026-11-22T22:10:00.000Z' })
  clock('08:11')
  const late = 'It was more than 10 minutes ago'
  expect((await action(pinned.id)).undo).toMatchObject({ possible: false, reason: late })
  expect(await refusal(undo(pinned.id))).toMatchObject({ status: 422, message: late })
})

// covers: FX-58, FX-59
test('an undo brings back what the plan still has room for, breaks no promise made since, and says what stays', async () => {
  const ann = await book('Ann Bell', '09:00', { people: 5 })
  const tom = await book('Tom Reed', '10:30')
  const two = await town().vehicle('Van 2')
  const moved = await act({ kind: 'assign', service_request_ids: [ann.id, tom.id], trip_id: two.trip_id, hold: 'keep' })
  await act({ kind: 'pause_vehicle', trip_id: two.trip_id })
  // The seats that Ann's group left are promised to somebody else.
  const eva = await book('Eva Holm', '09:00', { people: 6 })
  expect(eva.trip_id).toBe(one().trip_id)
  const promised = await booking(eva.id)
  const shown = await undoPreview(moved.id)
  const names = (list: typeof shown.brought_back) => list.map(({ traveler_name }) => traveler_name)
  expect([names(shown.brought_back), names(shown.in_part), names(shown.not_back)]).toEqual([
    ['Tom Reed'],
    [],
    ['Ann Bell'],
  ])
  expect(shown.not_back[0]?.reason).toMatch(/\w+ \w+/)
  expect(shown.text).toBe('1 brought back, 0 in part, 1 cannot be brought back')
  const before = await plan()
  expect(await refusal(undo(moved.id))).toMatchObject({ status: 409, meta: { undo_preview: { exact: false } } })
  expect(await plan()).toEqual(before)
  await undo(moved.id, { token: shown.token, confirmed: true })
  expect(await booking(tom.id)).toMatchObject({ trip_id: one().trip_id, pin: null })
  expect(await booking(ann.id)).toMatchObject({ trip_id: two.trip_id, status: 'assigned' })
  expect(await booking(eva.id)).toMatchObject({
    trip_id: one().trip_id,
    pickup: { upper_bound: promised.pickup.upper_bound, promised_upper_bound: promised.pickup.promised_upper_bound },
  })
})

// covers: FX-58
test('who comes back to the former vehicle at another time is brought back in part, by so many minutes', async () => {
  const ann = await book('Ann Bell', '09:00')
  const two = await town().vehicle('Van 2')
  const moved = await act({ kind: 'assign', service_request_ids: [ann.id], trip_id: two.trip_id })
  await act({ kind: 'pause_vehicle', trip_id: two.trip_id })
  const ben = await book('Ben Carr', '08:52', { from: 'Station', to: 'Harbour' })
  expect(ben.trip_id).toBe(one().trip_id)
  const shown = await undoPreview(moved.id)
  expect(shown).toMatchObject({ exact: false, not_back: [], brought_back: [] })
  expect(shown.in_part).toMatchObject([{ service_request_id: ann.id, traveler_name: 'Ann Bell' }])
  expect(shown.in_part[0]?.minutes).toBeGreaterThan(0)
})

// covers: FX-56
test('actions of others are undone only with the key for it', async () => {
  const { id } = await book('Ann Bell')
  const pinned = await act({ kind: 'pin', service_request_ids: [id], because: 'Knows the driver' }, {}, olivia())
  expect(await refusal(undo(pinned.id))).toMatchObject({
    status: 403,
    message: 'You need the permission DispatchManagement:undo:canUpdate',
  })
  const own = await act({ kind: 'unpin', service_request_ids: [id] })
  expect((await undo(own.id, {}, olivia())).undo_of).toBe(own.id)
  await undo(pinned.id, {}, olivia())
  expect((await booking(id)).pin).toBeNull()
})

test('of two people who accept moves of one booking in the same second one succeeds, and no seat is sold twice', async () => {
  const { id } = await book('Ann Bell', '09:00', { people: 5 })
  const [two, three] = [await town().vehicle('Van 2', { seats: 5 }), await town().vehicle('Van 3', { seats: 5 })]
  const assign = { kind: 'assign' as const, service_request_ids: [id] }
  const [one_, other] = [town().dispatcher, olivia()]
  const shown = [
    await preview({ ...assign, trip_id: two.trip_id }, one_),
    await preview({ ...assign, trip_id: three.trip_id }, other),
  ] as const
  const answers = await Promise.allSettled(
    shown.map(({ action: asked, options }, index) =>
      [one_, other][index]!.call(api.effectPreviews.accept, {
        body: { action: asked, option: 'asked', token: options[0]!.token },
      }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const failed = answers.find((answer) => answer.status === 'rejected')
  expect(failed?.reason).toMatchObject({
    status: 409,
    meta: { effect_preview: { changed_since: [expect.anything()] } },
  })
  const won = answers[0]!.status === 'fulfilled' ? two : three
  expect((await booking(id)).trip_id).toBe(won.trip_id)
})

// covers: FX-61, MSG-63
// @test-tag long
test('an undo withdraws messages that were not sent, and corrects those that were, as they were left in the preview', async () => {
  const [ann, tom] = [await book('Ann Bell', '09:00'), await book('Tom Reed', '09:05')]
  await town().vehicle('Van 2', { from: '09:20' })
  const send = () => runJob(server().deps, sendMessages())
  await send()
  const told = (id: number) =>
    server()
      .deps.db.selectFrom('messages')
      .where('service_request_id', '=', id)
      .where('event', '<>', 'booking_confirmed')
      .select(['event', 'state', 'reason', 'own_words'])
      .orderBy('id')
      .execute()
  const lost = () => act({ kind: 'vehicle_lost', trip_id: one().trip_id }, { confirmed: true, reason: 'Engine' })
  const first = await lost()
  expect(await told(ann.id)).toMatchObject([{ event: 'booking_changed', state: 'queued' }])
  expect((await undoPreview(first.id)).effect.messages).toEqual([])
  await undo(first.id)
  const withdrawn = { event: 'booking_changed', state: 'superseded', reason: 'the change was undone' }
  expect(await told(ann.id)).toMatchObject([withdrawn])
  expect(await told(tom.id)).toMatchObject([withdrawn])

  const second = await lost()
  await send()
  expect((await told(ann.id)).at(-1)).toMatchObject({ event: 'booking_changed', state: 'captured' })
  const { messages } = (await undoPreview(second.id)).effect
  expect(messages.map(({ service_request_id, event }) => [service_request_id, event])).toEqual([
    [ann.id, 'booking_changed'],
    [tom.id, 'booking_changed'],
  ])
  expect(messages[0]!.text).toMatch(/9:00/)
  await undo(second.id, {
    messages: [
      { key: `booking_changed:${ann.id}`, send: true, text: 'Ann, your ride is at nine after all.' },
      { key: `booking_changed:${tom.id}`, send: false },
    ],
  })
  expect((await told(ann.id)).at(-1)).toMatchObject({
    state: 'queued',
    own_words: 'Ann, your ride is at nine after all.',
  })
  expect((await told(tom.id)).at(-1)).toMatchObject({ state: 'captured' })
})

// covers: FX-61
test('a passenger who was told of a cancellation is told that the ride stands when it is undone, and nothing where the message waits', async () => {
  const { id } = await book('Ann Bell', '09:00')
  const events = async () =>
    (
      await server()
        .deps.db.selectFrom('messages')
        .where('service_request_id', '=', id)
        .select(['event', 'state'])
        .orderBy('id')
        .execute()
    ).map(({ event, state }) => `${event} ${state}`)
  const send = () => runJob(server().deps, sendMessages())
  await send()
  await undo((await act({ kind: 'cancel', service_request_ids: [id] })).id)
  expect(await events()).toEqual(['booking_confirmed captured', 'cancelled_by_passenger superseded'])
  const cancelled = await act({ kind: 'cancel', service_request_ids: [id] })
  await send()
  await undo(cancelled.id)
  expect((await events()).slice(2)).toEqual(['cancelled_by_passenger captured', 'booking_changed queued'])
})
