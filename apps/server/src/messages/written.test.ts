import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, ApiError } from '@ambit/contract'
import type { Message } from '@ambit/contract'
import { secureBookings, setStatus } from '../planning/change/bookings.ts'
import { changePlan, previewChange } from '../planning/change/change-plan.ts'
import { writeMessages } from '../planning/change/messages.ts'
import { updateTrip } from '../planning/change/trips.ts'
import { byEngine } from '../planning/change/booking-history.ts'
import { updateEtas } from '../planning/upkeep/update-etas.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { bookRide, openToApps } from '../testing/rides.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import type { Crew, SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { findMessages } from './find.ts'
import { sendMessages } from './send.ts'

let server: TestServer
let town: SmallTown
let van: Crew
let who: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
  who = await town.passenger('Maria Silva')
  await server.deps.db.updateTable('zones').set({ default_price: 4 }).where('id', '=', town.zone_id).execute()
})
afterEach(() => nothingBroken(server))

const clock = (time: string) => server.deps.clock.set(`2026-11-23T${time}+10:00`)
const find = () => runJob(server.deps, findMessages)
const send = () => runJob(server.deps, sendMessages())
const messages = async (id: number): Promise<Message[]> =>
  (
    await town.dispatcher.call(api.messages.list, {
      query: { page: 1, per_page: 100, search: '', sort: 'id', filter: { service_request: [id] } },
    })
  ).data
/** `booking_confirmed captured`, in order */
const told = async (id: number): Promise<string[]> =>
  (await messages(id)).map(({ event, state }) => `${event} ${state}`)
const last = async (id: number): Promise<Message | undefined> => (await messages(id)).at(-1)

const book = (from: 'Harbour' | 'Market' = 'Market', time = '09:00') =>
  town.book({ who, from, to: 'Hospital', at: time })
const cancel = (id: number) => town.dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: {} })
const stops = async () => (await van.client.call(api.driver.trip, { params: { id: van.trip_id } })).data.trip_stops

describe('what is told of a ride', () => {
  // covers: MSG-02, MSG-03
  test('a booking, its change and its cancellation are told once each, with what was and what is', async () => {
    const { id } = await book()
    expect(await told(id)).toEqual(['booking_confirmed queued'])
    await send()
    expect(await told(id)).toEqual(['booking_confirmed captured'])
    const booked = await last(id)
    expect(booked).toMatchObject({ channel: 'email', language: 'en', subject: 'Your ride on Mon 23 Nov is booked' })
    expect(booked?.text).toMatch(
      /^Pick-up: Mon 23 Nov, 9:.* – 9:.*, Market\nDrop-off: Mon 23 Nov, 9:.* – 9:.*, Hospital\n/m,
    )
    expect(booked?.text).toContain('Price: $4.00')
    expect(booked?.text).toMatch(/^Follow or cancel your ride: http\S+\/t\/\S+$/m)
    expect(booked?.text).not.toContain('Maria')

    const search = await town.search({ who, from: 'School', to: 'Station', at: '10:00', changes: id })
    const body = { service_offering_id: search.service_offerings[0]?.id ?? 0 }
    await town.dispatcher.call(api.serviceRequests.change, { params: { id }, body })
    await send()
    const changed = await last(id)
    expect(changed).toMatchObject({ event: 'booking_changed', state: 'captured' })
    expect(changed?.text).toMatch(/Pick-up now: .*10:.*, School\nPick-up before: .*9:.*, Market\n/)

    await cancel(id)
    await send()
    await send()
    expect(await told(id)).toEqual([
      'booking_confirmed captured',
      'booking_changed captured',
      'cancelled_by_passenger captured',
    ])
  })

  // covers: MSG-02
  test('a ride that a passenger books in the app is confirmed as one that staff book', async () => {
    await openToApps(town)
    const { id } = await bookRide(server.passengerClient(who), { from: 'Market', to: 'Hospital', at: '09:00' })
    expect(await told(id)).toEqual(['booking_confirmed queued'])
  })

  // covers: MSG-55
  test('a message is not filled in with its event, and one whose transaction fails or is only a preview is not there', async () => {
    const { id } = await book()
    expect(await last(id)).toMatchObject({ event: 'booking_confirmed', state: 'queued', channel: null, text: null })
    const ended = (fails: boolean) =>
      previewChange(server.deps, town.zone_id, async (change) => {
        const reason = { code: 'cancelled', text: 'Cancelled' }
        await setStatus(change, { id, status: 'cancelled', trip_id: null, by: byEngine, reason })
        if (fails) throw new Error('broken')
      })
    await ended(false)
    await expect(ended(true)).rejects.toThrow('broken')
    expect(await told(id)).toEqual(['booking_confirmed queued'])
  })

  // covers: MSG-05, MSG-08
  test('a driver’s steps are told: on its way, arrived with how long it waits, and the receipt', async () => {
    const { id } = await book()
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    clock('08:40:00')
    await town.dispatcher.call(api.trips.changeState, {
      params: { id: van.trip_id },
      body: { status: 'in_transit', message: null },
    } as never)
    await send()
    clock('09:00:00')
    const [pickup, dropoff] = await stops()
    await van.client.call(api.driver.arrive, { params: { id: pickup?.id ?? 0 } })
    await send()
    const arrived = await last(id)
    expect(arrived).toMatchObject({ event: 'arrived', state: 'captured' })
    expect(arrived?.text).toMatch(/It waits until \d+:\d\d am\./)
    await van.client.call(api.driver.board, { params: { id } })
    await van.client.call(api.driver.depart, { params: { id: pickup?.id ?? 0 } })
    clock('09:04:20')
    await van.client.call(api.driver.arrive, { params: { id: dropoff?.id ?? 0 } })
    await van.client.call(api.driver.dropOff, { params: { id } })
    await send()
    expect((await told(id)).filter((one) => !one.startsWith('running_late'))).toEqual([
      'booking_confirmed captured',
      'vehicle_on_its_way captured',
      'arrived captured',
      'receipt captured',
    ])
  })

  // covers: MSG-09
  test('a no-show is told ten minutes later, and not at all where it is taken back', async () => {
    const { id } = await book()
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    clock('09:00:00')
    const [pickup] = await stops()
    await van.client.call(api.driver.arrive, { params: { id: pickup?.id ?? 0 } })
    clock('09:20:00')
    await send()
    const noShow = () => van.client.call(api.driver.noShow, { params: { id } })
    await noShow()
    await send()
    expect(await last(id)).toMatchObject({ event: 'no_show_recorded', state: 'queued' })
    await van.client.call(api.driver.undo, { params: { id: van.trip_id } })
    await send()
    expect(await last(id)).toMatchObject({ state: 'superseded', reason: 'the no-show was taken back' })
    await noShow()
    clock('09:29:00')
    await send()
    expect(await last(id)).toMatchObject({ event: 'no_show_recorded', state: 'queued' })
    clock('09:30:00')
    await send()
    expect(await last(id)).toMatchObject({ event: 'no_show_recorded', state: 'captured' })
    expect((await last(id))?.text).toContain('Is this not right? Please tell us.')
  })

  test('a lost vehicle cancels as the operator, which is told at once', async () => {
    const { id } = await book()
    const disruption = { kind: 'vehicle_lost' as const, trip_id: van.trip_id, message: 'Engine' }
    const { data } = await town.dispatcher.call(api.disruptions.preview, { body: disruption })
    await town.dispatcher.call(api.disruptions.accept, { body: { disruption, token: data.token } })
    await send()
    expect(await last(id)).toMatchObject({ event: 'cancelled_by_operator', state: 'captured' })
  })
})

// covers: MSG-51
test('the same news is one message, also where two processes see it and where it happens again within ten minutes', async () => {
  const { id } = await book()
  const write = () =>
    writeMessages(server.deps.db, [{ event: 'arriving', service_request_id: id }], {
      now: server.deps.clock.now(),
      wait_minutes: 5,
    })
  await Promise.all([write(), write()])
  clock('08:09:00')
  await write()
  expect((await told(id)).filter((one) => one.startsWith('arriving'))).toHaveLength(1)
})

describe('what is told because time has passed', () => {
  test('a ride of tomorrow is reminded of at six in the evening, once, where it was booked in time', async () => {
    const { id } = await book()
    const tomorrow = new Date('2026-11-24T09:00:00+10:00')
    const window = {
      pickup_lower_bound: tomorrow,
      pickup_upper_bound: new Date(tomorrow.getTime() + 600_000),
      dropoff_lower_bound: tomorrow,
      dropoff_upper_bound: new Date(tomorrow.getTime() + 1_800_000),
    }
    await server.deps.db.updateTable('service_requests').set(window).where('id', '=', id).execute()
    clock('17:59:00')
    await find()
    expect(await told(id)).toEqual(['booking_confirmed queued'])
    clock('18:00:00')
    await find()
    await find()
    expect(await told(id)).toEqual(['booking_confirmed queued', 'reminder queued'])
    await cancel(id)
  })

  test('a vehicle that is late is told again for five minutes more alone, and one that is near is told once', async () => {
    const { id } = await book('Market', '08:20')
    const eta = async (time: string) => {
      const [pickup] = await stops()
      const when = new Date(`2026-11-23T${time}+10:00`)
      await server.deps.db
        .updateTable('trip_stops')
        .set({ eta: when })
        .where('id', '=', pickup?.id ?? 0)
        .execute()
      await find()
    }
    const events = async () => (await messages(id)).map(({ event }) => event)
    const { pickup_upper_bound } = await server.deps.db
      .selectFrom('service_requests')
      .select('pickup_upper_bound')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const after = (minutes: number): string =>
      new Date(pickup_upper_bound.getTime() + minutes * 60_000 + 36_000_000).toISOString().slice(11, 19)
    await eta(after(4))
    expect(await events()).toEqual(['booking_confirmed'])
    await eta(after(6))
    expect(await events()).toEqual(['booking_confirmed', 'running_late'])
    await eta(after(20))
    // Told less than five minutes ago.
    expect(await events()).toEqual(['booking_confirmed', 'running_late'])
    clock('08:06:00')
    await eta(after(20))
    expect(await events()).toEqual(['booking_confirmed', 'running_late', 'running_late'])
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    await server.deps.db
      .updateTable('trips')
      .set({ current_state: 'in_transit' })
      .where('id', '=', van.trip_id)
      .execute()
    clock('08:12:00')
    await eta('08:17:00')
    await eta('08:16:30')
    expect((await events()).filter((event) => event === 'arriving')).toHaveLength(1)
    await updateEtas(server.deps, town.zone_id)
  })
})

// covers: MSG-14
test('who is told within two minutes that the vehicle arrives is not told that it is on its way', async () => {
  const { id } = await book('Market', '08:20')
  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  const [pickup] = await stops()
  const eta = new Date('2026-11-23T08:20:00+10:00')
  const setOut = async (time: string) => {
    clock(time)
    await server.deps.db
      .updateTable('trip_stops')
      .set({ eta })
      .where('id', '=', pickup?.id ?? 0)
      .execute()
    await changePlan(server.deps, town.zone_id, null, async (change) => {
      await secureBookings(change, { trip_stop_id: pickup?.id ?? 0, reason: { code: 'set_out', text: 'Set out' } })
      await updateTrip(change, van.trip_id, { current_state: 'in_transit' })
    })
    await find()
    await send()
  }
  await setOut('08:13:30')
  expect((await told(id)).slice(1)).toEqual(['vehicle_on_its_way superseded'])
  await setOut('08:15:00')
  expect((await told(id)).slice(1)).toContain('arriving captured')
  await cancel(id)
})

describe('the list', () => {
  // covers: MSG-61
  test('is filtered by region, event, channel, state and time, and needs its key', async () => {
    const { id } = await book()
    await cancel(id)
    await send()
    const [confirmed, cancelled] = await messages(id)
    const found = async (filter: Record<string, unknown>, client = town.dispatcher) =>
      (
        await client.call(api.messages.list, {
          query: { page: 1, per_page: 100, search: '', sort: 'id', filter: { service_request: [id], ...filter } },
        })
      ).data.map((message) => message.id)
    const both = [confirmed?.id, cancelled?.id]
    expect(await found({})).toEqual(both)
    expect(await found({ region: [town.region_id] })).toEqual(both)
    expect(await found({ region: [town.region_id + 1] })).toEqual([])
    expect(await found({ event: ['booking_confirmed'] })).toEqual([confirmed?.id])
    expect(await found({ channel: ['email'] })).toEqual([cancelled?.id])
    expect(await found({ state: ['superseded'] })).toEqual([confirmed?.id])
    const moment = (minutes: number) => new Date(server.deps.clock.now().getTime() + minutes * 60_000).toISOString()
    expect(await found({ date_range: [moment(-1), moment(1)] })).toEqual(both)
    expect(await found({ date_range: [moment(1), moment(2)] })).toEqual([])
    const without = server.client({ permissions: ['Messaging:Module'] })
    await expect(found({}, without)).rejects.toMatchObject({ status: 403 })
  })

  // covers: MSG-87
  test('unknown events, channels and states are refused at their filter', async () => {
    for (const filter of [{ event: 'party' }, { channel: 'pigeon' }, { state: 'lost' }]) {
      const [name] = Object.keys(filter)
      const error: unknown = await town.dispatcher
        .call(api.messages.list, { query: { page: 1, per_page: 10, search: '', filter } } as never)
        .catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(ApiError)
      expect((error as ApiError).status).toBe(422)
      expect(JSON.stringify((error as ApiError).errors)).toContain(name)
    }
  })

  // covers: MSG-87
  test('it holds messages of the reader’s regions alone, and masks where they may not look', async () => {
    const { id } = await book()
    await send()
    const reader = (permissions: string[], region_ids: number[] | null = null) =>
      server.client({ permissions: ['Messaging:Module', 'Messaging:message:canRead', ...permissions], region_ids })
    const listOf = async (client: ReturnType<typeof reader>, search = '') =>
      (
        await client.call(api.messages.list, {
          query: { page: 1, per_page: 100, search, filter: { service_request: [id] } },
        })
      ).data
    const other = await server.deps.db
      .insertInto('regions')
      .values({
        name: `Elsewhere ${id}`,
        time_zone: 'UTC',
        created_at: server.deps.clock.now(),
        updated_at: server.deps.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await listOf(reader([], [other.id]))).toEqual([])
    expect(await listOf(reader([], [town.region_id]))).toHaveLength(1)
    const params = { id: (await last(id))?.id ?? 0 }
    const show = (region: number) => reader([], [region]).call(api.messages.show, { params })
    expect((await show(town.region_id)).data.service_request_id).toBe(id)
    await expect(show(other.id)).rejects.toMatchObject({ status: 404 })
    const [masked] = await listOf(reader([]))
    expect(masked).toMatchObject({ recipient: 'Hidden', text: null })
    expect(await listOf(reader([]), 'Market')).toEqual([])
    expect(await listOf(town.dispatcher, 'Market')).toHaveLength(1)
    expect((await listOf(town.dispatcher))[0]?.recipient).toContain('@')
  })

  test('nothing is written to a passenger whose data are only to be stored', async () => {
    const { id } = await book()
    await server.deps.db.updateTable('travelers').set({ restriction: 'objects' }).where('id', '=', who).execute()
    await cancel(id)
    expect(await told(id)).toEqual(['booking_confirmed queued'])
  })
})
