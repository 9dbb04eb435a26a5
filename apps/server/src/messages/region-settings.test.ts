import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { api, messageChannels, messageEvents, type RegionMessages } from '@ambit/contract'
import type { z } from 'zod'
import { secureBookings } from '../planning/change/bookings.ts'
import { changePlan } from '../planning/change/change-plan.ts'
import { updateTrip } from '../planning/change/trips.ts'
import { writeMessages } from '../planning/change/messages.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import type { Crew, SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { findMessages } from './find.ts'
import { sendMessages } from './send.ts'

let server: TestServer
let town: SmallTown
let van: Crew
let id: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
  const who = await town.passenger('Maria Silva')
  id = (await town.book({ who, from: 'Market', to: 'Hospital', at: '09:00' })).id
})
afterEach(() => nothingBroken(server))

const minutes = (count: number): number => count * 60_000
const clock = (time: string) => server.deps.clock.set(`2026-11-23T${time}+10:00`)
const find = () => runJob(server.deps, findMessages)
const send = () => runJob(server.deps, sendMessages())
/** In the morning, when those who are signed in still are. */
const settle = (body: Partial<z.input<typeof RegionMessages>>) => {
  const { clock: time } = server.deps
  const now = time.now()
  time.set('2026-11-23T08:00:00+10:00')
  const call = server.client('operations_manager').call(api.regions.update, { params: { id: town.region_id }, body })
  return call.finally(() => time.set(now.toISOString()))
}
const messages = () =>
  server.deps.db.selectFrom('messages').selectAll().where('service_request_id', '=', id).orderBy('id').execute()
const events = async (): Promise<string[]> => (await messages()).map(({ event }) => event).slice(1)
const booking = () =>
  server.deps.db.selectFrom('service_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const expectedAt = async (eta: Date): Promise<void> => {
  const { pickup_trip_stop_id } = await booking()
  await server.deps.db
    .updateTable('trip_stops')
    .set({ eta })
    .where('id', '=', pickup_trip_stop_id ?? 0)
    .execute()
  await find()
}

const rideAt = async (from: string, booked = '2026-11-22T10:00:00+10:00'): Promise<void> => {
  const after = (count: number) => new Date(new Date(from).getTime() + minutes(count))
  await sql`update service_requests set created_at = ${new Date(booked)} where id = ${id}`.execute(server.deps.db)
  await server.deps.db
    .updateTable('service_requests')
    .set({
      pickup_lower_bound: after(0),
      pickup_upper_bound: after(10),
      dropoff_lower_bound: after(20),
      dropoff_upper_bound: after(40),
    })
    .where('id', '=', id)
    .execute()
}

// covers: MSG-07
test('a vehicle is arriving once, within the five minutes, or one to fifteen, that its region says', async () => {
  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  clock('08:46:00')
  const now = server.deps.clock.now().getTime()
  const inMinutes = (count: number) => expectedAt(new Date(now + minutes(count)))
  const arriving = async () => (await events()).filter((event) => event === 'arriving').length
  await inMinutes(1)
  expect(await arriving()).toBe(0)
  const { pickup_trip_stop_id } = await booking()
  await changePlan(server.deps, town.zone_id, null, async (change) => {
    await secureBookings(change, {
      trip_stop_id: pickup_trip_stop_id ?? 0,
      reason: { code: 'set_out', text: 'Set out' },
    })
    await updateTrip(change, van.trip_id, { current_state: 'in_transit' })
  })
  await inMinutes(6)
  expect(await arriving()).toBe(0)
  await settle({ arriving_minutes: 12 })
  await inMinutes(13)
  expect(await arriving()).toBe(0)
  await inMinutes(11)
  await inMinutes(9)
  expect(await arriving()).toBe(1)
  await server.deps.db.deleteFrom('messages').where('event', '=', 'arriving').execute()
  await settle({ arriving_minutes: 5 })
  await inMinutes(4.5)
  expect(await arriving()).toBe(1)
  for (const arriving_minutes of [0, 16]) {
    const { errors } = await refusal(settle({ arriving_minutes }))
    expect(errors[0]).toMatchObject({
      source: { pointer: '/arriving_minutes' },
      detail: 'Please enter 1 to 15 minutes',
    })
  }
  for (const arriving_minutes of [1, 15]) await settle({ arriving_minutes })
})

// covers: MSG-06
test('another time is told within an hour of it, when it is more than the region’s minutes from the time told last', async () => {
  const { pickup_lower_bound, pickup_upper_bound } = await booking()
  const after = (count: number) => expectedAt(new Date(pickup_upper_bound.getTime() + minutes(count)))
  const before = (time: number) =>
    server.deps.clock.set(new Date(pickup_upper_bound.getTime() - minutes(time)).toISOString())
  before(50)
  await after(11)
  expect(await events()).toEqual([])
  before(45)
  await after(5)
  expect(await events()).toEqual([])
  await settle({ change_minutes: 10 })
  await after(10)
  expect(await events()).toEqual([])
  await after(11)
  expect(await events()).toEqual(['running_late'])
  before(41)
  await after(0)
  expect(await events()).toHaveLength(1)
  before(40)
  await after(1)
  expect(await events()).toHaveLength(1)
  await after(0)
  expect(await events()).toHaveLength(2)
  expect((await messages()).map(({ event }) => event)).toEqual(['booking_confirmed', 'running_late', 'running_late'])
  // Never before the window, however early the vehicle is.
  before(30)
  await expectedAt(new Date(pickup_lower_bound.getTime() - minutes(25)))
  expect(await events()).toHaveLength(pickup_upper_bound.getTime() - pickup_lower_bound.getTime() > minutes(10) ? 3 : 2)
  await settle({ change_minutes: 5 })
  await after(20)
  before(20)
  await after(26)
  expect((await events()).length).toBeGreaterThan(2)
})

// covers: MSG-04
test('a ride that was booked more than twelve hours before is reminded of the evening before, at six or when the region says', async () => {
  const at = async (time: string): Promise<string[]> => {
    clock(time)
    await find()
    await find()
    return events()
  }
  await rideAt('2026-11-24T05:00:00+10:00', '2026-11-23T17:30:00+10:00')
  expect(await at('18:30:00')).toEqual([])
  await rideAt('2026-11-24T23:00:00+10:00')
  expect(await at('17:59:00')).toEqual([])
  expect(await at('18:00:00')).toEqual(['reminder'])
  await server.deps.db.deleteFrom('messages').where('event', '=', 'reminder').execute()
  await settle({ reminder_hour: 20 })
  expect(await at('19:59:00')).toEqual([])
  expect(await at('20:00:00')).toEqual(['reminder'])
  await server.deps.db.deleteFrom('messages').where('event', '=', 'reminder').execute()
  await settle({ reminder_hour: 0 })
  expect(await at('00:00:00')).toEqual(['reminder'])
  clock('08:00:00')
  await town.dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: {} })
})

test('a reminder that waits is written anew when its ride moves within the day, and not where one was sent', async () => {
  await settle({ quiet_from: '17:00', quiet_until: '08:00' })
  const look = async (time: string) => {
    server.deps.clock.set(`2026-11-${time}:00+10:00`)
    await send()
    await find()
    await find()
    return (await messages()).filter(({ event }) => event === 'reminder').map(({ state }) => state)
  }
  const move = (time: string) => rideAt(`2026-11-24T${time}:00+10:00`)
  await move('11:00')
  expect(await look('23T18:00')).toEqual(['queued'])
  await move('12:00')
  expect(await look('23T19:00')).toEqual(['superseded', 'queued'])
  await move('11:00')
  expect(await look('23T20:00')).toEqual(['superseded', 'superseded', 'queued'])
  await move('13:00')
  expect((await look('24T06:00')).slice(3)).toEqual(['queued'])
  expect((await look('24T08:00')).slice(3)).toEqual(['captured'])
  await move('14:00')
  expect(await look('24T08:05')).toHaveLength(4)
  await server.deps.db.deleteFrom('messages').execute()
  clock('08:00:00')
  await town.dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: {} })
})

test('what can wait does so in the quiet hours of the region, over midnight or by day, and the rest does not', async () => {
  await server.deps.db.updateTable('service_requests').set({ total_price: 4 }).where('id', '=', id).execute()
  const dueAt = async (time: string, event: 'receipt' | 'not_served' = 'receipt'): Promise<string> => {
    clock(time)
    const now = server.deps.clock.now()
    await writeMessages(server.deps.db, [{ event, service_request_id: id, once: time }], { now, wait_minutes: 0 })
    const due = (await messages()).at(-1)?.due_at.getTime() ?? 0
    return new Date(due + minutes(600)).toISOString().slice(8, 16)
  }
  expect(await dueAt('20:59:00')).toBe('23T20:59')
  expect(await dueAt('21:00:00')).toBe('24T07:00')
  expect(await dueAt('06:59:00')).toBe('23T07:00')
  expect(await dueAt('07:00:00')).toBe('23T07:00')
  expect(await dueAt('22:00:00', 'not_served')).toBe('23T22:00')
  await settle({ quiet_from: '12:30', quiet_until: '14:00' })
  expect(await dueAt('12:29:00')).toBe('23T12:29')
  expect(await dueAt('12:30:00')).toBe('23T14:00')
  expect(await dueAt('22:30:00')).toBe('23T22:30')
  await settle({ quiet_from: '12:30', quiet_until: '12:30' })
  expect(await dueAt('12:31:00')).toBe('23T12:31')
  const { errors } = await refusal(settle({ quiet_from: '24:00', quiet_until: '7' }))
  expect(errors.map(({ source }) => source?.pointer)).toEqual(['/quiet_from', '/quiet_until'])
})

// covers: MSG-12
test('an event goes by no channel that is off for it in the region, and what passengers must hear of keeps one', async () => {
  const { db } = server.deps
  const told = async (): Promise<[string, string | null, string | null]> => {
    await send()
    const { state, channel, reason } = (await messages())[0]!
    return [state, channel, reason]
  }
  const again = () => db.updateTable('messages').set({ state: 'queued', channel: null, reason: null }).execute()
  expect(await told()).toEqual(['captured', 'email', null])
  for (const event of messageEvents) {
    if (event === 'cancelled_by_operator' || event === 'not_served') {
      const { errors } = await refusal(settle({ messages_off: { [event]: [...messageChannels] } }))
      expect(errors[0]).toMatchObject({
        source: { pointer: `/messages_off/${event}` },
        detail: 'Passengers must hear of this: at least one channel stays on',
      })
    } else await settle({ messages_off: { [event]: [...messageChannels] } })
  }
  await settle({ messages_off: { booking_confirmed: ['email', 'sms'], not_served: ['email'] } })
  await again()
  expect(await told()).toEqual(['suppressed', null, 'switched off in the region'])
  await settle({ messages_off: { booking_confirmed: ['email'] } })
  await again()
  expect(await told()).toEqual(['suppressed', null, 'no_channel'])
  await settle({ messages_off: {}, message_language: 'de' })
  await again()
  expect(await told()).toEqual(['captured', 'email', null])
  expect((await messages())[0]).toMatchObject({ language: 'de', subject: expect.stringContaining('gebucht') })
})
