import { describe, expect, test } from 'vitest'
import { api, type CallTask, type ServiceException } from '@ambit/contract'
import { byEngine } from '../../planning/change/booking-history.ts'
import { setStatus } from '../../planning/change/bookings.ts'
import { changePlan } from '../../planning/change/change-plan.ts'
import { sendWaitingMessages } from '../../testing/send-messages.ts'
import { startWatching } from '../../testing/watching.ts'

const world = startWatching()
const { at, judged, watch, standing, book } = world

const untold = (rows: readonly ServiceException[]) => rows.filter(({ kind }) => kind === 'notification_failed')
const severities = async (time: string) => untold(await judged(time)).map(({ severity }) => severity)
const travelerOf = async (id: number) =>
  (
    await world.server.deps.db
      .selectFrom('service_requests')
      .where('id', '=', id)
      .select('traveler_id')
      .executeTakeFirstOrThrow()
  ).traveler_id

describe('a passenger who was not told', () => {
  // covers: EXC-26
  test('of a journey within 24 hours is watched after three tries in vain, soon from 2 h before it, and no more once told', async () => {
    const { db } = world.server.deps
    await world.town.vehicle('Van 1')
    const ride = await book('Ann Berg', 'Market', 'School', '12:00')
    await db.deleteFrom('messages').where('service_request_id', '=', ride.id).execute()
    const when = (time: string) => new Date(`2026-11-23T${time}+10:00`)
    const { id } = await db
      .insertInto('messages')
      .values({
        event: 'booking_changed',
        service_request_id: ride.id,
        traveler_id: await travelerOf(ride.id),
        region_id: world.town.region_id,
        facts: '{}',
        once: '',
        channel: 'sms',
        state: 'queued',
        attempts: 2,
        state_at: when('08:00:00'),
        due_at: when('08:00:00'),
        sense_until: when('13:00:00'),
        created_at: when('08:00:00'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const set = (change: { attempts?: number; state?: 'queued' | 'failed' | 'delivered' }) =>
      db.updateTable('messages').set(change).where('id', '=', id).execute()
    const before = (minutes: number) =>
      new Date(Date.parse(ride.pickup.lower_bound) - minutes * 60_000 + 10 * 3_600_000).toISOString().slice(11, 19)
    // Of a journey that is further away there is time for other ways.
    await set({ attempts: 3 })
    world.server.deps.clock.set(new Date(Date.parse(ride.pickup.lower_bound) - 24 * 3_600_000).toISOString())
    await watch()
    expect(untold(await standing())).toEqual([])
    await set({ attempts: 2 })
    expect(await severities('08:00:05')).toEqual([])
    await set({ attempts: 3 })
    const [raised] = untold(await judged('08:00:10'))
    expect(raised).toMatchObject({
      severity: 'watch',
      bookings: [{ service_request_id: ride.id, traveler_name: 'Ann B.' }],
    })
    await set({ state: 'failed' })
    expect(await severities(before(121))).toEqual(['watch'])
    expect(await severities(before(120))).toEqual(['soon'])
    await set({ state: 'delivered' })
    await severities(before(119))
    expect(await severities(before(117))).toEqual([])
  })
})

/** A passenger without a smartphone has to be called: the operator has cancelled the ride. */
const toCall = async (): Promise<{ booking: number; task: CallTask }> => {
  const { town, server } = world
  await server.deps.db.deleteFrom('messages').execute()
  await town.vehicle('Van 1')
  const { id } = await book('Maria Silva', 'Market', 'School', '12:00')
  const body = { low_tech: true, phone_number: '0412 345 678' }
  const params = { id: await travelerOf(id) }
  await server.client('customer_service').call(api.travelers.update, { params, body })
  await changePlan(server.deps, town.zone_id, 'disruption', (change) =>
    setStatus(change, {
      id,
      status: 'cancelled',
      trip_id: null,
      set: { pickup_trip_stop_id: null, dropoff_trip_stop_id: null },
      by: byEngine,
      reason: { code: 'vehicle_lost', text: 'The vehicle broke down' },
    }),
  )
  await sendWaitingMessages(server)
  return { booking: id, task: await taskOf(id) }
}
const taskOf = async (booking: number): Promise<CallTask> => {
  const query = { filter: { state: ['open', 'taken', 'done', 'no_answer', 'expired'] as CallTask['state'][] } }
  const { data } = await world.town.dispatcher.call(api.callTasks.list, { query })
  return data.find(({ service_request_id }) => service_request_id === booking)!
}
const raised = async () => untold(await standing())[0]

describe('a passenger who has to be called', () => {
  // covers: EXC-26, MSG-41
  test('is an exception, which who takes the call sees to, and which ends with the call', async () => {
    const { town } = world
    const { booking, task } = await toCall()
    await watch()
    expect(await raised()).toMatchObject({
      state: 'open',
      severity: 'watch',
      bookings: [{ service_request_id: booking, traveler_name: 'Maria S.' }],
    })
    const params = { id: task.id }
    const { data: taken } = await town.dispatcher.call(api.callTasks.take, { params })
    expect(await raised()).toMatchObject({ state: 'acknowledged', owner_id: taken.user_id })
    at('08:02:00')
    await watch()
    expect(await raised()).toMatchObject({ state: 'acknowledged' })
    await town.dispatcher.call(api.callTasks.putBack, { params })
    expect(await raised()).toMatchObject({ state: 'open', owner_id: null })
    const ring = async (outcome: 'done' | 'no_answer') => {
      await town.dispatcher.call(api.callTasks.take, { params })
      await town.dispatcher.call(api.callTasks.close, { params, body: { outcome } })
    }
    await ring('no_answer')
    expect(await raised()).toMatchObject({ state: 'open', owner_id: null })
    const { id } = (await raised())!
    await ring('done')
    expect(await raised()).toBeUndefined()
    const { data: ended } = await town.dispatcher.call(api.exceptions.show, { params: { id } })
    expect(ended).toMatchObject({ state: 'resolved', outcome: 'passenger_told', resolved_by: taken.user_name })
    at('08:05:00')
    await watch()
    expect(await raised()).toBeUndefined()
  })

  test('is an exception for everybody again with the call, once that was taken and left lying', async () => {
    const { town, server } = world
    const { task } = await toCall()
    await watch()
    await town.dispatcher.call(api.callTasks.take, { params: { id: task.id } })
    server.deps.clock.advance(16 * 60_000)
    await sendWaitingMessages(server)
    expect(await taskOf(task.service_request_id)).toMatchObject({ state: 'open', user_id: null })
    expect(await raised()).toMatchObject({ state: 'open', owner_id: null })
  })

  // covers: MSG-41
  test('is called by who acknowledges the exception, and is on the list of calls no more once that is resolved', async () => {
    const { town } = world
    const { booking } = await toCall()
    await watch()
    const params = { id: (await raised())!.id }
    const { data: mine } = await town.dispatcher.call(api.exceptions.acknowledge, { params })
    expect(await taskOf(booking)).toMatchObject({ state: 'taken', user_id: mine.owner_id })
    await town.dispatcher.call(api.exceptions.release, { params })
    expect(await taskOf(booking)).toMatchObject({ state: 'open', user_id: null })
    const resolve = (outcome: 'passenger_told' | 'no_action_needed') =>
      town.dispatcher.call(api.exceptions.resolve, { params, body: { outcome } })
    await resolve('passenger_told')
    expect(await taskOf(booking)).toMatchObject({ state: 'done', user_id: mine.owner_id })
    const { data: history } = await town.dispatcher.call(api.serviceRequests.history, { params: { id: booking } })
    expect(history.at(-1)?.reasons).toMatchObject([{ code: 'called' }])
    await town.dispatcher.call(api.exceptions.undo, { params })
    expect(await taskOf(booking)).toMatchObject({ state: 'open' })
    await resolve('no_action_needed')
    expect(await taskOf(booking)).toMatchObject({ state: 'expired' })
    at('08:05:00')
    await watch()
    expect(await raised()).toBeUndefined()
  })

  test('is not called by who may answer exceptions and work no calls, and is an exception no more after three calls in vain', async () => {
    const { server, town } = world
    const { booking, task } = await toCall()
    await watch()
    const params = { id: (await raised())!.id }
    const keys = ['ExceptionManagement:exception:canRead', 'ExceptionManagement:exception:canUpdate'] as const
    const other = server.client({ permissions: [...keys] })
    await other.call(api.exceptions.acknowledge, { params })
    expect(await taskOf(booking)).toMatchObject({ state: 'open' })
    await other.call(api.exceptions.release, { params })
    for (const _ of [1, 2, 3]) {
      await town.dispatcher.call(api.callTasks.take, { params: { id: task.id } })
      await town.dispatcher.call(api.callTasks.close, { params: { id: task.id }, body: { outcome: 'no_answer' } })
    }
    expect(await taskOf(booking)).toMatchObject({ state: 'no_answer' })
    at('08:05:00')
    await watch()
    expect(await raised()).toBeUndefined()
  })

  test('stays with the colleague who sees to the exception when another one puts the call back', async () => {
    const { server, town } = world
    const { task } = await toCall()
    await watch()
    const keys = ['ExceptionManagement:exception:canRead', 'ExceptionManagement:exception:canUpdate'] as const
    const { data: theirs } = await server
      .client({ permissions: [...keys] })
      .call(api.exceptions.acknowledge, { params: { id: (await raised())!.id } })
    const params = { id: task.id }
    await town.dispatcher.call(api.callTasks.putBack, { params })
    await town.dispatcher.call(api.callTasks.take, { params })
    await town.dispatcher.call(api.callTasks.close, { params, body: { outcome: 'no_answer' } })
    await town.dispatcher.call(api.callTasks.take, { params })
    server.deps.clock.advance(16 * 60_000)
    await sendWaitingMessages(server)
    expect(await taskOf(task.service_request_id)).toMatchObject({ state: 'open', user_id: null })
    expect(await raised()).toMatchObject({ state: 'acknowledged', owner_id: theirs.owner_id })
  })
})
