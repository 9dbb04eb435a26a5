import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type Client } from '@ambit/contract'
import { eraseTraveler } from '../erasures/erase.ts'
import { writeMessages } from '../planning/change/messages.ts'
import { refusal } from '../testing/refusal.ts'
import { openToApps } from '../testing/rides.ts'
import { sendWaitingMessages } from '../testing/send-messages.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown, stopPoint } from '../testing/small-town.ts'
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

let number = 0
let hanna: number
let helping: Client
let contact: string
beforeEach(async () => {
  number += 1
  hanna = await town.passenger(`Hanna Helper${number}`)
  contact = `hanna${number}@example.org`
  await server.deps.db.updateTable('travelers').set({ email: contact }).where('id', '=', hanna).execute()
  helping = server.passengerClient(hanna)
})

const add = async (first_name: string, client = helping) => {
  const body = { first_name, last_name: `Young${number}`, wheelchair: true }
  const { helped } = (await client.call(api.ride.addMember, { body })).data
  return helped.find(({ name }) => name.startsWith(first_name))!
}
const statusOf = async (call: Promise<unknown>) => (await refusal(call)).status
const staff = () => server.client('customer_service')
const recordOf = async (id: number) => (await staff().call(api.travelers.show, { params: { id } })).data
const bookFor = async (traveler_id: number, at = '09:00') => {
  const question = {
    traveler_id,
    origin: { name: 'Market', point: stopPoint('Market') },
    destination: { name: 'Hospital', point: stopPoint('Hospital') },
    traveling_at: `2026-11-23T${at}:00+10:00`,
    departing: true,
    passengers: [{ fare_type: 'child' as const }],
  }
  const [offering] = (await helping.call(api.ride.search, { body: question })).data.service_offerings
  const body = { service_offering_id: offering?.id ?? 0, payment_method: 'cash' as const }
  return (await helping.call(api.ride.book, { body })).data
}

const codeSent = async (id: number): Promise<string> => {
  await sendWaitingMessages(server)
  const sent = server.deps.db.selectFrom('messages').select('text').where('service_request_id', '=', id)
  return /\/t\/(\w{10})\b/.exec((await sent.executeTakeFirstOrThrow()).text ?? '')?.[1] ?? ''
}
const opened = async (code: string) => {
  const answer = await fetch(`${server.url}/t/${code}`, { redirect: 'manual' })
  return { status: answer.status, token: answer.headers.get('location')?.split('#')[1] ?? '' }
}

describe('a person without a contact', () => {
  // covers: RIDE-89
  test('is added by a helper, who books for them and reads the messages about it; a household has ten of them', async () => {
    const lena = await add('Lena')
    expect(lena).toMatchObject({ household: true, rights: ['book', 'follow'] })
    expect(await recordOf(lena.traveler_id)).toMatchObject({ email: null, phone_number: null, status: 'active' })
    expect((await helping.call(api.ride.me)).data.helps).toEqual([
      { id: lena.traveler_id, name: `Lena Young${number}`, wheelchair: true },
    ])
    const ride = await bookFor(lena.traveler_id)
    expect(ride.traveler_name).toBe(`Lena Young${number}`)
    await sendWaitingMessages(server)
    const messages = await server.deps.db
      .selectFrom('messages')
      .select(['event', 'recipient'])
      .where('service_request_id', '=', ride.id)
      .execute()
    expect(messages).toContainEqual({ event: 'booking_confirmed', recipient: contact })
    for (const name of ['B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J']) await add(name)
    expect(await statusOf(add('K'))).toBe(422)
  })

  test('needs a name, and can be given a contact by staff, who then need none for another change', async () => {
    const refused = refusal(helping.call(api.ride.addMember, { body: { first_name: ' ', last_name: '' } }))
    expect((await refused).errors.map(({ source }) => source?.pointer)).toEqual(['/first_name', '/last_name'])
    const { traveler_id: id } = await add('Lena')
    const change = (body: object) => staff().call(api.travelers.update, { params: { id }, body })
    expect((await change({ email: null, last_name: 'Marsh' })).data).toMatchObject({ email: null, last_name: 'Marsh' })
    expect((await change({ email: `lena${number}@example.org` })).data.email).toBe(`lena${number}@example.org`)
    expect(await statusOf(change({ email: null }))).toBe(422)
    expect((await helping.call(api.ride.helpers)).data.helped).toMatchObject([{ household: false }])
  })

  // covers: RIDE-99
  test('is erased by the helper alone, not with a ride ahead, and not with a contact of their own', async () => {
    const lena = await add('Lena')
    const params = { id: lena.id }
    const stranger = server.passengerClient(await town.passenger(`Stan Stranger${number}`))
    expect(await statusOf(stranger.call(api.ride.eraseMember, { params }))).toBe(404)
    const ride = await bookFor(lena.traveler_id)
    const refused = await refusal(helping.call(api.ride.eraseMember, { params }))
    expect([refused.status, refused.errors[0]?.detail]).toEqual([
      409,
      'This cannot be deleted: One journey is still ahead',
    ])
    await helping.call(api.ride.cancel, { params: { id: ride.id }, body: {} })
    await helping.call(api.ride.eraseMember, { params })
    expect((await helping.call(api.ride.helpers)).data.helped).toEqual([])
    expect(await statusOf(staff().call(api.travelers.show, { params: { id: lena.traveler_id } }))).toBe(404)
    const otto = await add('Otto')
    await staff().call(api.travelers.update, {
      params: { id: otto.traveler_id },
      body: { email: `otto${number}@example.org` },
    })
    expect(await statusOf(helping.call(api.ride.eraseMember, { params: { id: otto.id } }))).toBe(404)
  })

  // covers: RIDE-99
  test('goes to another helper when theirs is erased or gives up, else to staff, who get a mail and read why', async () => {
    const { db, clock } = server.deps
    const [lena, otto] = [await add('Lena'), await add('Otto')]
    const nora = await town.passenger(`Nora Next${number}`)
    const body = { traveler_id: lena.traveler_id, helper_id: nora, rights: ['book' as const] }
    await staff().call(api.travelerHelpers.create, { body })
    await db.transaction().execute((tx) => eraseTraveler(tx, hanna, 'Asked for by letter', clock.now()))
    const next = server.passengerClient(nora)
    const { helped } = (await next.call(api.ride.helpers)).data
    expect(helped).toMatchObject([{ traveler_id: lena.traveler_id, household: true }])
    const toldOf = async (id: number) => ({
      comments: (await recordOf(id)).traveler_comments.map(({ comment }) => comment),
      mails: (await db.selectFrom('outbox_mails').select('text').where('user_id', 'is not', null).execute()).filter(
        ({ text }) => text?.includes(`passenger ${id} `),
      ).length,
    })
    expect(await toldOf(lena.traveler_id)).toEqual({ comments: [], mails: 0 })
    expect((await recordOf(otto.traveler_id)).first_name).toBe('Otto')
    const told = await toldOf(otto.traveler_id)
    expect(told.comments).toEqual([expect.stringContaining('Nobody answers for this passenger any more')])
    expect(told.mails).toBeGreaterThan(0)
    await next.call(api.ride.endHelping, { params: { id: helped[0]!.id } })
    expect((await toldOf(lena.traveler_id)).mails).toBeGreaterThan(0)
  })

  test('is followed and cancelled by none of the links that went to a helper who answers no more', async () => {
    const [lena, otto] = [await add('Lena'), await add('Otto')]
    const nora = await town.passenger(`Nora Next${number}`)
    const next = { traveler_id: lena.traveler_id, helper_id: nora, rights: ['book' as const] }
    await staff().call(api.travelerHelpers.create, { body: next })
    const [ride, other] = [await bookFor(lena.traveler_id), await bookFor(otto.traveler_id)]
    const [code, others] = [await codeSent(ride.id), await codeSent(other.id)]
    const { status, token } = await opened(code)
    expect(status).toBe(302)
    const { token: otherToken } = await opened(others)
    await staff().call(api.travelerHelpers.destroy, { params: { id: lena.id } })
    expect((await opened(code)).status).toBe(404)
    const cancel = (by: string) =>
      server.publicClient().call(api.rideTracking.cancel, { params: { token: by }, body: {} })
    expect(await statusOf(cancel(token))).toBe(404)
    expect((await opened(others)).status).toBe(302)
    await helping.call(api.ride.endHelping, { params: { id: otto.id } })
    expect((await opened(others)).status).toBe(404)
    expect(await statusOf(cancel(otherToken))).toBe(404)
  })

  test('is told by a call to who answers now, also of what waited to be told to a helper who has left', async () => {
    const { traveler_id, id } = await add('Lena')
    const nora = await town.passenger(`Nora Next${number}`)
    await staff().call(api.travelerHelpers.create, {
      body: { traveler_id, helper_id: nora, rights: ['book' as const] },
    })
    const { db, clock } = server.deps
    const reach = (who: number, phone_number: string) =>
      db.updateTable('travelers').set({ phone_number, low_tech: true }).where('id', '=', who).execute()
    await reach(hanna, '0411 111 111')
    await reach(nora, '0422 222 222')
    const ride = await bookFor(traveler_id)
    const telling = { event: 'not_served', service_request_id: ride.id } as const
    await writeMessages(db, [telling], { now: clock.now(), wait_minutes: 5 })
    await sendWaitingMessages(server)
    const calls = async () =>
      (await town.dispatcher.call(api.callTasks.list, { query: { filter: { state: ['open', 'taken'] } } })).data
        .filter(({ service_request_id }) => service_request_id === ride.id)
        .map(({ state, phone_number }) => [state, phone_number])
    expect(await calls()).toEqual([['open', '0411 111 111']])
    await staff().call(api.travelerHelpers.destroy, { params: { id } })
    expect(await calls()).toEqual([])
    await sendWaitingMessages(server)
    expect(await calls()).toEqual([['open', '0422 222 222']])
  })

  test('is followed by no link any more that went to a number or an address that its helper has left', async () => {
    const lena = await add('Lena')
    const change = (id: number, body: object) => staff().call(api.travelers.update, { params: { id }, body })
    const code = await codeSent((await bookFor(lena.traveler_id)).id)
    await change(hanna, { email: `hanna.new${number}@example.org` })
    expect((await opened(code)).status).toBe(404)
    const later = await codeSent((await bookFor(lena.traveler_id, '15:00')).id)
    expect((await opened(later)).status).toBe(302)
    await change(lena.traveler_id, { email: `lena.own${number}@example.org` })
    expect((await opened(later)).status).toBe(404)
  })
})
