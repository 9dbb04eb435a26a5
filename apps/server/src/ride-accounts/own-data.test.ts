import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type Client, createClient, type SignInOutcome } from '@ambit/contract'
import { createResetToken } from '../access/password-reset.ts'
import { eraseDue } from '../erasures/erase-due.ts'
import { refusal } from '../testing/refusal.ts'
import { bookRide, openToApps } from '../testing/rides.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  town = await buildSmallTown(server)
  await openToApps(town)
  await town.vehicle('Van 1')
})
afterAll(() => server.close())

const BEGIN = new Date('2026-11-23T08:00:00+10:00')
const HOUR = 3600_000
const DAY = 24 * HOUR
const forward = (ms: number) => server.deps.clock.advance(ms)
/** Users' sessions end while hours pass. */
const staff = async (role: 'administrator' | 'dispatcher') => {
  const token = await server.token(role)
  return createClient({ origin: server.url, token: () => token })
}
const stranger = async () => server.passengerClient(await town.passenger(`Otto Other${number}`))

let id: number
let email: string
let app: Client
let number = 0
beforeEach(async () => {
  // Rides of this day can be booked.
  server.deps.clock.set(BEGIN)
  await server.deps.db.deleteFrom('sign_in_challenges').execute()
  number += 1
  id = await town.passenger(`Nina Moreau${number}`)
  email = `nina${number}@example.org`
  await server.deps.db
    .updateTable('travelers')
    .set({ email, email_verified_at: server.deps.clock.wall() })
    .where('id', '=', id)
    .execute()
  app = server.passengerClient(id)
})

/** The last code that was sent there. */
const codeTo = async (contact: string): Promise<string> => {
  const mails = () =>
    server.deps.db.selectFrom('outbox_mails').select('text').where('to', '=', contact).orderBy('id', 'desc').execute()
  await expect.poll(async () => /\b\d{6}\b/.test((await mails())[0]?.text ?? '')).toBe(true)
  return /\b\d{6}\b/.exec((await mails())[0]?.text ?? '')?.[0] ?? ''
}
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const askToErase = async () => {
  const { data } = await app.call(api.ride.askForOwnCode, { body: { purpose: 'erase' } })
  const body = { kind: 'erase', challenge: data.id, code: await codeTo(email) } as const
  return { body, erase: () => app.call(api.ride.askAboutData, { body }) }
}
const signIn = async (): Promise<SignInOutcome> => {
  forward(HOUR)
  const visitor = server.publicClient()
  await server.deps.db.deleteFrom('outbox_mails').where('to', '=', email).execute()
  const { data } = await visitor.call(api.ride.askForCode, { body: { contact: email } })
  const code = await codeTo(email)
  return (await visitor.call(api.ride.signIn, { params: { challenge: data.id }, body: { code } })).data
}
const requestsOf = async (who: number) =>
  (await (await staff('administrator')).call(api.privacyRequests.list, { query: { filter: { traveler: [who] } } })).data
const book = (at = '16:00') => bookRide(app, { from: 'Market', to: 'Station', at })
const nameOf = async (who: number) =>
  (await server.deps.db.selectFrom('travelers').select('first_name').where('id', '=', who).executeTakeFirstOrThrow())
    .first_name

describe('a copy of the own data', () => {
  // covers: AUD-70, RIDE-96
  test('is a request that staff see, its zip comes with the next call, and a fourth within a day is refused', async () => {
    const asked = performance.now()
    const { data: request } = await app.call(api.ride.askAboutData, { body: { kind: 'copy' } })
    const answer = await app.fetch(api.ride.copy, { params: { id: request.id } })
    expect(performance.now() - asked).toBeLessThan(60_000)
    expect(answer.headers.get('content-type')).toBe('application/zip')
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    expect(strFromU8(files['data.json']!)).toContain(email)
    expect(await requestsOf(id)).toMatchObject([{ kind: 'copy', came_by: 'app', state: 'fulfilled' }])
    await app.call(api.ride.askAboutData, { body: { kind: 'copy' } })
    forward(HOUR)
    await app.call(api.ride.askAboutData, { body: { kind: 'copy' } })
    const fourth = await refusal(app.call(api.ride.askAboutData, { body: { kind: 'copy' } }))
    expect([fourth.status, fourth.errors[0]?.detail]).toEqual([
      429,
      'Your data can be downloaded 3 times a day. Please try again tomorrow',
    ])
    forward(DAY)
    await app.call(api.ride.askAboutData, { body: { kind: 'copy' } })
  })

  test('is given within the hour, and to the passenger who asked for it alone', async () => {
    const { data: request } = await app.call(api.ride.askAboutData, { body: { kind: 'copy' } })
    const params = { id: request.id }
    expect((await refusal((await stranger()).fetch(api.ride.copy, { params }))).status).toBe(404)
    forward(HOUR)
    expect((await refusal(app.fetch(api.ride.copy, { params }))).status).toBe(404)
  })
})

describe('deleting the own account', () => {
  // covers: AUD-70, RIDE-97
  test('names rides that it cancels, takes a fresh code, and erases after seven days without signing in', async () => {
    const near = await book()
    const far = await book('17:00')
    // Further ahead than any ride can be booked.
    await sql`update service_requests set pickup_lower_bound = pickup_lower_bound + interval '8 days',
      pickup_upper_bound = pickup_upper_bound + interval '8 days',
      dropoff_lower_bound = dropoff_lower_bound + interval '8 days',
      dropoff_upper_bound = dropoff_upper_bound + interval '8 days' where id = ${far.id}`.execute(server.deps.db)
    const { data: told } = await app.call(api.ride.erasure)
    expect(told).toMatchObject({
      rides: [
        { id: near.id, to: 'Station', cancels: false },
        { id: far.id, to: 'Station', cancels: true },
      ],
      due: [],
    })
    expect(Date.parse(told.erases_at) - server.deps.clock.now().getTime()).toBe(7 * DAY)
    const { body, erase } = await askToErase()
    const wrong = app.call(api.ride.askAboutData, { body: { ...body, code: other(body.code) } })
    expect((await refusal(wrong)).errors[0]?.source?.pointer).toBe('/code')
    expect(await requestsOf(id)).toEqual([])
    const { data: request } = await erase()
    expect(request).toMatchObject({ kind: 'erase', state: 'open', erases_at: told.erases_at })
    expect((await refusal(app.call(api.ride.me))).status).toBe(401)
    forward(7 * DAY - 2 * HOUR)
    await runJob(server.deps, eraseDue)
    expect(await nameOf(id)).toBe('Nina')
    forward(2 * HOUR)
    await runJob(server.deps, eraseDue)
    expect(await nameOf(id)).toBe('Passenger')
    const { data: ride } = await (await staff('dispatcher')).call(api.serviceRequests.show, { params: { id: far.id } })
    expect(ride.status).toBe('cancelled')
    expect(await requestsOf(id)).toMatchObject([{ kind: 'erase', came_by: 'app', state: 'fulfilled' }])
  })

  // covers: RIDE-98
  test('takes sessions, devices, pushes, links, helpers and places along, and leaves the ride and its record without a name', async () => {
    const { db, clock } = server.deps
    const ride = await book()
    const address = { name: 'Hill Road 4', point: [153.02, -27.47] as [number, number] }
    await app.call(api.ride.addPlace, { body: { name: 'Home', kind: 'home', address } })
    await app.call(api.rideTracking.share, { params: { id: ride.id } })
    const [helper, helped] = [await town.passenger(`Hal ${number}`), await town.passenger(`Hannah ${number}`)]
    const pair = (traveler_id: number, helper_id: number) => ({
      traveler_id,
      helper_id,
      rights: ['book' as const],
      accepted_at: clock.now(),
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    await db
      .insertInto('traveler_helpers')
      .values([pair(id, helper), pair(helped, id)])
      .execute()
    const sessions = await db.selectFrom('sessions').select('id').where('traveler_id', '=', id).execute()
    const push = { endpoint: `https://push.example/${number}`, p256dh: 'p', auth: 'a', created_at: clock.now() }
    await db
      .insertInto('push_subscriptions')
      .values({ session_id: sessions[0]!.id, ...push })
      .execute()
    const kept = async () => ({
      sessions: await db.selectFrom('sessions').select('id').where('traveler_id', '=', id).execute(),
      pushes: await db.selectFrom('push_subscriptions').select('id').where('endpoint', '=', push.endpoint).execute(),
      links: await db.selectFrom('ride_links').select('id').where('service_request_id', '=', ride.id).execute(),
      places: await db.selectFrom('ride_places').select('id').where('traveler_id', '=', id).execute(),
      helpers: await db
        .selectFrom('traveler_helpers')
        .select('id')
        .where((eb) => eb.or([eb('traveler_id', '=', id), eb('helper_id', '=', id)]))
        .execute(),
    })
    const sizes = async () => Object.values(await kept()).map((rows) => rows.length)
    expect(await sizes()).toEqual([sessions.length, 1, 1, 1, 2])
    const { erase } = await askToErase()
    await erase()
    forward(7 * DAY)
    await runJob(server.deps, eraseDue)
    expect(await sizes()).toEqual([0, 0, 0, 0, 0])
    const person = await db.selectFrom('travelers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(person).toMatchObject({ first_name: 'Passenger', last_name: String(id), phone_number: null })
    const stays = await db
      .selectFrom('service_requests')
      .selectAll()
      .where('id', '=', ride.id)
      .executeTakeFirstOrThrow()
    expect([stays.traveler_id, stays.total_price]).toEqual([id, ride.total_price])
    expect(JSON.stringify([person, stays])).not.toMatch(/Nina|Moreau|example\.org/)
  })

  test('is stopped by signing in within seven days, which says so once', async () => {
    const { erase } = await askToErase()
    await erase()
    forward(6 * DAY)
    expect(await signIn()).toMatchObject({ outcome: 'signed_in', erasure_stopped: true })
    expect(await requestsOf(id)).toMatchObject([{ kind: 'erase', state: 'withdrawn' }])
    forward(3 * DAY)
    await runJob(server.deps, eraseDue)
    expect(await nameOf(id)).toBe('Nina')
    expect(await signIn()).toMatchObject({ outcome: 'signed_in', erasure_stopped: false })
  })

  test('leaves the rides of who signs in while others are erased', async () => {
    const { deps } = server
    const ride = await book()
    await sql`update service_requests set pickup_lower_bound = pickup_lower_bound + interval '8 days',
      pickup_upper_bound = pickup_upper_bound + interval '8 days',
      dropoff_lower_bound = dropoff_lower_bound + interval '8 days',
      dropoff_upper_bound = dropoff_upper_bound + interval '8 days' where id = ${ride.id}`.execute(deps.db)
    const first = await town.passenger(`Fay First${number}`)
    const { erase } = await askToErase()
    await erase()
    await sql`insert into privacy_requests overriding system value
      select (jsonb_populate_record(p, jsonb_build_object('id', -p.id, 'traveler_id', ${first}::int))).*
      from privacy_requests p where traveler_id = ${id}`.execute(deps.db)
    forward(7 * DAY)
    const looks = {
      ...deps.looks,
      write: async () => {
        if ((await nameOf(first)) !== 'Passenger') await signIn()
        await deps.looks.write()
      },
    }
    await runJob({ ...deps, looks }, eraseDue)
    expect([await nameOf(first), await nameOf(id)]).toEqual(['Passenger', 'Nina'])
    const { data } = await (await staff('dispatcher')).call(api.serviceRequests.show, { params: { id: ride.id } })
    expect(data.status).not.toBe('cancelled')
  })

  test('waits for a fare that is due, which the app names, and leaves rides as they are until then', async () => {
    const { db, clock } = server.deps
    const { id: ride } = await book()
    await db
      .insertInto('payments')
      .values({
        service_request_id: ride,
        kind: 'charge',
        state: 'due',
        amount_minor: 350,
        currency: 'AUD',
        created_at: clock.now(),
        updated_at: clock.now(),
      })
      .execute()
    expect((await app.call(api.ride.erasure)).data.due).toMatchObject([{ service_request_id: ride, currency: 'AUD' }])
    const { erase } = await askToErase()
    await erase()
    forward(8 * DAY)
    await runJob(server.deps, eraseDue)
    expect(await nameOf(id)).toBe('Nina')
    expect(await requestsOf(id)).toMatchObject([{ state: 'open' }])
    const { data } = await (await staff('dispatcher')).call(api.serviceRequests.show, { params: { id: ride } })
    expect(data.status).not.toBe('cancelled')
    await db.updateTable('payments').set({ state: 'succeeded' }).where('service_request_id', '=', ride).execute()
    await runJob(server.deps, eraseDue)
    expect(await nameOf(id)).toBe('Passenger')
  })

  test('takes no code that was sent for signing in, and its own code signs in no one', async () => {
    const visitor = server.publicClient()
    const { data: entry } = await visitor.call(api.ride.askForCode, { body: { contact: email } })
    const body = { kind: 'erase', challenge: entry.id, code: await codeTo(email) } as const
    expect((await refusal(app.call(api.ride.askAboutData, { body }))).status).toBe(422)
    forward(HOUR)
    await server.deps.db.deleteFrom('outbox_mails').where('to', '=', email).execute()
    const { body: own } = await askToErase()
    const call = { params: { challenge: own.challenge }, body: { code: own.code } }
    expect((await refusal(visitor.call(api.ride.signIn, call))).status).toBe(422)
    expect((await refusal((await stranger()).call(api.ride.askAboutData, { body: own }))).status).toBe(422)
  })
})

describe('a changed contact', () => {
  const ask = async (contact: string) =>
    (await app.call(api.ride.askForOwnCode, { body: { purpose: 'contact', contact } })).data.id
  const me = async () => (await app.call(api.ride.me)).data

  // covers: RIDE-32
  test('counts once the code that was sent there is given, and the one before hears of it', async () => {
    const next = `new${number}@example.org`
    forward(HOUR)
    const challenge = await ask(next)
    const code = await codeTo(next)
    const wrong = app.call(api.ride.changeContact, { body: { challenge, code: other(code) } })
    expect((await refusal(wrong)).errors[0]?.source?.pointer).toBe('/code')
    expect(await me()).toMatchObject({ email })
    const { data } = await app.call(api.ride.changeContact, { body: { challenge, code } })
    expect(data).toMatchObject({ email: next, email_verified: true })
    const told = async (to: string) =>
      (await server.deps.db.selectFrom('outbox_mails').select('text').where('to', '=', to).execute()).map(
        ({ text }) => text,
      )
    await expect.poll(() => told(email)).toHaveLength(1)
    expect((await told(email))[0]).toMatch(/is now n…@example\.org/)

    const [first, second] = ['+61412000111', '+61412000222']
    for (const phone of [first, second]) {
      forward(HOUR)
      const asked = await ask(phone)
      await app.call(api.ride.changeContact, { body: { challenge: asked, code: await codeTo(phone) } })
      expect(await me()).toMatchObject({ phone_number: phone, phone_verified: true, email: next })
    }
    await expect.poll(async () => (await told(first)).some((text) => text?.includes('…222') === true)).toBe(true)
  })

  test('ends the link for a new password that went to the address before', async () => {
    const { db, clock, random } = server.deps
    const traveler = { kind: 'traveller', id } as const
    const link = await db.transaction().execute((tx) => createResetToken({ clock, random }, tx, traveler, 600))
    const next = `moved${number}@example.org`
    forward(HOUR)
    await app.call(api.ride.changeContact, { body: { challenge: await ask(next), code: await codeTo(next) } })
    const password = 'chosen by a stranger'
    const body = { reset_password_token: link.token, password, password_confirmation: password, kind: traveler.kind }
    expect((await refusal(server.publicClient().call(api.passwords.reset, { body }))).status).toBe(422)
  })

  test('of another passenger is refused beside it, after the code, so that no address can be guessed at', async () => {
    const taken = `taken${number}@example.org`
    await server.deps.db
      .updateTable('travelers')
      .set({ email: taken })
      .where('id', '=', await town.passenger(`Otto Other${number}`))
      .execute()
    const body = { challenge: await ask(taken), code: await codeTo(taken) }
    const refused = await refusal(app.call(api.ride.changeContact, { body }))
    expect([refused.status, refused.errors[0]?.source?.pointer]).toEqual([422, '/contact'])
    expect(await me()).toMatchObject({ email })
  })
})
