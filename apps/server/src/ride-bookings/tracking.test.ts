import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type Client, type Endpoint } from '@ambit/contract'
import { pruneAccess } from '../access/prune.ts'
import { anonymiseBookings } from '../retention/bookings.ts'
import { bookRide, openToApps } from '../testing/rides.ts'
import { runJob } from '../testing/run-job.ts'
import { sendWaitingMessages } from '../testing/send-messages.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at, buildSmallTown, type Crew, type SmallTown, stopPoint } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

const HOST = 'https://ride.example.org'
const PAGE = '<!doctype html><title>Ride</title>'

let server: TestServer
let town: SmallTown
let van: Crew
let maria: number
let app: Client
let rideFolder: string
beforeAll(async () => {
  rideFolder = mkdtempSync(join(tmpdir(), 'ambit-ride-'))
  writeFileSync(join(rideFolder, 'index.html'), PAGE)
  const config = { rideFolder, publicUrl: HOST, environment: 'dev' } as const
  server = await startTestServer({ streets: straightStreets(), config })
})
afterAll(async () => {
  await server.close()
  rmSync(rideFolder, { recursive: true, force: true })
})
beforeEach(async () => {
  town = await buildSmallTown(server)
  await openToApps(town)
  van = await town.vehicle('Van 1')
  maria = await town.passenger('Maria Silva')
  app = server.passengerClient(maria)
  // Each test opens links as one that nobody opened before.
  await server.deps.db.deleteFrom('throttle_counts').execute()
})

const anyone = () => server.publicClient()
const setClock = (time: string): void => server.deps.clock.set(`2026-11-23T${time}+10:00`)
const book = () => bookRide(app, { from: 'Market', to: 'Hospital', at: '09:00' })
const share = async (id: number) => (await app.call(api.rideTracking.share, { params: { id } })).data.link
const takeBack = (id: number) => app.call(api.rideTracking.takeBack, { params: { id } })
const codeIn = (text: string): string => /\/t\/(\w{10})\b/.exec(text)?.[1] ?? ''
const open = (code: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/t/${code}`, { redirect: 'manual', headers })
/** The token of the page that the link leads to. */
const tokenOf = async (link: string): Promise<string> => {
  const answer = await open(codeIn(link))
  expect(answer.status).toBe(302)
  const [, token = ''] = /^\/Ride\/Track#(.+)$/.exec(answer.headers.get('location') ?? '') ?? []
  return token
}
const see = async (token: string) => (await anyone().call(api.rideTracking.show, { params: { token } })).data
const statusOf = async (token: string): Promise<number> =>
  (await fetch(`${server.url}/api/v2/ride/tracking/${token}`)).status
const cancel = (token: string, reason?: string) =>
  anyone().call(api.rideTracking.cancel, { params: { token }, body: reason === undefined ? {} : { reason } })

const messages = async (id: number) => {
  await sendWaitingMessages(server)
  const query = { page: 1, per_page: 100, search: '', sort: 'id', filter: { service_request: [id] } }
  return (await town.dispatcher.call(api.messages.list, { query })).data
}
const manageToken = async (id: number): Promise<string> => tokenOf((await messages(id))[0]?.text ?? '')

const signOn = () => van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
const seenAt = ([longitude, latitude]: [number, number]) =>
  van.client.call(api.driver.positions, {
    params: { id: van.trip_id },
    body: {
      positions: [{ longitude, latitude, bearing: 90, speed: 10, recorded_at: server.deps.clock.now().toISOString() }],
    },
  })
const stopAt = async (place: number) => {
  const { data } = await van.client.call(api.driver.trip, { params: { id: van.trip_id } })
  return { params: { id: data.trip_stops[place]?.id ?? 0 } }
}
/** Drives the ride from the stop to the other one. */
const drive = async (id: number): Promise<void> => {
  await signOn()
  setClock('09:00:00')
  await van.client.call(api.driver.arrive, await stopAt(0))
  await van.client.call(api.driver.board, { params: { id } })
  await van.client.call(api.driver.depart, await stopAt(0))
  setClock('09:10:00')
  await van.client.call(api.driver.arrive, await stopAt(1))
  await van.client.call(api.driver.dropOff, { params: { id } })
}

describe('the link of a ride', () => {
  // covers: RIDE-69
  test('is on the installation’s own host, has ten characters by chance, and leads to a page with a signed token', async () => {
    const { id } = await book()
    const link = await share(id)
    expect(link).toMatch(/^https:\/\/ride\.example\.org\/t\/[0-9a-z]{10}$/)
    const [message] = await messages(id)
    expect(message?.text).toMatch(/^Follow or cancel your ride: https:\/\/ride\.example\.org\/t\/[0-9a-z]{10}$/m)
    const token = await tokenOf(link)
    expect(token).toMatch(new RegExp(`^track\\.${id}\\.`))
    expect(await manageToken(id)).toMatch(new RegExp(`^manage\\.${id}\\.`))
    for (const changed of [token.replace('track', 'manage'), token.replace(`.${id}.`, `.${id + 1}.`), `${token}x`])
      expect([changed, await statusOf(changed)]).toEqual([changed, 404])
  })

  test('has an own code for each ride and each time that it is shared, of which the database has no part', async () => {
    const { id } = await book()
    const first = await share(id)
    expect(await share(id)).toBe(first)
    const [row] = await server.deps.db
      .selectFrom('ride_links')
      .selectAll()
      .where('service_request_id', '=', id)
      .execute()
    expect(JSON.stringify(row)).not.toContain(codeIn(first))
    await takeBack(id)
    expect(await share(id)).not.toBe(first)
  })

  test('is found however it was typed', async () => {
    const { id } = await book()
    const code = codeIn(await share(id))
    expect((await open(`${code.slice(0, 5)}-${code.slice(5)}`.toUpperCase())).status).toBe(302)
  })

  // covers: RIDE-74
  test('leads to pages that are not indexed, send no referrer and load nothing from elsewhere', async () => {
    const { id } = await book()
    const pages = [
      await open(codeIn(await share(id))),
      await open('0000000000'),
      await fetch(`${server.url}/Ride/Track`, { headers: { accept: 'text/html' } }),
    ]
    for (const { headers } of pages) {
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toMatch(/https?:/)
    }
  })

  // covers: RIDE-72
  test('is one page and 404 where it is unknown, forged, taken back or has ended', async () => {
    const { id } = await book()
    const [first, second] = [await share(id), await bookRide(app, { from: 'Harbour', to: 'School', at: '11:00' })]
    const other = await share(second.id)
    const [token, ended] = [await tokenOf(first), await tokenOf(other)]
    await takeBack(id)
    await app.call(api.ride.cancel, { params: { id: second.id }, body: {} })
    server.deps.clock.advance(2 * 3_600_000)
    for (const code of ['0000000000', 'nonsense', `${codeIn(first).slice(0, 9)}!`, codeIn(first), codeIn(other)]) {
      const answer = await open(code)
      expect([code, answer.status, await answer.text()]).toEqual([code, 404, PAGE])
    }
    const answers = await Promise.all(
      ['nonsense', `track.${id}.${'0'.repeat(8)}`, token, ended].map(async (one) => {
        const response = await fetch(`${server.url}/api/v2/ride/tracking/${one}`)
        const { errors } = (await response.json()) as { errors: { detail: string }[] } // as every refusal
        return [response.status, errors.map(({ detail }) => detail)]
      }),
    )
    expect(new Set(answers.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify([404, ['This link has expired']])]),
    )
  })

  // covers: RIDE-72
  test('is opened sixty times in ten minutes from an address, however many at once', async () => {
    const { id } = await book()
    const code = codeIn(await share(id))
    const statuses = await Promise.all(
      Array.from({ length: 64 }, async (_, place) => (await open(place % 2 === 0 ? code : '0000000000')).status),
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
    expect((await open(code)).headers.get('retry-after')).not.toBeNull()
    expect(await statusOf('forged')).toBe(429)
    server.deps.clock.advance(10 * 60_000 + 1000)
    expect((await open(code)).status).toBe(302)
  })

  // covers: RIDE-71
  test('ends two hours after the drop-off, and is removed then', async () => {
    const { id } = await book()
    const link = await share(id)
    const token = await tokenOf(link)
    await drive(id)
    setClock('11:09:59')
    expect((await see(token)).phase).toBe('completed')
    setClock('11:10:00')
    expect([await statusOf(token), (await open(codeIn(link))).status]).toEqual([404, 404])
    await runJob(server.deps, pruneAccess)
    expect(await linksOf(id)).toEqual([])
  })

  // covers: RIDE-71
  test('ends two hours after a no-show', async () => {
    const { id } = await book()
    const token = await tokenOf(await share(id))
    await signOn()
    setClock('09:00:00')
    await van.client.call(api.driver.arrive, await stopAt(0))
    setClock('09:20:00')
    await van.client.call(api.driver.noShow, { params: { id } })
    setClock('11:19:59')
    expect((await see(token)).phase).toBe('no_show')
    setClock('11:20:00')
    expect(await statusOf(token)).toBe(404)
  })

  test('ends a day after a ride whose end was never entered, and with what is known of its passenger', async () => {
    const { id } = await book()
    const token = await tokenOf(await share(id))
    server.deps.clock.set('2026-11-24T09:00:00+10:00')
    expect(await statusOf(token)).toBe(200)
    server.deps.clock.set('2026-11-24T12:00:00+10:00')
    expect(await statusOf(token)).toBe(404)
    setClock('08:00:00')
    const { db, clock } = server.deps
    await db.transaction().execute((tx) => anonymiseBookings(tx, [id], null, clock.now()))
    expect([await statusOf(token), await linksOf(id)]).toEqual([404, []])
  })
})

const linksOf = (id: number) =>
  server.deps.db.selectFrom('ride_links').select('purpose').where('service_request_id', '=', id).execute()

describe('a shared ride', () => {
  // covers: RIDE-70
  test('shows vehicle, stops, times and state, and no name, address, note or price', async () => {
    const { service_offerings } = (
      await app.call(api.ride.search, {
        body: {
          origin: { name: '12 Gumnut Lane', point: stopPoint('Market') },
          destination: { name: 'Aunt Zelda', point: stopPoint('Hospital') },
          traveling_at: '2026-11-23T09:00:00+10:00',
          departing: true,
          passengers: [{ fare_type: 'adult' }],
        },
      })
    ).data
    const body = {
      service_offering_id: service_offerings[0]?.id ?? 0,
      payment_method: 'cash',
      pickup_note: 'Blue coat',
    } as const
    const { id } = (await app.call(api.ride.book, { body })).data
    const token = await tokenOf(await share(id))
    await signOn()
    setClock('08:40:00')
    await seenAt(stopPoint('Harbour'))
    const ride = await see(token)
    expect(ride).toMatchObject({
      purpose: 'track',
      phase: expect.stringMatching(/planned|coming/),
      pickup: { name: 'Market' },
      dropoff: { name: 'Hospital' },
      vehicle: { number: 'Van 1', license_plate: 'PL-Van 1', position: { at: '2026-11-22T22:40:00.000Z' } },
      can_cancel: false,
    })
    const text = JSON.stringify(ride)
    expect(text).not.toMatch(/Maria|Silva|Gumnut|Zelda|Blue coat|cash|price|traveler/)
    expect(text.length).toBeLessThan(2048)
    expect(await cancel(token).catch(({ status }: { status: number }) => status)).toBe(404)
    expect((await app.call(api.ride.booking, { params: { id } })).data.status).not.toBe('cancelled')
  })

  // covers: RIDE-70
  test('at a door shows neither its place nor the vehicle there, and the passenger’s own link shows both', async () => {
    const door = at(620, 140)
    await server.deps.db
      .updateTable('service_strategies')
      .set({ configuration: JSON.stringify({ door_to_door: true }) })
      .where('zone_id', '=', town.zone_id)
      .execute()
    await server.deps.db.updateTable('zones').set({ boarding_code: 'offered' }).where('id', '=', town.zone_id).execute()
    const { id } = await bookRide(app, { from: door, to: 'Hospital', at: '09:00' })
    const [shared, own] = [await tokenOf(await share(id)), await manageToken(id)]
    await signOn()
    setClock('08:50:00')
    await seenAt(door)
    const theirs = await see(shared)
    expect([theirs.pickup, theirs.boarding_code]).toMatchObject([{ name: null, point: null }, undefined])
    expect(JSON.stringify(theirs)).not.toContain('My door')
    const point = theirs.vehicle?.position?.point
    expect(point).toBeDefined()
    expect([point?.lng, point?.lat]).not.toEqual(door)
    const mine = await see(own)
    expect(mine.pickup).toMatchObject({ name: 'My door', point: door })
    expect(mine.boarding_code).toMatch(/^\d{4}$/)
    expect(mine.vehicle?.position?.point).toEqual({ lng: door[0], lat: door[1] })
  })

  // covers: RIDE-67, RIDE-111
  test('is shared and taken back by its passenger alone, while it is open, and both are told by the audit', async () => {
    const { id } = await book()
    const tom = server.passengerClient(await town.passenger('Tom Baker'))
    for (const endpoint of [api.rideTracking.share, api.rideTracking.takeBack])
      expect(await refusal(tom, endpoint, id)).toBe(404)
    const shown = async () => (await app.call(api.ride.booking, { params: { id } })).data.shared
    expect(await shown()).toBe(false)
    const token = await tokenOf(await share(id))
    await share(id)
    expect(await shown()).toBe(true)
    await takeBack(id)
    await takeBack(id)
    expect([await shown(), await statusOf(token)]).toEqual([false, 404])
    const events = await server.deps.db
      .selectFrom('audit_events')
      .select(['actor_kind', 'actor_name', 'changes'])
      .where('record_kind', '=', 'service_requests')
      .where('record_id', '=', String(id))
      .where('action', 'in', ['rideTracking.share', 'rideTracking.takeBack'])
      .orderBy('id')
      .execute()
    expect(events).toEqual(
      ['begun', 'ended'].map((after) => ({
        actor_kind: 'passenger',
        actor_name: 'Maria Silva',
        changes: { sharing: { after } },
      })),
    )
    await app.call(api.ride.cancel, { params: { id }, body: {} })
    expect(await refusal(app, api.rideTracking.share, id)).toBe(409)
  })

  test('that has not changed since is answered with 304, though time has gone on', async () => {
    const { id } = await bookRide(app, { from: 'Market', to: 'Hospital', at: '11:00' })
    const url = `${server.url}/api/v2/ride/tracking/${await tokenOf(await share(id))}`
    const first = await fetch(url)
    server.deps.clock.advance(15_000)
    const again = await fetch(url, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
    expect([first.status, again.status]).toEqual([200, 304])
  })
})

const refusal = (client: Client, endpoint: Endpoint, id: number): Promise<number | null> =>
  client.call(endpoint, { params: { id } } as never).then(
    () => null,
    ({ status }: { status: number }) => status,
  )

describe('the passenger’s own link', () => {
  // covers: RIDE-70
  test('cancels the ride with its reason, as the passenger, and once', async () => {
    const { id } = await book()
    const token = await manageToken(id)
    expect((await see(token)).can_cancel).toBe(true)
    expect((await cancel(token, 'plans_changed')).data).toMatchObject({ phase: 'cancelled', can_cancel: false })
    expect((await cancel(token)).data.phase).toBe('cancelled')
    const { data: history } = await town.dispatcher.call(api.serviceRequests.history, { params: { id } })
    expect(history.at(-1)).toMatchObject({ status: 'cancelled', user_type: 'passenger', user_name: 'Maria Silva' })
    const survey = server.deps.db
      .selectFrom('surveys')
      .select('cancellation_reason_key')
      .where('service_request_id', '=', id)
    expect(await survey.execute()).toEqual([{ cancellation_reason_key: 'plans_changed' }])
    const told = (await messages(id)).map(({ event }) => event)
    expect(told).toEqual(['booking_confirmed', 'cancelled_by_passenger'])
    const event = await server.deps.db
      .selectFrom('audit_events')
      .select(['actor_kind', 'actor_name', 'via'])
      .where('action', '=', 'rideTracking.cancel')
      .where('record_kind', '=', 'service_requests')
      .where('record_id', '=', String(id))
      .executeTakeFirstOrThrow()
    expect(event).toEqual({ actor_kind: 'passenger', actor_name: 'Maria Silva', via: 'passenger app' })
  })

  test('says why a ride on board is not cancelled any more', async () => {
    const { id } = await book()
    const token = await manageToken(id)
    await signOn()
    setClock('09:00:00')
    await van.client.call(api.driver.arrive, await stopAt(0))
    await van.client.call(api.driver.board, { params: { id } })
    await expect(cancel(token)).rejects.toThrow('You are on board, so it cannot be cancelled any more')
  })
  test('ends when the number that it was sent to is no longer the passenger’s, and what the passenger shares stays', async () => {
    const { id } = await book()
    const [own, shared] = [await manageToken(id), await tokenOf(await share(id))]
    const change = (phone_number: string) =>
      town.dispatcher.call(api.travelers.update, { params: { id: maria }, body: { phone_number } })
    await change('+61400000098')
    expect([await statusOf(own), await statusOf(shared)]).toEqual([200, 200])
    await change('+61400000099')
    expect([await statusOf(own), await statusOf(shared)]).toEqual([404, 200])
  })
})
