import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { buildSmallTown } from '../testing/small-town.ts'
import type { SmallTown } from '../testing/small-town.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let maria: number
const ids: number[] = []
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  maria = await town.passenger('Maria Silva')
  const tom = await town.passenger('Tom Baker')
  ids.push((await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })).id)
  ids.push((await town.book({ who: tom, from: 'Harbour', to: 'Station', at: '10:00' })).id)
  ids.push((await town.book({ who: tom, from: 'Market', to: 'Station', at: '11:00' })).id)
})
afterAll(() => server.close())

type Query = Parameters<typeof town.dispatcher.call<typeof api.serviceRequests.list>>[1]
const listed = async (query: NonNullable<Query>['query']): Promise<number[]> => {
  const { data, meta } = await town.dispatcher.call(api.serviceRequests.list, { query })
  expect(meta.total).toBe(data.length)
  return data.map((booking) => ids.indexOf(booking.id))
}

describe('the list of bookings', () => {
  test('the list of bookings is searched by number, passenger and stop, newest first', async () => {
    expect(await listed({})).toEqual([2, 1, 0])
    expect(await listed({ search: 'SILVA' })).toEqual([0])
    expect(await listed({ search: `#${ids[1]}` })).toEqual([1])
    expect(await listed({ search: 'market' })).toEqual([2, 0])
    expect(await listed({ search: 'bak mark' })).toEqual([2])
    expect(await listed({ search: 'tom hospital' })).toEqual([])
    expect(await listed({ search: '100%' })).toEqual([])
  })

  test('the list of bookings is filtered by zone, region, passenger and time, and sorted', async () => {
    expect(await listed({ filter: { zone: [town.zone_id] }, sort: 'id' })).toEqual([0, 1, 2])
    expect(await listed({ filter: { zone: [town.zone_id + 1] } })).toEqual([])
    expect(await listed({ filter: { region: [town.region_id], traveler: [maria] } })).toEqual([0])
    expect(await listed({ filter: { region: [town.region_id + 1] } })).toEqual([])
    const morning = ['2026-11-22T23:30:00Z', '2026-11-23T00:30:00Z']
    expect(await listed({ filter: { date_range: morning } })).toEqual([1])
  })

  test('the list is empty for a user who is limited to another region', async () => {
    const away = server.client({ permissions: ['LiveBooking:booking:canRead'], region_ids: [town.region_id + 1] })
    const { data, meta } = await away.call(api.serviceRequests.list)
    expect([data, meta.total]).toEqual([[], 0])
  })

  test('the export holds every booking that search and filters find', async () => {
    const take = async (query: { search?: string; filter?: { zone: number[] } }) => {
      const response = await town.dispatcher.fetch(api.serviceRequests.export, { query })
      expect(response.headers.get('content-disposition')).toContain('bookings.csv')
      const [header, ...lines] = (await response.text()).trim().split('\r\n')
      expect(header).toContain('ID,Passenger,Status,Zone,From,To')
      return lines
    }
    expect(await take({})).toHaveLength(3)
    const [line] = await take({ search: 'silva' })
    expect(line).toContain(
      `${ids[0]},Maria Silva,assigned,Bayside,Market,Hospital,Market,2026-11-23 09:00,2026-11-23 09:10`,
    )
    expect(await take({ filter: { zone: [town.zone_id + 1] } })).toEqual([])
    const away = server.client({ permissions: ['LiveBooking:booking:canRead'], region_ids: [town.region_id + 1] })
    const nothing = await (await away.fetch(api.serviceRequests.export)).text()
    expect(nothing.trim().split('\r\n')).toHaveLength(1)
  })

  // covers: BOOK-85
  test('bookings are found by several ids, separated by commas', async () => {
    expect(await listed({ filter: { id: [ids[2]!, ids[0]!] } })).toEqual([2, 0])
    const path = `/api/v2/ops/service_requests?filter[id]=${ids[2]},${ids[0]}`
    const headers = { authorization: `Bearer ${await server.token('dispatcher')}` }
    const answer: unknown = await (await fetch(server.url + path, { headers })).json()
    expect(answer).toMatchObject({ data: [{ id: ids[2] }, { id: ids[0] }], meta: { total: 2 } })
  })

  test('a booking is found by the new name of its passenger or stop', async () => {
    const { db } = server.deps
    await db.updateTable('travelers').set({ last_name: 'Souza' }).where('id', '=', maria).execute()
    expect(await listed({ search: 'silva' })).toEqual([])
    expect(await listed({ search: 'souza' })).toEqual([0])
    await db.updateTable('locations').set({ name: 'Old Quay' }).where('id', '=', town.stops.Station).execute()
    expect(await listed({ search: 'old quay' })).toEqual([2, 1])
  })

  test('a passenger with the longest name in the widest letters is found', async () => {
    // No two letters alike, so that nothing can be packed: this is what an entry of an index has to hold.
    const wide = (first: number): string => String.fromCodePoint(...Array.from({ length: 255 }, (_, at) => first + at))
    const who = await town.passenger(`${wide(0x20000)} ${wide(0x20100)}`)
    const { db } = server.deps
    await db
      .updateTable('locations')
      .set({ name: wide(0x20200) })
      .where('id', '=', town.stops.Market)
      .execute()
    const { id } = await town.book({ who, from: 'Market', to: 'Station', at: '14:00' })
    const found = async (search: string): Promise<number[]> =>
      (await town.dispatcher.call(api.serviceRequests.list, { query: { search } })).data.map((booking) => booking.id)
    const letters = [...wide(0x20100)]
    expect(await found(letters.slice(90, 100).join(''))).toEqual([id])
    expect(await found(letters.slice(100, 110).join(''))).toEqual([])
  })
})
