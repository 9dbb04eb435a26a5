import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type Client, createClient, type MessageState } from '@ambit/contract'
import { eraseTraveler } from '../erasures/erase.ts'
import { changePlansOfBooking } from '../planning/change/change-plan.ts'
import { cancelInPlan } from '../service-requests/cancel.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { bookRide, openToApps } from '../testing/rides.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type Crew, type SmallTown, stopPoint } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let van: Crew
let maria: number
let app: Client
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  await openToApps(town)
  van = await town.vehicle('Van 1')
  maria = await town.passenger('Maria Silva')
  app = server.passengerClient(maria)
})
afterEach(() => nothingBroken(server))

const setClock = (time: string): void => server.deps.clock.set(`2026-11-23T${time}+10:00`)
const instant = (time: string): string => new Date(`2026-11-23T${time}+10:00`).toISOString()
const misses = async (client = app) => (await client.call(api.ride.misses)).data
const book = async (time = '11:00') => bookRide(app, { from: 'Market', to: 'Hospital', at: time })
const show = async (id: number) => (await app.call(api.ride.booking, { params: { id } })).data
const cancel = (id: number, reason?: string) =>
  app.call(api.ride.cancel, { params: { id }, body: reason === undefined ? {} : { reason } })
const expectAt = async (id: number, time: string): Promise<void> => {
  await server.deps.db
    .updateTable('trip_stops')
    .set({ eta: new Date(instant(time)) })
    .where('id', 'in', (query) =>
      query.selectFrom('service_requests').select('pickup_trip_stop_id').where('id', '=', id),
    )
    .execute()
}

describe('a cancellation', () => {
  // covers: RIDE-78, RIDE-79, JRN-99
  test('is late from as many minutes before the promised window as the zone says, which the ride tells before', async () => {
    const office = server.client('superadmin')
    const zone = async (late_cancel_minutes: number) =>
      office.call(api.zones.update, { params: { id: town.zone_id }, body: { late_cancel_minutes } })
    expect((await office.call(api.zones.show, { params: { id: town.zone_id } })).data.late_cancel_minutes).toBe(60)
    for (const wrong of [-1, 241, 1.5]) expect((await refusal(zone(wrong))).status).toBe(422)
    setClock('08:00:00')
    const [first, second] = [await book('11:00'), await book('13:00')]
    const opens = Date.parse(first.pickup.lower_bound)
    expect(Date.parse(first.late_from ?? '')).toBe(opens - 60 * 60_000)
    server.deps.clock.set(new Date(opens - 60 * 60_000 - 1))
    expect((await show(first.id)).cancel_is_late).toBe(false)
    server.deps.clock.set(new Date(opens - 60 * 60_000))
    expect((await show(first.id)).cancel_is_late).toBe(true)
    const cancelled = (await cancel(first.id)).data
    expect([cancelled.status, cancelled.payment_status]).toEqual(['cancelled', 'not_charged'])
    await cancel(second.id)
    expect(await misses()).toMatchObject([
      { service_request_id: first.id, kind: 'late_cancellation', not_counted: null, evidence: { minutes_before: 60 } },
    ])
    await zone(240)
    const third = await book('14:00')
    expect((await show(third.id)).late_from).toBe(
      new Date(server.deps.clock.now().getTime() + 5 * 60_000).toISOString(),
    )
  })

  // covers: RIDE-78
  test('is never late within five minutes of booking, and each offering says from when it would be', async () => {
    setClock('08:00:00')
    const { id, late_from } = await book('08:20')
    expect(late_from).toBe(instant('08:05:00'))
    setClock('08:04:59')
    await cancel(id)
    expect(await misses()).toEqual([])
    setClock('08:10:00')
    const other = await book('08:30')
    setClock('08:15:00')
    await cancel(other.id)
    expect(await misses()).toHaveLength(1)
  })

  // covers: RIDE-81
  test('is never late while the vehicle is expected after the promised window', async () => {
    setClock('08:00:00')
    const { id, pickup } = await book('11:00')
    setClock('10:30:00')
    await expectAt(id, '11:30:00')
    expect(Date.parse(pickup.upper_bound)).toBeLessThan(Date.parse(instant('11:30:00')))
    expect((await show(id)).cancel_is_late).toBe(false)
    await cancel(id)
    expect(await misses()).toEqual([])
  })

  test('because of illness does not count', async () => {
    setClock('08:00:00')
    const { id } = await book('08:30')
    setClock('08:20:00')
    await cancel(id, 'illness')
    expect(await misses()).toMatchObject([{ service_request_id: id, not_counted: 'beyond_control' }])
  })
})

/** The passenger was to be told of a change of the ride. */
const changeTold = async (id: number, state: MessageState, reason: string | null = null): Promise<void> => {
  const { db, clock } = server.deps
  const now = clock.now()
  await db
    .insertInto('messages')
    .values({
      event: 'booking_changed',
      service_request_id: id,
      traveler_id: maria,
      region_id: town.region_id,
      facts: JSON.stringify({}),
      once: `${state} ${reason}`,
      state,
      reason,
      state_at: now,
      due_at: now,
      sense_until: now,
      created_at: now,
    })
    .execute()
}

describe('a late cancellation of a ride that was changed', () => {
  // @test-tag long
  test.each([
    ['the message failed', [['failed', 'no answer']], 'not_told'],
    ['nothing reaches the passenger', [['suppressed', 'no_channel']], 'not_told'],
    ['it came too late', [['expired', null]], 'not_told'],
    [
      'an earlier one failed and the last arrived',
      [
        ['failed', null],
        ['delivered', null],
      ],
      null,
    ],
    ['the passenger does not want to be told', [['suppressed', 'not wanted by the passenger']], null],
    ['it was sent', [['sent', null]], null],
  ] as const)('counts or does not, where %s', async (_, told, why) => {
    setClock('08:00:00')
    const { id } = await book('08:30')
    for (const [state, reason] of told) await changeTold(id, state, reason)
    setClock('08:20:00')
    await cancel(id)
    expect(await misses()).toMatchObject([{ kind: 'late_cancellation', not_counted: why }])
  })
})

describe('a no-show', () => {
  const drive = async (positions: readonly [time: string, metres: number][], declared = '09:05:00') => {
    const { id } = await bookRide(app, { from: 'Market', to: 'Hospital', at: '09:00' })
    setClock('08:50:00')
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    const { trip_stops } = (await van.client.call(api.driver.trip, { params: { id: van.trip_id } })).data
    const stop = trip_stops.find(({ boardings }) => boardings.some((one) => one.id === id))?.id ?? 0
    const arrived = positions[0]?.[0] ?? '09:00:00'
    setClock(arrived)
    await van.client.call(api.driver.arrive, { params: { id: stop } })
    setClock(declared)
    const [east, north] = stopPoint('Market')
    if (positions.length > 0)
      await van.client.call(api.driver.positions, {
        params: { id: van.trip_id },
        body: {
          positions: positions.map(([time, metres]) => ({
            longitude: east,
            latitude: north + metres / 111_320,
            bearing: 0,
            speed: 0,
            recorded_at: instant(time),
          })),
        },
      })
    await van.client.call(api.driver.noShow, { params: { id } })
    return id
  }
  const standing = (metres: number, from = '09:00'): [string, number][] =>
    Array.from({ length: 11 }, (_, half) => {
      const [hour, minute] = from.split(':').map(Number)
      const seconds = (hour ?? 0) * 3600 + (minute ?? 0) * 60 + half * 30
      return [new Date(seconds * 1000).toISOString().slice(11, 19), metres]
    })

  // covers: RIDE-79, RIDE-82, JRN-100
  test('counts where positions show the vehicle within 150 m of the stop for the wait, and is gone when it is taken back', async () => {
    const id = await drive(standing(100))
    const [miss] = await misses()
    expect(miss).toMatchObject({
      service_request_id: id,
      kind: 'no_show',
      not_counted: null,
      evidence: { arrived_at: instant('09:00:00'), waited_minutes: 5, metres: 100 },
      from: 'Market',
      to: 'Hospital',
    })
    const { data } = await server.client('customer_service').call(api.conduct.show, { params: { id: maria } })
    expect(data.misses).toMatchObject([{ id: miss?.id, not_counted: null, standing: 'counts' }])
    setClock('09:06:00')
    await van.client.call(api.driver.undo, { params: { id: van.trip_id } })
    expect(await misses()).toEqual([])
  })

  // covers: JRN-100
  // @test-tag long
  test.each([
    ['no position is known', [], 'not_shown'],
    ['the vehicle stood further away', standing(200), 'not_shown'],
    ['it was there too short', standing(100).slice(0, 2), 'not_shown'],
    ['it came after the promised window', standing(20, '09:25'), 'vehicle_late'],
  ] as const)('does not count where %s, and says why', async (_, positions, why) => {
    await drive([...positions], positions[0]?.[0].startsWith('09:25') === true ? '09:31:00' : '09:05:00')
    expect(await misses()).toMatchObject([{ kind: 'no_show', not_counted: why }])
  })

  const byService = async (): Promise<void> => {
    const { id } = await book('08:30')
    setClock('08:20:00')
    await changePlansOfBooking(server.deps, id, [], 'cancellation', ({ own }) =>
      cancelInPlan(own, [id], null, { user_type: 'engine', user_id: null, driver_id: null }),
    )
  }
  const untold = async (): Promise<void> => {
    const { id } = await book('08:30')
    await changeTold(id, 'failed', 'no answer')
    setClock('08:20:00')
    await cancel(id)
  }
  const excused = async (): Promise<void> => {
    await drive(standing(20))
    const body = { counts: false, reason: 'Her father was taken to hospital' }
    const params = { id: (await misses())[0]?.id ?? 0 }
    await server.client('customer_service').call(api.misses.judge, { params, body })
  }
  // covers: JRN-101
  test.each([
    ['the vehicle came after the promised window', () => drive(standing(20, '09:25'), '09:31:00'), 'vehicle_late'],
    ['the service cancelled the ride', byService, null],
    ['the vehicle stood at a wrong stop', () => drive(standing(300)), 'not_shown'],
    ['a message about a change of the ride failed', untold, 'not_told'],
    ['staff recorded what was beyond the control of the passenger', excused, 'beyond_control'],
  ] as const)('and a late cancellation never count where %s', async (_, happen, why) => {
    setClock('08:00:00')
    await happen()
    expect((await misses()).map(({ not_counted }) => not_counted)).toEqual(why === null ? [] : [why])
    const { data } = await server.client('customer_service').call(api.conduct.show, { params: { id: maria } })
    expect(data.regions[0]?.figures?.misses).toBe(0)
  })

  // covers: RIDE-82
  test('is contested once, stands before staff as an exception, and does not count where they say so', async () => {
    await drive(standing(20))
    const [miss] = await misses()
    const contest = (client = app) =>
      client.call(api.ride.contestMiss, { params: { id: miss?.id ?? 0 }, body: { text: 'I was there' } })
    const stranger = server.passengerClient(await town.passenger('Stan Stranger'))
    expect((await refusal(contest(stranger))).status).toBe(404)
    expect((await contest()).data.contested_at).not.toBeNull()
    expect((await refusal(contest())).status).toBe(409)
    const dispatcher = server.client('dispatcher')
    const query = { filter: { zone: [town.zone_id] } }
    const list = async () => (await dispatcher.call(api.exceptions.list, { query })).data
    const exception = (await list()).find(({ kind }) => kind === 'no_show_contested')
    expect(exception).toMatchObject({
      severity: 'soon',
      text: 'I was there',
      zone_id: town.zone_id,
      facts: { service_request_id: miss?.service_request_id, miss: 'no_show' },
    })
    const params = { id: exception?.id ?? 0 }
    await dispatcher.call(api.exceptions.resolve, {
      params,
      body: { outcome: 'wrong_alarm', note: 'The bus stood at the other side', counts: false },
    })
    expect(await misses()).toMatchObject([{ id: miss?.id, not_counted: 'excused' }])
    expect((await list()).some(({ kind }) => kind === 'no_show_contested')).toBe(false)
    await dispatcher.call(api.exceptions.undo, { params })
    expect(await misses()).toMatchObject([{ id: miss?.id, not_counted: null }])
  })

  test('is in the record for 12 months, of nobody else, and goes with the passenger', async () => {
    const id = await drive(standing(20))
    const otto = server.passengerClient(await town.passenger('Otto Other'))
    expect(await misses(otto)).toEqual([])
    expect(await misses()).toHaveLength(1)
    const { db, clock } = server.deps
    const signedInAgain = async (): Promise<Client> => {
      const token = await server.passengerToken(maria)
      return createClient({ origin: server.url, token: () => token })
    }
    clock.advance(364 * 86_400_000)
    expect(await misses(await signedInAgain())).toHaveLength(1)
    clock.advance(3 * 86_400_000)
    expect(await misses(await signedInAgain())).toEqual([])
    await db.transaction().execute((tx) => eraseTraveler(tx, maria, 'Asked for it', clock.now()))
    const left = db.selectFrom('misses').select('id').where('service_request_id', '=', id)
    expect(await left.execute()).toEqual([])
    setClock('08:00:00')
  })
})
