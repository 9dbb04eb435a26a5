import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type Client, type HelperRight, type PaymentMethodName } from '@ambit/contract'
import { eraseTraveler } from '../erasures/erase.ts'
import { publicUrlOf } from '../settings/public-url.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { saveCard } from '../testing/paid-rides.ts'
import { refusal } from '../testing/refusal.ts'
import { openToApps } from '../testing/rides.ts'
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
  await town.vehicle('Van 2')
})
afterAll(() => server.close())

let number = 0
let elsa: number
let hanna: number
/** of Elsa, who is helped, and of Hanna, who helps */
let own: Client
let helping: Client
let contact: string
beforeEach(async () => {
  number += 1
  elsa = await town.passenger(`Elsa Old${number}`)
  hanna = await town.passenger(`Hanna Helper${number}`)
  contact = `hanna${number}@example.org`
  await server.deps.db
    .updateTable('travelers')
    .set({ email: contact, email_verified_at: server.deps.clock.wall() })
    .where('id', '=', hanna)
    .execute()
  await server.deps.db.deleteFrom('throttle_counts').execute()
  own = server.passengerClient(elsa)
  helping = server.passengerClient(hanna)
})

const link = (rights: HelperRight[], traveler_id = elsa) =>
  server
    .client('customer_service')
    .call(api.travelerHelpers.create, { body: { traveler_id, helper_id: hanna, rights } })
const helpers = async (of: Client) => (await of.call(api.ride.helpers)).data
const mailTo = async (to: string): Promise<string> => {
  const mails = () =>
    server.deps.db.selectFrom('outbox_mails').select('text').where('to', '=', to).orderBy('id', 'desc').execute()
  await expect.poll(async () => (await mails()).length).toBeGreaterThan(0)
  return (await mails())[0]?.text ?? ''
}
const codeTo = async (to: string): Promise<string> => /\b\d{6}\b/.exec(await mailTo(to))?.[0] ?? ''
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const invite = async (rights: HelperRight[] = ['book']) => {
  const { data } = await own.call(api.ride.inviteHelper, { body: { contact, rights } })
  return { id: data.helpers[0]?.id ?? 0, code: await codeTo(contact) }
}
const question = {
  origin: { name: 'Market', point: stopPoint('Market') },
  destination: { name: 'Hospital', point: stopPoint('Hospital') },
  traveling_at: '2026-11-23T09:00:00+10:00',
  departing: true,
  passengers: [{ fare_type: 'adult' as const }],
}
const searchFor = async (traveler_id: number, client = helping) =>
  (await client.call(api.ride.search, { body: { ...question, traveler_id } })).data
const bookFor = async (traveler_id: number, client = helping) => {
  const [offering] = (await searchFor(traveler_id, client)).service_offerings
  const body = { service_offering_id: offering?.id ?? 0, payment_method: 'cash' as const }
  return (await client.call(api.ride.book, { body })).data
}
const statusOf = async (call: Promise<unknown>) => (await refusal(call)).status

describe('an invitation', () => {
  // covers: RIDE-87
  test('by e-mail is accepted with its code within seven days, and staff link two without one', async () => {
    const { id, code } = await invite(['book', 'follow'])
    // The address that the operator has set, never one that a request names.
    expect(await mailTo(contact)).toContain(`${publicUrlOf(server.deps.config)}/Ride`)
    expect(await helpers(own)).toMatchObject({ helpers: [{ id, name: contact, rights: ['book', 'follow'] }] })
    expect(await helpers(helping)).toMatchObject({
      helped: [],
      invitations: [{ id, traveler_id: elsa, name: `Elsa Old${number}` }],
    })
    const wrong = helping.call(api.ride.acceptHelping, { params: { id }, body: { code: other(code) } })
    expect((await refusal(wrong)).errors[0]?.source?.pointer).toBe('/code')
    const { data } = await helping.call(api.ride.acceptHelping, { params: { id }, body: { code } })
    expect(data).toMatchObject({ helped: [{ id, ends_at: null }], invitations: [] })
    expect((await helpers(own)).helpers).toMatchObject([{ name: `Hanna Helper${number}`, ends_at: null }])

    const otto = await town.passenger(`Otto Old${number}`)
    expect(await statusOf(server.client('analyst').call(api.travelerHelpers.list))).toBe(403)
    await link(['follow'], otto)
    expect((await helpers(helping)).helped.map(({ traveler_id }) => traveler_id)).toEqual([elsa, otto])
  })

  test('is over after seven days', async () => {
    const { id, code } = await invite()
    server.deps.clock.advance(7 * 86_400_000)
    const accept = helping.call(api.ride.acceptHelping, { params: { id }, body: { code } })
    expect(await statusOf(accept)).toBe(404)
    expect((await helpers(helping)).invitations).toEqual([])
    server.deps.clock.advance(-7 * 86_400_000)
  })

  test('to a phone number comes by SMS, and is for who has signed in with it', async () => {
    const phone = `+614120000${String(number).padStart(2, '0')}`
    const { data } = await own.call(api.ride.inviteHelper, { body: { contact: phone, rights: ['follow'] } })
    const id = data.helpers[0]?.id ?? 0
    const accept = { params: { id }, body: { code: await codeTo(phone) } }
    await server.deps.db.updateTable('travelers').set({ phone_number: phone }).where('id', '=', hanna).execute()
    expect(await statusOf(helping.call(api.ride.acceptHelping, accept))).toBe(404)
    await server.deps.db
      .updateTable('travelers')
      .set({ phone_verified_at: server.deps.clock.wall() })
      .where('id', '=', hanna)
      .execute()
    expect((await helping.call(api.ride.acceptHelping, accept)).data.helped).toMatchObject([{ rights: ['follow'] }])
  })

  test('is guessed at five times, and of others it is not even there', async () => {
    const { id, code } = await invite()
    const stranger = server.passengerClient(await town.passenger(`Sven Stranger${number}`))
    const call = { params: { id }, body: { code } }
    expect(await statusOf(stranger.call(api.ride.acceptHelping, call))).toBe(404)
    expect(await statusOf(own.call(api.ride.acceptHelping, call))).toBe(404)
    for (let guess = 0; guess < 5; guess += 1)
      await refusal(helping.call(api.ride.acceptHelping, { params: { id }, body: { code: other(code) } }))
    const late = await refusal(helping.call(api.ride.acceptHelping, call))
    expect(late.errors[0]?.detail).toMatch(/too often/)
    expect(await statusOf(stranger.call(api.ride.endHelping, { params: { id } }))).toBe(404)
  })
})

describe('a helper', () => {
  // covers: RIDE-42, RIDE-121
  test('books, changes and cancels for who asked for it, and the booking’s history names the helper', async () => {
    await link(['book'])
    expect((await helping.call(api.ride.me)).data.helps).toEqual([
      { id: elsa, name: `Elsa Old${number}`, wheelchair: false },
    ])
    const booked = await bookFor(elsa)
    expect(booked).toMatchObject({ traveler_id: elsa, traveler_name: `Elsa Old${number}`, cancel_refused: null })
    const seen = (await own.call(api.ride.booking, { params: { id: booked.id } })).data
    expect(seen).toMatchObject({
      traveler_name: null,
      events: [{ what: 'booked', by: 'helper', name: `Hanna Helper${number}` }],
    })
    const later = { ...question, traveling_at: '2026-11-23T12:00:00+10:00', service_request_id: booked.id }
    const { data: fresh } = await helping.call(api.ride.search, { body: { ...later, traveler_id: elsa } })
    const change = { service_offering_id: fresh.service_offerings[0]?.id ?? 0 }
    await helping.call(api.ride.change, { params: { id: booked.id }, body: change })
    await own.call(api.ride.cancel, { params: { id: booked.id }, body: {} })
    const { data: after } = await helping.call(api.ride.booking, { params: { id: booked.id } })
    expect(after.events.map(({ what, by, name }) => [what, by, name ?? null])).toEqual([
      ['booked', 'you', null],
      ['changed', 'you', null],
      ['cancelled', 'passenger', `Elsa Old${number}`],
    ])
    const { data: history } = await town.dispatcher.call(api.serviceRequests.history, { params: { id: booked.id } })
    expect(history[0]).toMatchObject({ user_type: 'passenger', user_name: `Hanna Helper${number}` })
    expect(history.at(-1)).toMatchObject({ user_type: 'passenger', user_name: `Elsa Old${number}` })
    await nothingBroken(server)
  })

  test('books rides of two passengers for the same time, and of one passenger only one', async () => {
    const otto = await town.passenger(`Otto Old${number}`)
    await link(['book'])
    await link(['book'], otto)
    const outcomes = await Promise.allSettled([bookFor(elsa), bookFor(otto), bookFor(elsa)])
    const done = outcomes.filter(({ status }) => status === 'fulfilled')
    expect(done).toHaveLength(2)
    const { data: open } = await helping.call(api.ride.bookings, { query: { state: 'open' } })
    expect(open.map(({ traveler_id }) => traveler_id).toSorted()).toEqual([elsa, otto].toSorted())
    const { data: one } = await helping.call(api.ride.bookings, { query: { state: 'open', traveler_id: otto } })
    expect(one.map(({ traveler_id }) => traveler_id)).toEqual([otto])
    const stranger = await town.passenger(`Sven Stranger${number}`)
    const query = { state: 'open' as const, traveler_id: stranger }
    expect(await statusOf(helping.call(api.ride.bookings, { query }))).toBe(404)
    expect(await statusOf(searchFor(stranger))).toBe(404)
  })

  test('who follows sees rides and changes none, and one without a right to them finds nothing', async () => {
    const { id } = await bookFor(elsa, own)
    expect(await statusOf(helping.call(api.ride.booking, { params: { id } }))).toBe(404)
    const { data: linked } = await link(['follow'])
    const { data: seen } = await helping.call(api.ride.booking, { params: { id } })
    const words = `You may follow the rides of Elsa Old${number}, and not change them`
    expect([seen.cancel_refused, seen.change_refused]).toEqual([words, words])
    expect(await statusOf(helping.call(api.ride.cancel, { params: { id }, body: {} }))).toBe(403)
    expect(await statusOf(searchFor(elsa))).toBe(404)
    await helping.call(api.ride.endHelping, { params: { id: linked.id } })
    await link(['pay'])
    expect(await statusOf(helping.call(api.ride.booking, { params: { id } }))).toBe(404)
  })

  test('pays on board by their own means, and with the passenger’s saved card only with the right to', async () => {
    const { db } = server.deps
    const zone = (payment_methods: PaymentMethodName[]) =>
      db.updateTable('zones').set({ payment_methods }).where('id', '=', town.zone_id).execute()
    const before = await db.selectFrom('zones').select('payment_methods').where('id', '=', town.zone_id).execute()
    await zone(['cash', 'card', 'opalcard'])
    await saveCard(server, elsa, `pm_elsa${number}`, 'test')
    await saveCard(server, hanna, `pm_hanna${number}`, 'test')
    const { data: linked } = await link(['book'])
    const found = async (client = helping) => (await searchFor(elsa, client)).service_offerings[0]
    const first = await found()
    expect(first?.payment_methods).toEqual(['cash', 'opalcard'])
    const body = { service_offering_id: first?.id ?? 0, payment_method: 'card' as const }
    const refused = await refusal(helping.call(api.ride.book, { body }))
    expect([refused.status, refused.errors[0]?.source?.pointer]).toEqual([422, '/payment_method'])
    expect((await found(own))?.payment_methods).toEqual(['cash', 'card', 'opalcard'])
    await own.call(api.ride.endHelping, { params: { id: linked.id } })
    await link(['book', 'pay'])
    const offered = await found()
    expect(offered?.payment_methods).toEqual(['cash', 'card', 'opalcard'])
    const booked = await helping.call(api.ride.book, { body: { ...body, service_offering_id: offered?.id ?? 0 } })
    expect(booked.data.payment_method).toBe('card')
    await zone(before[0]?.payment_methods ?? ['cash'])
  })

  // covers: RIDE-93
  test('sees needs, open rides and those of 90 days, and neither cards, messages, places nor staff’s comments', async () => {
    await server.deps.db.updateTable('travelers').set({ handicapped: true }).where('id', '=', elsa).execute()
    await town.dispatcher.call(api.travelerComments.create, { body: { traveler_id: elsa, comment: 'Rings twice' } })
    const address = { name: 'Hidden Lane 4', point: [153.02, -27.47] as [number, number] }
    await own.call(api.ride.addPlace, { body: { name: 'Home', kind: 'home', address } })
    await link(['book', 'follow', 'pay'])
    expect((await helping.call(api.ride.me)).data.helps).toMatchObject([{ wheelchair: true }])
    const { id } = await bookFor(elsa, own)
    await own.call(api.ride.cancel, { params: { id }, body: {} })
    const begun = (days: number) =>
      server.deps.db
        .updateTable('service_requests')
        .set({ pickup_lower_bound: new Date(server.deps.clock.now().getTime() - days * 86_400_000) })
        .where('id', '=', id)
        .execute()
    const past = async (of: Client) =>
      (await of.call(api.ride.bookings, { query: { state: 'past' } })).data.map((ride) => ride.id)
    await begun(89)
    expect(await past(helping)).toEqual([id])
    const told = JSON.stringify([
      await helping.call(api.ride.booking, { params: { id } }),
      await helping.call(api.ride.me),
      await helping.call(api.ride.places),
      await helpers(helping),
    ])
    expect(told).not.toMatch(/Rings twice|Hidden Lane|4242/)
    await begun(91)
    expect(await past(helping)).toEqual([])
    expect(await past(own)).toEqual([id])
    expect(await statusOf(helping.call(api.ride.booking, { params: { id } }))).toBe(404)
  })

  // covers: RIDE-93
  test('who may book reads what the other takes along, chooses of it for one ride, and nobody else reads it', async () => {
    const sam = server.client('superadmin')
    const { db } = server.deps
    const { data: aids } = await sam.call(api.mobilityAids.list, { query: { filter: { region: [town.region_id] } } })
    const idOf = (kind: string): number => aids.find((aid) => aid.kind === kind)?.id ?? 0
    const [walker, dog, wheelchair] = [idOf('walker'), idOf('service_animal'), idOf('wheelchair')]
    const told = { region_id: town.region_id, mobility_aids: [wheelchair, walker] }
    await db.updateTable('travelers').set(told).where('id', '=', elsa).execute()
    await town.dispatcher.call(api.travelerComments.create, { body: { traveler_id: elsa, comment: 'Hums loudly' } })
    const read = (client: Client) => client.call(api.ride.helpedNeeds, { params: { id: elsa } })
    expect(await statusOf(read(helping))).toBe(404)
    for (const rights of [['follow'], ['pay']] satisfies HelperRight[][]) {
      const { data: linked } = await link(rights)
      expect(await statusOf(read(helping))).toBe(404)
      await helping.call(api.ride.endHelping, { params: { id: linked.id } })
    }
    const { data: linked } = await link(['book'])
    const { data: needs } = await read(helping)
    expect(needs).toEqual((await own.call(api.ride.needs)).data)
    expect(needs.kept).toEqual([walker])
    expect(Object.keys(needs.choices[0] ?? {}).toSorted()).toEqual(['id', 'kind', 'name'])
    expect(JSON.stringify(needs)).not.toContain('Hums')
    // The other way round nothing was allowed.
    expect(await statusOf(own.call(api.ride.helpedNeeds, { params: { id: hanna } }))).toBe(404)
    const stranger = server.passengerClient(await town.passenger('Stan Stranger'))
    expect(await statusOf(read(stranger))).toBe(404)
    const search = (chosen: number[]) =>
      helping.call(api.ride.search, { body: { ...question, traveler_id: elsa, aids: chosen } })
    const [offering] = (await search([dog])).data.service_offerings
    const body = { service_offering_id: offering?.id ?? 0, payment_method: 'cash' as const }
    const { data: ride } = await helping.call(api.ride.book, { body })
    const { data: stored } = await sam.call(api.serviceRequests.show, { params: { id: ride.id } })
    expect(stored.aids?.map(({ kind }) => kind).toSorted()).toEqual(['service_animal', 'wheelchair'])
    expect((await refusal(search([wheelchair]))).errors[0]?.source?.pointer).toBe('/aids')
    await own.call(api.ride.endHelping, { params: { id: linked.id } })
    expect(await statusOf(read(helping))).toBe(404)
  })

  // covers: RIDE-88
  test('has the rights that were chosen, which passenger, helper and staff each end at once', async () => {
    for (const rights of [['book'], ['follow'], ['pay'], ['book', 'follow', 'pay']] satisfies HelperRight[][]) {
      const { data } = await link(rights)
      expect(data.rights).toEqual(rights)
      await helping.call(api.ride.endHelping, { params: { id: data.id } })
      expect((await helpers(own)).helpers).toEqual([])
    }
    const { id: ride } = await bookFor(elsa, own)
    const ends = [
      (id: number) => own.call(api.ride.endHelping, { params: { id } }),
      (id: number) => helping.call(api.ride.endHelping, { params: { id } }),
      (id: number) => server.client('customer_service').call(api.travelerHelpers.destroy, { params: { id } }),
    ]
    for (const end of ends) {
      const { data } = await link(['book'])
      await helping.call(api.ride.booking, { params: { id: ride } })
      await end(data.id)
      expect(await statusOf(helping.call(api.ride.booking, { params: { id: ride } }))).toBe(404)
      expect(await statusOf(searchFor(elsa))).toBe(404)
    }
    expect(await statusOf(own.call(api.ride.inviteHelper, { body: { contact, rights: [] } }))).toBe(422)
  })

  test('is gone once either of both is erased', async () => {
    await link(['book'])
    await server.deps.db
      .transaction()
      .execute((tx) => eraseTraveler(tx, hanna, 'Asked for it', server.deps.clock.now()))
    expect((await helpers(own)).helpers).toEqual([])
  })
})
