import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type Client } from '@ambit/contract'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let clerk: Client
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  clerk = server.client('customer_service')
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
})
afterAll(() => server.close())

const phoned = async (name: string, phone_number: string): Promise<number> => {
  const id = await town.passenger(name)
  await server.deps.db.updateTable('travelers').set({ phone_number }).where('id', '=', id).execute()
  return id
}
const ridden = async (who: number, at: string): Promise<void> => {
  const { id } = await town.book({ who, from: 'Market', to: 'Hospital', at })
  await server.deps.db
    .updateTable('service_requests')
    .set({ pickup_lower_bound: new Date('2026-11-20T00:00:00Z'), status: 'completed' })
    .where('id', '=', id)
    .execute()
}
type Asked = { first_name?: string; last_name?: string; email?: string; phone_number?: string }
const similar = async (query: Asked, as = clerk) => (await as.call(api.travelers.similar, { query })).data

describe('one telephone number', () => {
  // covers: JRN-87
  test('that is looked up lists all passengers who have it, with address and last ride', async () => {
    const mother = await phoned('Ruth Shared', '+61 411 222 333')
    const son = await phoned('Ned Shared', '0411 222 333')
    await server.deps.db
      .insertInto('ride_places')
      .values({
        traveler_id: son,
        name: 'Home',
        kind: 'home',
        address: '3 Wilga Drive',
        longitude: 153,
        latitude: -27,
        created_at: new Date(),
      })
      .execute()
    await ridden(mother, '09:00')
    const { data } = await clerk.call(api.search.find, { query: { type: ['travelers'], query: '0411222333' } })
    const found = data.travelers?.toSorted((a, b) => a.id - b.id)
    expect(found).toMatchObject([
      {
        id: mother,
        address: 'Market',
        last_ride: { time_zone: 'Australia/Brisbane', destination_name: 'Hospital' },
      },
      { id: son, address: '3 Wilga Drive', last_ride: null },
    ])
    expect(new Date(found?.[0]?.last_ride?.at ?? '').toISOString()).toBe('2026-11-20T00:00:00.000Z')
  })
})

describe('a passenger who is about to be made', () => {
  // covers: JRN-88
  test('is compared by number, e-mail address and name with those there are, same contacts first', async () => {
    const named = await town.passenger('Margarete Lindqvist')
    const mail = await town.passenger('Other Person')
    const phone = await phoned('Third One', '+61 422 555 666')
    await ridden(named, '11:00')
    const found = await similar({
      first_name: 'Margarette',
      last_name: 'Lindquist',
      email: 'OTHER.person@example.org',
      phone_number: '0422 555 666',
    })
    expect(found.map(({ id, alike }) => [id, alike])).toEqual([
      [mail, ['email']],
      [phone, ['phone_number']],
      [named, ['name']],
    ])
    expect(found[2]).toMatchObject({ address: 'Market', last_ride: { destination_name: 'Hospital' } })
    expect(await similar({ first_name: 'Margarete', last_name: 'Olsen', email: '', phone_number: '' })).toEqual([])
    expect(await similar({})).toEqual([])
  })

  // covers: JRN-88
  test('is compared with passengers of the caller’s regions alone', async () => {
    const id = await town.passenger('Quentin Elsewhere')
    await server.deps.db.updateTable('travelers').set({ region_id: town.region_id }).where('id', '=', id).execute()
    const asked = { first_name: 'Quentin', last_name: 'Elsewhere' }
    expect((await similar(asked)).map((one) => one.id)).toEqual([id])
    const sam = server.client('superadmin')
    const body = { name: 'Far Hills', time_zone: 'Australia/Brisbane' }
    const { data: hills } = await sam.call(api.regions.create, { body })
    const permissions = ['TravellerManagement:traveller:canRead']
    expect(await similar(asked, server.client({ permissions, region_ids: [hills.id] }))).toEqual([])
  })

  test('is not compared by what is masked for the caller', async () => {
    const id = await phoned('Zora Masked', '+61 433 777 888')
    const permissions = ['TravellerManagement:traveller:canRead']
    const blind = server.client({ permissions })
    const email = 'zora.masked@example.org'
    expect(await similar({ email, phone_number: '0433 777 888' }, blind)).toEqual([])
    expect((await similar({ email })).map((one) => one.id)).toEqual([id])
    const [found] = await similar({ first_name: 'Zora', last_name: 'Masket' }, blind)
    expect(found).toMatchObject({ id, alike: ['name'], phone_number: '••• ••• 888' })
  })
})
