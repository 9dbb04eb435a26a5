import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type Client } from '@ambit/contract'
import { saveCard } from '../testing/paid-rides.ts'
import { refusal } from '../testing/refusal.ts'
import { openToApps } from '../testing/rides.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at, buildSmallTown, type SmallTown, stopPoint } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())

/** Metres from the coast to the hills. */
const NORTH = 20_000
const hills = (east: number): [number, number] => at(east, NORTH)

/** A town of another region, moved north by so much before it gets its vehicle. */
const moveNorth = async (town: SmallTown): Promise<void> => {
  const { db } = server.deps
  const up = hills(0)[1] - at(0)[1]
  await sql`update locations set latitude = latitude + ${up} where id = any(${Object.values(town.stops)}::int[])`.execute(
    db,
  )
  const ring = [at(-2000, NORTH - 3000), at(7000, NORTH - 3000), at(7000, NORTH + 3000), at(-2000, NORTH + 3000)]
  await db
    .updateTable('service_areas')
    .set({ coordinates: JSON.stringify([ring]) })
    .where('zone_id', '=', town.zone_id)
    .execute()
}
const setRegion = (id: number, name: string, contact_phone: string) =>
  server.deps.db.updateTable('regions').set({ name, contact_phone }).where('id', '=', id).execute()
const setZone = (id: number, set: object) => server.deps.db.updateTable('zones').set(set).where('id', '=', id).execute()

let maria: number
let app: Client
let coast: SmallTown
let hill: SmallTown
beforeEach(async () => {
  hill = await buildSmallTown(server)
  await moveNorth(hill)
  await hill.vehicle('Hill 1')
  await openToApps(hill)
  coast = await buildSmallTown(server)
  await coast.vehicle('Coast 1')
  await openToApps(coast)
  await setZone(hill.zone_id, { status: 'active', name: 'Hillside', default_price: 8, payment_methods: ['cash'] })
  await setZone(coast.zone_id, { default_price: 3.5, payment_methods: ['cash', 'card'] })
  await setRegion(hill.region_id, 'Hills', '+61 7 5550 0200')
  await setRegion(coast.region_id, 'Coast', '+61 7 5550 0100')
  maria = await coast.passenger('Maria Silva')
  app = server.passengerClient(maria)
})

const inCoast = { origin: { name: 'Market', point: stopPoint('Market') }, destination: { name: 'H', point: at(3000) } }
const inHills = { origin: { name: 'Market', point: hills(1000) }, destination: { name: 'H', point: hills(3000) } }
const search = async (places: object, time = '09:00') => {
  const body = {
    ...inCoast,
    traveling_at: `2026-11-23T${time}:00+10:00`,
    departing: true,
    passengers: [{ fare_type: 'adult' as const }],
    ...places,
  }
  return (await app.call(api.ride.search, { body })).data
}
const book = async (places: object, time?: string) => {
  const [offering] = (await search(places, time)).service_offerings
  const body = { service_offering_id: offering?.id ?? 0, payment_method: 'cash' as const }
  return (await app.call(api.ride.book, { body })).data
}

// covers: RIDE-13
test('the zone comes from the two places, whatever else is sent, and each booking names the contact of its region', async () => {
  const other = { zone_id: coast.zone_id, region_id: coast.region_id }
  expect((await book({ ...inHills, ...other })).contact).toMatchObject({
    name: 'Hills',
    phone_number: '+61 7 5550 0200',
  })
  const ride = await book(inCoast, '12:00')
  expect(ride.contact).toMatchObject({ name: 'Coast', phone_number: '+61 7 5550 0100' })
  const shown = await app.call(api.ride.booking, { params: { id: ride.id } })
  expect(shown.data.contact.name).toBe('Coast')
})

// covers: RIDE-14
test('one account rides in every region, with the concession, the payment methods and the rules of where the ride is', async () => {
  const sam = server.client('superadmin')
  const set = { name: `Pensioner ${maria}`, region_id: coast.region_id, discount_amount: 40 }
  const { data: concession } = await sam.call(api.travelerSets.create, { body: set })
  const held = { traveler_id: maria, traveler_set_id: concession.id, expires_at: '2026-12-26T00:00:00+10:00' }
  await sam.call(api.travelerConcessions.create, { body: held })
  await saveCard(server, maria, `card_${maria}`, 'test')
  expect((await search(inCoast)).service_offerings[0]).toMatchObject({
    scaled_price: 3.5,
    total_price: 2.1,
    payment_methods: ['cash', 'card'],
  })
  expect((await search(inHills)).service_offerings[0]).toMatchObject({
    scaled_price: 8,
    total_price: 8,
    payment_methods: ['cash'],
  })
  const rules = { holds_from: '2026-11-01', max_open_bookings: 1, max_passengers: 50 }
  await sam.call(api.bookingRules.create, { params: { id: hill.zone_id }, body: rules })
  await book(inHills)
  expect((await refusal(search(inHills, '12:00'))).errors[0]?.detail).toMatch(/^You may have at most 1 ride ahead/)
  expect((await book(inCoast, '12:00')).phase).toBe('planned')
})

// covers: RIDE-50
test('beyond the rides and people that its zone lets one book, a search says which limit, and until when', async () => {
  const body = { holds_from: '2026-11-01', max_open_bookings: 1, max_passengers: 2 }
  await server.client('superadmin').call(api.bookingRules.create, { params: { id: coast.zone_id }, body })
  const refused = async (change: object) => {
    const { status, errors } = await refusal(search(change, '12:00'))
    return [status, errors[0]?.source?.pointer, errors[0]?.detail]
  }
  const passengers = Array.from({ length: 3 }, () => ({ fare_type: 'adult' }))
  expect(await refused({ passengers })).toEqual([422, '/passengers', 'At most 2 people can travel on one booking'])
  await book(inCoast)
  const [status, pointer, detail] = await refused({})
  expect([status, pointer]).toEqual([422, '/traveling_at'])
  expect(detail).toMatch(/^You may have at most 1 ride ahead\. The first of them ends Mon 23 Nov, 9:\d\d am$/)
})
