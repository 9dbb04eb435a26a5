import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  api,
  type MessageEvent,
  messageEvents,
  type QuietHours,
  type RegionMessages,
  type TravelerMessages,
} from '@ambit/contract'
import type { z } from 'zod'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { sendWaitingMessages } from '../testing/send-messages.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { writeMessages } from '../planning/change/messages.ts'
import { buildSmallTown, clockOf } from '../testing/small-town.ts'
import type { SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let who: number
/** of the next ride: nobody is on board twice at once */
let hour: number
beforeAll(async () => {
  const sms = {
    kind: 'http' as const,
    url: 'http://127.0.0.1:9',
    method: 'POST' as const,
    headers: {},
    body: '{}',
    idPath: null,
    from: 'Sunline',
    hookSecret: null,
  }
  server = await startTestServer({ streets: straightStreets(), config: { sms } })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.deps.db.deleteFrom('messages').execute()
  town = await buildSmallTown(server)
  hour = 8
  await town.vehicle('Van 1')
  who = await town.passenger('Maria Silva')
  await server.client('customer_service').call(api.travelers.update, {
    params: { id: who },
    body: { phone_number: '0412 345 678' },
  })
})
afterEach(() => nothingBroken(server))

const say = (body: Partial<z.input<typeof TravelerMessages>> & { low_tech?: boolean }) =>
  server.client('customer_service').call(api.travelers.update, { params: { id: who }, body })
const settle = (body: Partial<z.input<typeof RegionMessages>>) =>
  server.client('operations_manager').call(api.regions.update, { params: { id: town.region_id }, body })
const told = async () => {
  hour += 1
  await town.book({ who, from: 'Market', to: 'Hospital', at: `${String(hour).padStart(2, '0')}:00` })
  await sendWaitingMessages(server)
  const found = await server.deps.db.selectFrom('messages').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  await server.deps.db.deleteFrom('messages').execute()
  return found
}

// covers: MSG-15, MSG-84
test('passengers have their language and what their number takes, regions their figures, hours, language and channels', async () => {
  const { data: before } = await server
    .client('operations_manager')
    .call(api.regions.show, { params: { id: town.region_id } })
  expect(before).toMatchObject({
    change_minutes: 5,
    arriving_minutes: 5,
    reminder_hour: 18,
    quiet_from: '21:00',
    quiet_until: '07:00',
    message_language: null,
    messages_off: {},
  })
  const region = {
    change_minutes: 8,
    arriving_minutes: 10,
    reminder_hour: 17,
    quiet_from: '20:30',
    quiet_until: '08:00',
    message_language: 'de' as const,
    messages_off: { receipt: ['sms' as const] },
  }
  expect((await settle(region)).data).toMatchObject(region)
  expect((await settle({ change_minutes: 9 })).data).toMatchObject({ ...region, change_minutes: 9 })
  const passenger = {
    locale: 'es' as const,
    can_text: true,
    call_when_near: true,
    message_channels: {
      receipt: 'none' as const,
      reminder: 'email' as const,
      arriving: 'push' as const,
      arrived: 'sms' as const,
      not_served: 'call' as const,
    },
    quiet_hours: { from: '20:00', until: '09:30' },
  }
  expect((await say(passenger)).data).toMatchObject(passenger)
  expect((await say({ low_tech: true })).data).toMatchObject(passenger)
  const create = server.client('customer_service').call(api.travelers.create, {
    body: { first_name: 'Ann', last_name: 'New', username: 'ann-new', email: 'ann-new@example.org', ...passenger },
  })
  expect((await create).data).toMatchObject(passenger)
})

// covers: MSG-15
test('a message is in the language of the passenger, else of the region, else of the installation', async () => {
  expect(await told()).toMatchObject({ language: 'en', subject: expect.stringContaining('is booked') })
  await settle({ message_language: 'de' })
  expect(await told()).toMatchObject({ language: 'de', subject: expect.stringContaining('gebucht') })
  await say({ locale: 'es' })
  expect(await told()).toMatchObject({ language: 'es', subject: expect.stringContaining('reservado') })
})

// @test-tag long
test('a passenger hears by the channel that was asked for, or not at all, but always that no vehicle comes', async () => {
  expect(await told()).toMatchObject({ channel: 'email' })
  await say({ message_channels: { booking_confirmed: 'sms' } })
  expect(await told()).toMatchObject({ channel: 'sms', recipient: '+61412345678' })
  await settle({ messages_off: { booking_confirmed: ['sms'] } })
  expect(await told()).toMatchObject({ channel: 'email' })
  await say({ message_channels: { booking_confirmed: 'none' } })
  expect(await told()).toMatchObject({ channel: null, state: 'suppressed', reason: 'not wanted by the passenger' })
  for (const event of messageEvents) {
    const message_channels: Partial<Record<MessageEvent, 'none'>> = { [event]: 'none' }
    if (event !== 'cancelled_by_operator' && event !== 'not_served') await say({ message_channels })
    else
      expect((await refusal(say({ message_channels }))).errors[0]).toMatchObject({
        source: { pointer: `/message_channels/${event}` },
        detail: 'Passengers hear of this in any case',
      })
  }
})

test('what can wait does so in quiet hours, by the passenger’s where there are any and else by the region’s, and the rest is sent', async () => {
  const { db, clock } = server.deps
  const { id } = await town.book({ who, from: 'Market', to: 'Hospital', at: '09:00' })
  const day = '2026-11-23'
  const due = async (time: string, event: MessageEvent) => {
    clock.set(`${day}T${time}:00+10:00`)
    await db.deleteFrom('messages').execute()
    await db
      .transaction()
      .execute((tx) => writeMessages(tx, [{ event, service_request_id: id }], { now: clock.now(), wait_minutes: 5 }))
    const { due_at } = await db.selectFrom('messages').select('due_at').executeTakeFirstOrThrow()
    return clockOf(due_at.toISOString())
  }
  await db.updateTable('service_requests').set({ total_price: 4 }).where('id', '=', id).execute()
  expect([await due('20:59', 'receipt'), await due('21:00', 'receipt')]).toEqual(['20:59', '07:00'])
  await db.updateTable('service_requests').set({ pickup_upper_bound: '2026-11-24T09:00:00+10:00' }).execute()
  expect([await due('22:00', 'reminder'), await due('06:59', 'reminder')]).toEqual(['07:00', '07:00'])
  expect(await due('21:00', 'feedback_request')).toBe('07:00')
  // A notice has a test of its own, and nobody has arrived yet.
  const others = ['receipt', 'reminder', 'feedback_request', 'no_show_recorded', 'service_notice', 'arrived']
  for (const event of messageEvents)
    if (!others.includes(event)) expect([event, await due('22:00', event)]).toEqual([event, '22:00'])
  const quiet = (quiet_hours: QuietHours | null) => {
    clock.set(`${day}T08:00:00+10:00`)
    return say({ quiet_hours })
  }
  await quiet({ from: '19:30', until: '10:15' })
  expect([await due('20:59', 'receipt'), await due('19:29', 'receipt')]).toEqual(['10:15', '19:29'])
  await quiet({ from: '08:00', until: '08:00' })
  expect(await due('23:00', 'receipt')).toBe('23:00')
  await quiet(null)
  expect(await due('23:00', 'receipt')).toBe('07:00')
  expect((await refusal(quiet({ from: '25:00', until: '07:00' }))).errors[0]?.source?.pointer).toBe('/quiet_hours/from')
})

test('who does without a smartphone is sent SMS only where the number takes them', async () => {
  await say({ low_tech: true, message_channels: { booking_confirmed: 'sms' } })
  expect(await told()).toMatchObject({ channel: 'email' })
  await say({ can_text: true })
  expect(await told()).toMatchObject({ channel: 'sms' })
})
