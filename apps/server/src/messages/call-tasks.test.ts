import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import type { CallTask, MessageEvent, TravelerMessages } from '@ambit/contract'
import type { z } from 'zod'
import { byEngine } from '../planning/change/booking-history.ts'
import { setStatus } from '../planning/change/bookings.ts'
import { changePlan } from '../planning/change/change-plan.ts'
import { writeMessages } from '../planning/change/messages.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal, refusals } from '../testing/refusal.ts'
import { sendWaitingMessages } from '../testing/send-messages.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { openStream } from '../testing/stream.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let who: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.deps.db.deleteFrom('messages').execute()
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  who = await town.passenger('Maria Silva')
  await say({ low_tech: true, phone_number: '0412 345 678', locale: 'de' })
})
afterEach(() => nothingBroken(server))

type Said = Partial<z.input<typeof TravelerMessages>> & { low_tech?: boolean; phone_number?: string; email?: string }
const say = (body: Said) => server.client('customer_service').call(api.travelers.update, { params: { id: who }, body })
const book = async (time = '09:00') => (await town.book({ who, from: 'Market', to: 'Hospital', at: time })).id
const cancelledByUs = async (id: number) => {
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
}
const tasks = async (state: CallTask['state'][] = ['open', 'taken']) =>
  (
    await town.dispatcher.call(api.callTasks.list, {
      query: { filter: { region: [town.region_id], state } },
    })
  ).data
const messageOf = async (id: number, event: MessageEvent = 'cancelled_by_operator') =>
  (await town.dispatcher.call(api.messages.list, { query: { filter: { service_request: [id], event: [event] } } }))
    .data[0]
const oneToCall = async (): Promise<{ booking: number; task: CallTask }> => {
  const booking = await book()
  await cancelledByUs(booking)
  const [task] = await tasks()
  return { booking, task: task! }
}
const minutes = async (count: number) => {
  server.deps.clock.advance(count * 60_000)
  await sendWaitingMessages(server)
}

describe('a passenger without a smartphone whose ride does not take place', () => {
  // covers: MSG-38
  test('is on the list of calls with number, ride and what to say in their language, and what is first over stands first', async () => {
    const [later, sooner] = [await book('15:00'), await book('12:00')]
    await cancelledByUs(later)
    await cancelledByUs(sooner)
    const listed = await tasks()
    expect(listed.map((task) => task.service_request_id)).toEqual([sooner, later])
    expect(listed[0]).toMatchObject({
      state: 'open',
      event: 'cancelled_by_operator',
      traveler_name: 'Maria Silva',
      phone_number: '0412 345 678',
      language: 'de',
      attempts: 0,
      user_name: null,
    })
    expect(listed[0]?.text).toContain('Ihre Fahrt')
    expect(Date.parse(listed[0]!.until)).toBeLessThan(Date.parse(listed[1]!.until))
    expect(await messageOf(sooner)).toMatchObject({ channel: 'call', state: 'queued' })
  })

  test('is called by who has taken the call, and the call stands in the history of the booking', async () => {
    const { booking, task } = await oneToCall()
    const params = { id: task.id }
    const taken = (await town.dispatcher.call(api.callTasks.take, { params })).data
    expect(taken).toMatchObject({ state: 'taken', user_name: expect.any(String) })
    expect(await messageOf(booking)).toMatchObject({ state: 'sending' })
    const done = (await town.dispatcher.call(api.callTasks.close, { params, body: { outcome: 'done' } })).data
    expect(done).toMatchObject({ state: 'done', user_id: taken.user_id })
    expect(await messageOf(booking)).toMatchObject({ state: 'delivered', reason: null })
    const { data: history } = await town.dispatcher.call(api.serviceRequests.history, { params: { id: booking } })
    expect(history.at(-1)).toMatchObject({
      status: 'cancelled',
      user_type: 'user',
      user_name: taken.user_name,
      reasons: [{ code: 'called', text: 'Called: the passenger was told' }],
    })
    expect(await tasks()).toEqual([])
  })

  // covers: MSG-40
  test('who does not answer is called again after five minutes, twice, and each call stands in the history', async () => {
    const { booking, task } = await oneToCall()
    const params = { id: task.id }
    const ring = async () => {
      await town.dispatcher.call(api.callTasks.take, { params })
      return (await town.dispatcher.call(api.callTasks.close, { params, body: { outcome: 'no_answer' } })).data
    }
    for (const attempts of [1, 2]) {
      const back = await ring()
      expect(back).toMatchObject({ state: 'open', attempts, user_id: null })
      expect(Date.parse(back.due_at) - server.deps.clock.now().getTime()).toBe(5 * 60_000)
      await minutes(5)
    }
    expect(await ring()).toMatchObject({ state: 'no_answer', attempts: 3 })
    expect(await messageOf(booking)).toMatchObject({ state: 'failed', reason: 'no answer', attempts: 3 })
    expect((await refusal(ring())).errors[0]?.detail).toBe('This passenger did not answer, and is not called any more')
    const { data: history } = await town.dispatcher.call(api.serviceRequests.history, { params: { id: booking } })
    const calls = history.filter(({ reasons }) => reasons[0]?.code === 'called_in_vain')
    expect(calls).toHaveLength(3)
  })
})

// covers: MSG-39
test('of two who take a call at the same time one has it, and only with the right to work calls', async () => {
  const { task } = await oneToCall()
  const params = { id: task.id }
  const [ann, bob] = [server.client('dispatcher'), server.client('customer_service')]
  const both = await Promise.allSettled([
    ann.call(api.callTasks.take, { params }),
    bob.call(api.callTasks.take, { params }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [winner, loser] = both[0]?.status === 'fulfilled' ? [ann, bob] : [bob, ann]
  const close = (client: typeof ann) => client.call(api.callTasks.close, { params, body: { outcome: 'done' } })
  for (const refused of await refusals([loser.call(api.callTasks.take, { params }), close(loser)])) {
    expect(refused.status).toBe(409)
    expect(refused.errors[0]?.detail).toMatch(/ has taken this call$/)
  }
  const reader = server.client({ permissions: ['Messaging:callTask:canRead'] })
  expect((await reader.call(api.callTasks.show, { params })).data.state).toBe('taken')
  const verbs = [
    reader.call(api.callTasks.take, { params }),
    reader.call(api.callTasks.putBack, { params }),
    close(reader),
  ]
  for (const { status } of await refusals(verbs)) expect(status).toBe(403)
  expect((await loser.call(api.callTasks.putBack, { params })).data).toMatchObject({ state: 'open', user_id: null })
  expect((await refusal(close(winner))).errors[0]?.detail).toBe('Please take this call first')
  await loser.call(api.callTasks.take, { params })
  expect((await close(loser)).data.state).toBe('done')
  const writer = server.client({ permissions: ['Messaging:callTask:canUpdate'] })
  expect((await refusal(writer.call(api.callTasks.list))).status).toBe(403)
})

test('a call that has lost its sense leaves the list, and one that was taken and left lying is for everybody again', async () => {
  const { booking, task } = await oneToCall()
  const params = { id: task.id }
  await town.dispatcher.call(api.callTasks.take, { params })
  await minutes(14)
  expect((await tasks())[0]).toMatchObject({ state: 'taken' })
  await minutes(2)
  expect((await tasks())[0]).toMatchObject({ state: 'open', user_id: null })
  await server.deps.db.updateTable('messages').set({ sense_until: server.deps.clock.now() }).execute()
  await minutes(1)
  expect(await tasks()).toEqual([])
  expect((await tasks(['expired']))[0]).toMatchObject({ id: task.id })
  expect(await messageOf(booking)).toMatchObject({ state: 'expired' })
  expect((await refusal(town.dispatcher.call(api.callTasks.take, { params }))).errors[0]?.detail).toBe(
    'This call is of no use any more',
  )
})

test('open pages learn of a call that was left lying, and of one that has lost its sense', async () => {
  const mina = await openStream(`${server.url}/api/v2/ops/live`, await server.token('dispatcher'))
  await mina.next('ready')
  const { task } = await oneToCall()
  await mina.next('call_task')
  await town.dispatcher.call(api.callTasks.take, { params: { id: task.id } })
  await mina.next('call_task')
  await minutes(16)
  expect((await mina.next('call_task')).data).toMatchObject({ call_task_id: task.id, zone_id: town.zone_id })
  await server.deps.db.updateTable('messages').set({ sense_until: server.deps.clock.now() }).execute()
  await minutes(1)
  expect((await mina.next('call_task')).data).toMatchObject({ call_task_id: task.id, region_id: town.region_id })
  mina.close()
})

test('staff call about another time from ten minutes on, and a vehicle that is near where the passenger waits for it', async () => {
  const { db, clock } = server.deps
  const id = await book()
  await sendWaitingMessages(server)
  const told = async (event: MessageEvent, late: number) => {
    await db.deleteFrom('messages').execute()
    const { pickup_upper_bound: until } = await db
      .selectFrom('service_requests')
      .where('id', '=', id)
      .select('pickup_upper_bound')
      .executeTakeFirstOrThrow()
    const eta = new Date(until.getTime() + late * 60_000)
    await db.updateTable('trip_stops').set({ eta }).execute()
    await db
      .transaction()
      .execute((tx) => writeMessages(tx, [{ event, service_request_id: id }], { now: clock.now(), wait_minutes: 5 }))
    await sendWaitingMessages(server)
    return (await messageOf(id, event))?.channel
  }
  expect([await told('running_late', 9), await told('running_late', 11)]).toEqual(['email', 'call'])
  expect(await told('arriving', 0)).toBe('email')
  await say({ call_when_near: true })
  expect(await told('arriving', 0)).toBe('call')
})

test('a new call is announced within the region to those who may read calls', async () => {
  const follow = async (permissions: string[]) =>
    openStream(`${server.url}/api/v2/ops/live`, await server.token({ permissions } as never))
  const mina = await follow(['Messaging:callTask:canRead'])
  const other = await follow(['Messaging:message:canRead', 'LiveBooking:booking:canRead'])
  await mina.next('ready')
  await other.next('ready')
  const { task } = await oneToCall()
  expect((await mina.next()).data).toMatchObject({
    kind: 'call_task',
    call_task_id: task.id,
    region_id: town.region_id,
  })
  await book('16:00')
  for (let seen = 0; seen < 2; seen += 1) expect((await other.next()).data).not.toMatchObject({ kind: 'call_task' })
  mina.close()
  other.close()
})
